import { el, freshId } from "./dom.js";
import { button } from "./icons.js";

// The press that leads to a dialog which is not there yet.
let leading = null;

// Makes `open(...)` ignore presses while a dialog is open or on its way, so that a double click opens one. `unless`: only dialogs
// of this class count, because it may be opened over others.
export function opensDialog(open, { unless = null } = {}) {
  return async (...values) => {
    if (leading || document.querySelector(unless ? `dialog.${unless}[open]` : "dialog[open]")) return;
    const press = {};
    leading = press;
    try {
      await open(...values);
    } finally {
      if (leading === press) leading = null;
    }
  };
}

// A modal dialog with a heading, a body and buttons below. The browser keeps the focus inside; afterwards it returns to where it was.
export class Dialog {
  constructor({ title, body, buttons = [], className = null, onClose = null, canClose = async () => true }) {
    const id = freshId("dialog");
    this.opener = document.activeElement;
    this.openerKey = this.opener?.dataset?.focus ?? null;
    this.canClose = canClose;
    this.heading = el("h2", { id, tabindex: "-1" }, title);
    this.body = el("div", { class: "dialog-body" }, body);
    this.foot = el("div", { class: "dialog-foot" }, buttons);
    this.node = el("dialog", { class: className, "aria-labelledby": id, on: {
      cancel: (event) => {
        if (event.target !== this.node) return;
        event.preventDefault();
        this.close();
      },
      close: () => this.closed(onClose),
    } },
      el("div", { class: "dialog-head" }, this.heading, button(null, { icon: "close", label: "Close", kind: "quiet", on: () => this.close() })),
      this.body, this.foot);
  }

  // The keyboard begins at what people need first: a field or a button.
  open(first = this.first()) {
    document.querySelector("main").append(this.node);
    this.node.showModal();
    document.dispatchEvent(new Event("dialogs"));
    leading = null;
    first.focus();
    return this;
  }

  first() {
    return this.body.querySelector("input:checked, input:not([type=radio]), select, textarea, button") ?? [...this.foot.querySelectorAll("button")].at(-1) ?? this.heading;
  }

  async close(force = false) {
    if (!this.node.open) return;
    if (force || await this.canClose()) this.node.close();
  }

  closed(onClose) {
    // A banner that was in it stays on the page.
    document.dispatchEvent(new Event("dialogs"));
    this.node.remove();
    const back = this.opener?.isConnected ? this.opener
      : [...document.querySelectorAll("[data-focus]")].find((node) => node.dataset.focus === this.openerKey && this.openerKey);
    const place = back && back !== document.body ? back : document.getElementById("steps-heading");
    if (!this.keepsFocus) place?.focus();
    onClose?.();
  }
}

// Asks, with one button per answer. Resolves with the value of the chosen answer, or null.
export function ask({ title, text, body = null, answers, className = null }) {
  return new Promise((resolve) => {
    let chosen = null;
    const buttons = answers.map((answer) => button(answer.text, {
      kind: answer.kind ?? null, on: () => {
        chosen = answer.value;
        dialog.close(true);
      },
    }));
    const dialog = new Dialog({ title, className, body: [text ? el("p", null, text) : null, body].filter(Boolean), buttons, onClose: () => resolve(chosen) });
    dialog.open(buttons.at(-1));
  });
}
