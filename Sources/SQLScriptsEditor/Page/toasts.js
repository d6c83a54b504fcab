import { el, visible } from "./dom.js";
import { button } from "./icons.js";

// Short news. Screen readers hear all of it; what nothing else on the page shows also appears for a while.
export class Toasts {
  constructor(live, alert, box) {
    this.live = live;
    this.alert = alert;
    this.box = box;
    this.queue = [];
    // The scripts that it was said of; null: it says nothing.
    this.revision = null;
    this.hasButton = false;
  }

  // `later`: after what is being said now. `shown`: also for the eye. `undo`: the same, with a button that undoes it.
  say(words, { later = false, shown = false, undo = null, revision = null } = {}) {
    if (later) this.queue.push(words);
    else this.queue.unshift(words);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.speak(), 150);
    if (!shown && !undo) return;
    this.show(words, undo);
    [this.revision, this.hasButton] = [revision, undo !== null];
  }

  // After another change, the button would undo that one. Whoever makes a change has read the news. `isOwn`: this page made it.
  draw(revision, isOwn) {
    if (this.revision === null || this.revision === revision || !(isOwn || this.hasButton)) return;
    const hadFocus = this.box.contains(document.activeElement);
    this.box.replaceChildren();
    this.revision = null;
    if (hadFocus) document.getElementById("steps-heading")?.focus();
  }

  // A screen reader repeats equal words only if they were gone in between.
  speak() {
    const words = [...new Set(this.queue)].join(" ");
    this.queue = [];
    this.live.textContent = "";
    setTimeout(() => { this.live.textContent = words; }, 30);
  }

  warn(words) {
    this.alert.textContent = "";
    setTimeout(() => { this.alert.textContent = words; }, 30);
  }

  // What is no longer so is not read again.
  unwarn(words) {
    if (this.alert.textContent === words) this.alert.textContent = "";
  }

  // It stays as long as most people need to read it, and while the keyboard or the pointer is on it.
  show(words, undo) {
    const node = el("div", { class: "toast" }, el("p", { "aria-hidden": "true" }, visible(words)),
      undo ? button("Undo", { kind: "quiet", label: `Undo: ${words}`, on: () => { node.remove(); undo(); } }) : null);
    this.box.replaceChildren(node);
    // The left column ends above it, so that it covers no button.
    document.documentElement.style.setProperty("--toast", `${Math.ceil(node.getBoundingClientRect().height)}px`);
    const leave = () => node.contains(document.activeElement) || node.matches(":hover") ? setTimeout(leave, 1000) : node.remove();
    setTimeout(leave, Math.max(6000, words.length * 80));
  }
}
