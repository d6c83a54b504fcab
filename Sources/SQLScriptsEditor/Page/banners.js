import { el, visible } from "./dom.js";
import { button, icon } from "./icons.js";

// Messages above the page. Each has a name, so that the same one is never there twice.
export class Banners {
  constructor(app, root) {
    this.app = app;
    this.root = root;
    this.nodes = new Map();
    // Those that the user has closed, until there is news.
    this.closed = new Set();
    document.addEventListener("dialogs", () => this.place());
  }

  // `actions`: [{ text, on, kind }]. `closable` false: it goes only when its reason has gone. `urgent`: it is also shown in an
  // open dialog, behind which nothing can be reached.
  show(name, options) {
    if (!this.closed.has(name)) this.draw(name, options);
  }

  reopen(name) {
    this.closed.delete(name);
  }

  close(name) {
    if (name !== "problem") this.closed.add(name);
    this.remove(name);
  }

  // `command`: what to type in the terminal.
  draw(name, { text, detail = null, command = null, state = "warning", actions = [], closable = true, urgent = false }) {
    const node = el("div", { class: "callout banner", data: { name, state, urgent: urgent ? "" : null } }, icon(state),
      el("div", { class: "banner-text" }, el("p", null, visible(text)), detail ? el("p", { class: "soft small" }, visible(detail)) : null,
        command ? el("p", { class: "small" }, "The command to start it: ", el("code", { class: "command" }, visible(command))) : null),
      el("div", { class: "button-row" }, actions.map((action) => button(action.text, { kind: action.kind ?? null, on: action.on })),
        closable ? button(null, { icon: "close", label: "Close this message", kind: "quiet", on: () => this.close(name) }) : null));
    const old = this.nodes.get(name);
    if (old && old.textContent === node.textContent) return;
    if (old) old.replaceWith(node);
    else this.root.append(node);
    this.nodes.set(name, node);
    this.place();
    if (!old || old.querySelector("p").textContent !== node.querySelector("p").textContent) this.app.warn(text);
  }

  // The live region behind a dialog is not read, so what is in the dialog speaks for itself.
  place() {
    // A question over a form comes after it.
    const dialog = [...document.querySelectorAll("dialog[open]:not(.copy-dialog)")].at(-1);
    for (const node of this.nodes.values()) {
      const place = dialog && "urgent" in node.dataset ? dialog : this.root;
      if (node.parentNode === place) continue;
      node.toggleAttribute("role", false);
      if (place === dialog) node.setAttribute("role", "alert");
      if (place === dialog) dialog.querySelector(".dialog-head").after(node);
      else place.append(node);
    }
  }

  remove(name) {
    const node = this.nodes.get(name);
    if (!node) return;
    const heading = node.closest("dialog")?.querySelector("h2") ?? document.getElementById("steps-heading");
    const hadFocus = node.contains(document.activeElement);
    this.nodes.delete(name);
    this.app.toasts.unwarn(node.querySelector("p").textContent);
    node.remove();
    if (hadFocus) heading?.focus();
  }
}
