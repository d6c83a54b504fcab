import { el, visible } from "./dom.js";
import { LiveText } from "./livetext.js";

// The script's own description.
export class DescriptionField {
  constructor(app) {
    const input = el("textarea", { id: "description", rows: "3", data: { focus: "description" } });
    const error = el("p", { class: "field-error", "aria-live": "polite" });
    this.input = input;
    this.text = el("p", { class: "description-text" });
    this.editing = el("div", { class: "field" }, el("label", { for: "description" }, "Description"), input, error);
    this.node = el("div", null, this.editing, this.text);
    this.live = new LiveText(app, {
      input, error, pause: 600, value: (version) => version.description ?? "",
      edit: (script, description) => ({ kind: "describe", script, description }),
    });
  }

  draw(version, editable) {
    if (editable) this.live.follow(version);
    else this.live.leave();
    this.input.placeholder = version.id === 0 ? "Say in a few words what these tables are for" : "Say in a few words what this update is for";
    this.editing.hidden = !editable;
    this.text.hidden = editable || version.description === null;
    this.text.replaceChildren(...visible(version.description ?? "", { lines: true }));
  }
}
