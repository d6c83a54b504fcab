import { el, visible } from "./dom.js";

// Short news. Screen readers hear all of it; what nothing else on the page shows also appears for a while.
export class Toasts {
  constructor(live, alert, box) {
    this.live = live;
    this.alert = alert;
    this.box = box;
    this.queue = [];
  }

  // `later`: after what is being said now. `shown`: also for the eye.
  say(words, { later = false, shown = false } = {}) {
    if (later) this.queue.push(words);
    else this.queue.unshift(words);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.speak(), 150);
    if (shown) this.show(words);
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

  show(words) {
    const node = el("p", { class: "toast", "aria-hidden": "true" }, visible(words));
    this.box.replaceChildren(node);
    setTimeout(() => node.remove(), 6000);
  }
}
