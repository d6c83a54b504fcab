import { ask } from "./dialog.js";
import { el } from "./dom.js";
import { button } from "./icons.js";
import { LiveText } from "./livetext.js";
import { typingPause } from "./typedtext.js";

// The whole text of a file whose steps cannot be read, to be repaired by hand.
export class FileText {
  constructor(app) {
    this.app = app;
    this.input = el("textarea", { id: "file-text", class: "sql file-text", rows: "14", spellcheck: "false", autocapitalize: "off", autocomplete: "off", dir: "ltr", data: { focus: "file-text" } });
    const error = el("p", { class: "field-error", "aria-live": "polite" });
    this.repaired = el("div", { class: "callout repaired", data: { state: "ok" }, role: "status" }, el("p", null, "The file can be read again."), button("Show its steps", { on: () => this.close() }));
    this.node = el("div", { class: "field" }, el("label", { for: "file-text" }, "Text of the file"), this.input, error, this.repaired);
    this.live = new LiveText(app, {
      input: this.input, error, pause: typingPause, value: (version) => version.text ?? null,
      edit: (script, text) => ({ kind: "setText", script, text }),
    });
  }

  // While somebody types, the field stays even if the file has become readable.
  draw(version, editable) {
    const broken = typeof version.text === "string";
    const staying = this.live.script === version.id && document.activeElement === this.input;
    const shown = broken || staying || this.live.kept.has(version.id);
    this.node.hidden = !shown;
    this.repaired.hidden = broken;
    this.input.readOnly = !editable;
    if (shown) this.live.follow(version);
    else this.live.leave();
    return shown;
  }

  // Selects a line, and scrolls to it.
  showLine(number) {
    const lines = this.input.value.split("\n");
    const start = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
    this.input.focus();
    this.input.setSelectionRange(start, start + (lines[number - 1] ?? "").length);
    this.input.scrollTop = (number - 4) * this.input.scrollHeight / lines.length;
  }

  async close() {
    await this.live.flush();
    const discard = !this.live.isUnsent || await ask({ title: "Discard your text?", text: "The file can be read again, but the last part of the text that you typed is not in it.",
      answers: [{ text: "Discard it", value: true }, { text: "Go on editing", value: false, kind: "primary" }] });
    if (!discard) return;
    this.live.script = null;
    this.node.hidden = true;
    this.app.redraw();
    document.getElementById("steps-heading")?.focus();
  }
}
