import { el, visible } from "./dom.js";
import { button, icon } from "./icons.js";

// Messages above the page. Each has a name, so that the same one is never there twice.
export class Banners {
  constructor(app, root) {
    this.app = app;
    this.root = root;
  }

  find(name) {
    return [...this.root.children].find((node) => node.dataset.name === name) ?? null;
  }

  // `actions`: [{ text, on, kind }]. `closable` false: it goes only when its reason has gone.
  show(name, { text, detail = null, state = "warning", actions = [], closable = true }) {
    const node = el("div", { class: "callout banner", data: { name, state } }, icon(state),
      el("div", { class: "banner-text" }, el("p", null, visible(text)), detail ? el("p", { class: "soft small" }, visible(detail)) : null),
      el("div", { class: "button-row" }, actions.map((action) => button(action.text, { kind: action.kind ?? null, on: action.on })),
        closable ? button(null, { icon: "close", label: "Close this message", kind: "quiet", on: () => this.remove(name) }) : null));
    const old = this.find(name);
    if (old && old.textContent === node.textContent) return;
    if (old) old.replaceWith(node);
    else this.root.append(node);
    this.app.warn(text);
  }

  remove(name) {
    const node = this.find(name);
    if (!node) return;
    const hadFocus = node.contains(document.activeElement);
    node.remove();
    if (hadFocus) document.getElementById("steps-heading")?.focus();
  }
}
