import { versionOf } from "./schema.js";
import { TypedText, isSame } from "./typedtext.js";

// The text field of a script, whose text is sent while one types. It follows the page from script to script.
export class LiveText extends TypedText {
  // `value(version)`: the server's text, or null if it has none. `edit(script, text)`: the Edit that sets it.
  constructor(app, { input, error, value, edit, pause }) {
    super(app, { input, error });
    Object.assign(this, { value, edit, pause });
    this.script = null;
    this.composing = false;
    this.timer = null;
    // Map(script → { text, before }): what could not be sent, and what is on its way.
    this.kept = new Map();
    this.flying = new Map();
    this.loop = null;
    this.parting = null;
    input.addEventListener("input", () => this.typed());
    input.addEventListener("blur", () => this.flush());
    input.addEventListener("compositionstart", () => { this.composing = true; });
    input.addEventListener("compositionend", () => {
      this.composing = false;
      this.typed();
    });
  }

  get isUnsent() {
    return this.script !== null && this.input.value !== this.sent;
  }

  // Map(script → text): what the server does not have.
  get unsentTexts() {
    const texts = new Map([...this.kept, ...this.flying].map(([script, entry]) => [script, entry.text]));
    if (this.isUnsent) texts.set(this.script, this.input.value);
    return texts;
  }

  get unsentScripts() {
    return [...this.unsentTexts.keys()];
  }

  // Follows the document to another script, or to text that was changed elsewhere.
  follow(version) {
    if (version.id !== this.script) {
      this.leave();
      this.script = version.id;
      this.take(this.value(version) ?? "");
      this.putBack(version);
      return;
    }
    const now = this.value(version);
    if (now === null) return;
    if (this.isUnsent || this.composing || this.flying.has(this.script)) this.compare(now);
    else if (!isSame(now, this.input.value)) this.take(now);
  }

  compare(now) {
    super.compare(now, this.flying.get(this.script)?.before);
  }

  // Text that could not be sent before another script was shown.
  putBack(version) {
    const flying = this.flying.get(this.script);
    if (flying) {
      this.input.value = flying.text;
      this.sent = flying.text;
    }
    const entry = this.kept.get(this.script);
    if (!entry) return;
    this.kept.delete(this.script);
    this.input.value = entry.text;
    this.sent = entry.before;
    const now = this.value(version);
    if (now !== null) this.compare(now);
    this.typed();
  }

  put(text) {
    const { selectionStart, selectionEnd, scrollTop } = this.input;
    this.input.value = text;
    if (document.activeElement !== this.input) return;
    this.input.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionEnd, text.length));
    this.input.scrollTop = scrollTop;
  }

  // Text with a rival cannot be sent, so it is kept for when its script is shown again.
  leave() {
    clearTimeout(this.timer);
    const [script, text, before] = [this.script, this.input.value, this.sent];
    if (this.isUnsent && this.rival !== null) this.kept.set(script, { text, before });
    else if (this.isUnsent) this.parting = Promise.all([this.parting, this.send(script, text, before)]);
    this.settle();
    this.script = null;
  }

  typed() {
    if (this.composing) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), this.pause);
    this.app.changed();
  }

  // Whoever waits for this can be sure that the server has the text, or that it was refused.
  flush() {
    clearTimeout(this.timer);
    this.loop ??= this.sendAll().finally(() => { this.loop = null; });
    return Promise.all([this.loop, this.parting]);
  }

  async sendAll() {
    while (this.isUnsent && !this.composing && this.rival === null) {
      const [script, text, before] = [this.script, this.input.value, this.sent];
      this.sent = text;
      if (!await this.send(script, text, before)) return;
    }
  }

  // False: the server does not have it.
  async send(script, text, before) {
    const entry = { text, before };
    this.flying.set(script, entry);
    try {
      await this.app.edits.send("/api/edit", { edit: this.edit(script, text) }, { select: false, again: () => this.hasStill(script, before) });
      this.kept.delete(script);
      this.error.textContent = "";
      return true;
    } catch (error) {
      this.failed(error, script, text, before);
      return false;
    } finally {
      if (this.flying.get(script) === entry) this.flying.delete(script);
    }
  }

  // After another tab's change: may the text be sent again, or would it replace what nobody here has seen?
  hasStill(script, before) {
    const version = versionOf(this.app.store.document, script);
    const now = version ? this.value(version) : null;
    return now !== null && isSame(now, before);
  }

  failed(error, script, text, before) {
    if (this.script !== script) this.kept.set(script, { text, before });
    else if (this.sent === text) this.sent = before;
    this.error.textContent = this.rival === null ? `${error.message.replace(/[.]?$/, ".")} Your text is still here.` : "";
    if (error.code === "no-server") this.app.edits.onProblem(error);
  }
}
