import { el } from "./dom.js";
import { button } from "./icons.js";

// How long nobody types, in milliseconds, until the server gets what was typed.
export const typingPause = 300;

// Text in a field that the server has, too. Typing never overwrites what another tab wrote, and the other way round.
// A subclass says how text is sent (`flush`) and shown (`put`).
export class TypedText {
  constructor(app, { input, error }) {
    Object.assign(this, { app, input, error });
    this.sent = input.value;
    // What another tab wrote meanwhile. Nothing is sent until the user has chosen.
    this.rival = null;
    this.choice = el("div", { class: "callout rival", data: { state: "warning" }, role: "alert", hidden: true });
    error.after(this.choice);
  }

  say(words) {
    this.error.textContent = words;
  }

  // While text is unsent, the server may have what it had when the typing began, or what is on its way. Anything else is a rival.
  compare(now, before = this.sent) {
    if (isSame(now, this.sent) || isSame(now, before)) {
      this.settle();
    } else if (isSame(now, this.input.value)) {
      this.sent = this.input.value;
      this.settle();
    } else if (this.rival === null || !isSame(this.rival, now)) {
      this.ask(now, "This text was changed in another tab while you typed. Your text is still here. Whose text do you want to use?", { mine: "Use mine", theirs: "Use the other text" },
        el("details", null, el("summary", null, "Show the other text"), el("pre", { class: "sql-block rival-text", tabindex: "0" }, now === "" ? "(empty)" : now)));
    }
  }

  ask(rival, words, { mine, theirs }, other = null) {
    this.rival = rival;
    this.say("");
    this.choice.replaceChildren(el("div", { class: "stack" },
      el("p", null, words), other,
      el("div", { class: "button-row" }, button(mine, { on: () => this.useMine() }), button(theirs, { on: () => this.useTheirs() }))));
    this.choice.hidden = false;
  }

  settle() {
    this.rival = null;
    this.choice.hidden = true;
  }

  useMine() {
    this.sent = normal(this.rival);
    this.settle();
    this.input.focus();
    this.flush();
  }

  useTheirs() {
    this.take(this.rival);
    this.input.focus();
    this.app.changed();
  }

  take(text) {
    this.settle();
    this.put(text);
    this.sent = this.input.value;
    this.say("");
  }
}

// As a text field would give it back.
function normal(text) {
  return text.replace(/\r\n?/g, "\n");
}

export function isSame(one, other) {
  return normal(one).trim() === normal(other).trim();
}
