// A text field whose text is sent while one types. Newer typing is never overwritten by what comes back.
export class LiveText {
  // `value(version)`: the server's text. `edit(script, text)`: the Edit that sets it.
  constructor(app, { input, error, value, edit, pause }) {
    Object.assign(this, { app, input, error, value, edit, pause });
    this.script = null;
    this.sent = "";
    this.composing = false;
    this.timer = null;
    this.kept = new Map();
    this.flying = new Map();
    this.sending = null;
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

  // The scripts with text that the server does not have.
  get unsentScripts() {
    return [...this.kept.keys(), ...this.flying.keys(), ...(this.isUnsent ? [this.script] : [])];
  }

  // Follows the document to another script, or to text that was changed elsewhere.
  follow(version) {
    if (version.id !== this.script) {
      this.flush();
      this.script = version.id;
      this.take(this.value(version));
      this.putBack();
    } else if (!this.isUnsent && !this.composing && this.value(version).trim() !== this.input.value.trim()) {
      this.take(this.value(version));
    }
  }

  // Text that could not be sent before another script was shown.
  putBack() {
    if (!this.kept.has(this.script)) return;
    this.input.value = this.kept.get(this.script);
    this.kept.delete(this.script);
    this.typed();
  }

  take(text) {
    const { selectionStart, selectionEnd, scrollTop } = this.input;
    this.input.value = text;
    this.sent = this.input.value;
    this.error.textContent = "";
    if (document.activeElement !== this.input) return;
    this.input.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionEnd, text.length));
    this.input.scrollTop = scrollTop;
  }

  leave() {
    this.flush();
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
    this.sending ??= this.sendAll().finally(() => { this.sending = null; });
    return this.sending;
  }

  async sendAll() {
    while (this.isUnsent && !this.composing) {
      const [script, text, before] = [this.script, this.input.value, this.sent];
      this.sent = text;
      this.flying.set(script, text);
      try {
        await this.app.edits.send("/api/edit", { edit: this.edit(script, text) }, { select: false, again: () => true });
        this.error.textContent = "";
      } catch (error) {
        if (this.script !== script) this.kept.set(script, text);
        else if (this.sent === text) this.sent = before;
        this.error.textContent = `${error.message.replace(/[.]?$/, ".")} Your text is still here.`;
        if (error.code === "no-server") this.app.edits.onProblem(error);
        return;
      } finally {
        this.flying.delete(script);
      }
    }
  }
}
