import { el, freshId, plainVisible } from "./dom.js";
import { spelled, suggestionsAt } from "./suggestions.js";

// The list of names under the caret. The field keeps the focus; the list is announced through aria-activedescendant.
export class Completion {
  constructor(field, tables) {
    this.field = field;
    this.tables = tables;
    this.found = null;
    this.active = 0;
    this.moved = false;
    this.id = freshId("completion");
    this.list = el("ul", { id: this.id, class: "completion", role: "listbox", "aria-label": "Suggestions", popover: "manual" });
    field.node.append(this.list);
    field.input.setAttribute("aria-autocomplete", "list");
    field.input.setAttribute("aria-haspopup", "listbox");
  }

  get isOpen() {
    return this.found !== null;
  }

  update(asked = false) {
    const { input } = this.field;
    const alone = input.selectionStart === input.selectionEnd && document.activeElement === input && !this.field.composing;
    this.found = alone ? suggestionsAt(input.value, input.selectionStart, this.tables(), { asked }) : null;
    this.active = 0;
    this.moved = asked;
    if (!this.found) return this.close();
    this.draw();
    return null;
  }

  draw() {
    const { input } = this.field;
    this.list.replaceChildren(...this.found.list.map((entry, index) => el("li", {
      id: `${this.id}-${index}`, role: "option", class: `completion-${entry.kind}`, "aria-selected": String(index === this.active),
      on: { mousedown: (event) => this.choose(event, index) },
    }, el("bdi", { class: "completion-text" }, plainVisible(entry.text, 60)), el("span", { class: "completion-detail" }, plainVisible(entry.detail, 50)))));
    input.setAttribute("aria-controls", this.id);
    input.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
    if (!this.list.matches(":popover-open")) this.list.showPopover();
    this.place();
    this.list.children[this.active]?.scrollIntoView({ block: "nearest" });
  }

  place() {
    const spot = this.field.rectangleAt(this.found.start);
    const box = this.list.getBoundingClientRect();
    const below = spot.bottom + 4 + box.height <= innerHeight;
    this.list.style.left = `${Math.max(8, Math.min(spot.left, innerWidth - box.width - 8))}px`;
    this.list.style.top = `${below ? spot.bottom + 4 : Math.max(8, spot.top - 4 - box.height)}px`;
  }

  close() {
    this.found = null;
    if (this.list.isConnected && this.list.matches(":popover-open")) this.list.hidePopover();
    this.field.input.removeAttribute("aria-activedescendant");
    this.field.input.removeAttribute("aria-controls");
  }

  choose(event, index) {
    event.preventDefault();
    this.active = index;
    this.accept();
  }

  accept() {
    const entry = this.found.list[this.active];
    const { start, end } = this.found;
    this.close();
    this.field.insert(entry.kind === "keyword" ? entry.text : spelled(entry.text), start, end);
    this.close();
  }

  // True: the key was meant for the list.
  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === " ") {
      event.preventDefault();
      this.update(true);
      return true;
    }
    if (!this.isOpen) return false;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (plain && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const { length } = this.found.list;
      this.active = (this.active + (event.key === "ArrowDown" ? 1 : length - 1)) % length;
      this.moved = true;
      this.draw();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      this.close();
    } else if (plain && (event.key === "Tab" || (event.key === "Enter" && this.takesEnter))) {
      this.accept();
    } else {
      if (["ArrowLeft", "ArrowRight", "Home", "End", "Enter"].includes(event.key)) this.close();
      return false;
    }
    event.preventDefault();
    return true;
  }

  // One letter may be a short name of the writer's own, such as “u” in “FROM user u”, which a line break must not replace.
  get takesEnter() {
    return this.moved || this.found.qualified || this.found.prefix.length > 1;
  }
}
