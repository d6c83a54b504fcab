import { APIError, post } from "./api.js";
import { el, freshId } from "./dom.js";
import { button } from "./icons.js";
import { schemaBefore, schemaOf, versionOf } from "./schema.js";
import { SQLField } from "./sqlfield.js";
import { itemOf, nextNumber } from "./store.js";
import { TypedText, typingPause } from "./typedtext.js";

// SQL that somebody is typing: the field, the item that it belongs to (null: not there yet), and what the server has of it.
export class Draft extends TypedText {
  constructor(app, { script, item = null, before = null, text = "" }) {
    const messageID = freshId("sql-message");
    const message = el("p", { id: messageID, class: "field-error", "aria-live": "polite" });
    const field = new SQLField({
      text, label: item === null ? "SQL of the new step" : `SQL of step ${item}`, describedBy: messageID,
      tables: () => this.tables(), onInput: () => this.schedule(), onDone: () => app.closeDraft(true),
    });
    const node = el("div", { class: "draft" }, field.node, message);
    super(app, { input: field.input, error: message });
    Object.assign(this, { field, node, script, item, before });
    this.flying = null;
    this.refused = null;
    // The last change that this field has made, and how many there were without another one in between.
    this.made = { patch: null, times: 0, described: false };
    this.isNew = item === null;
    this.size = versionOf(app.store.document, script).items.length;
    this.timer = null;
    this.sending = null;
    field.onComposed = () => app.composed();
  }

  get text() {
    return this.field.text;
  }

  get isUnsent() {
    return this.text !== this.sent && (this.item !== null || this.text.trim() !== "");
  }

  // A script may use a table before it drops it, so both ends of the script count.
  tables() {
    const { document } = this.app.store;
    return new Map([...schemaBefore(document, this.script), ...schemaOf(document, this.script)]);
  }

  schedule() {
    this.say("");
    this.refused = null;
    this.app.changed();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), typingPause);
  }

  say(words) {
    super.say(words);
    this.field.input.toggleAttribute("aria-invalid", false);
    if (words) this.field.input.setAttribute("aria-invalid", "true");
  }

  put(text) {
    this.field.replace(text);
  }

  // Without the other text, the step is gone, and so is the reason for this field.
  useTheirs() {
    super.useTheirs();
    if (this.item === null) this.app.closeDraft(true);
  }

  became(item) {
    this.item = item;
    this.field.input.setAttribute("aria-label", `SQL of step ${item}`);
  }

  flush() {
    clearTimeout(this.timer);
    this.sending ??= this.sendAll().finally(() => { this.sending = null; });
    return this.sending;
  }

  async sendAll() {
    while (this.isUnsent && !this.field.composing && this.rival === null && this.refused !== this.text) {
      const { text } = this;
      if (!text.trim()) {
        this.refused = text;
        this.say("A step cannot be empty. Delete it instead.");
        return;
      }
      try {
        await this.app.edits.queue((revision) => this.send(text, revision), { again: () => this.rival === null });
      } catch (error) {
        this.failed(error, text);
        return;
      }
    }
  }

  async send(text, revision) {
    this.flying = text;
    try {
      const edit = this.item === null
        ? { kind: "insert", script: this.script, before: this.before, sql: [text] }
        : { kind: "set", script: this.script, item: this.item, sql: text };
      const patch = await post("/api/edit", { revision, edit });
      if (this.item === null) this.became(patch.item ?? this.before);
      this.sent = text;
      this.say("");
      this.noteMade(patch, revision);
      await this.app.edits.take(patch, { kind: edit.kind, select: false });
    } finally {
      this.flying = null;
    }
  }

  noteMade(patch, revision) {
    if (patch.revision === revision) return;
    // A description that was typed in between is no part of the change, but undoing goes through it.
    const { patch: last, times, described } = this.made;
    const goesOn = last !== null && this.app.edits.since(last.revision, ["describe"]) >= revision;
    const between = goesOn ? revision - last.revision : 0;
    this.made = { patch, times: goesOn ? times + between + 1 : 1, described: goesOn && (described || between > 0) };
  }

  failed(error, text) {
    if (this.rival !== null) return;
    if (error instanceof APIError) {
      this.refused = text;
      this.say(`${error.message.replace(/[.]?$/, ".")} Your text is still here.`);
      if (error.statements.length > 1) this.error.append(" ", this.splitButton(error.statements));
    } else {
      this.app.edits.onProblem(error);
    }
  }

  splitButton(sql) {
    const edit = () => this.item === null ? { kind: "insert", script: this.script, before: this.before, sql } : { kind: "split", script: this.script, item: this.item, sql };
    return button(`Split into ${sql.length} steps`, { data: { focus: "split" }, on: async () => {
      const { sent } = this;
      // Nothing else sends the text meanwhile.
      this.sent = this.text;
      if (await this.app.edits.attemptEdit(edit()) === null) {
        this.sent = sent;
        return;
      }
      // An earlier change of this field cannot be undone alone any more.
      this.made = { patch: null, times: 0, described: false };
      this.app.closeDraft(true);
    } });
  }

  // Finds the item again after a change from elsewhere. False: it is gone, and so is the reason for this field.
  follow() {
    const version = versionOf(this.app.store.document, this.script);
    if (!version) return this.isUnsent;
    const { items } = version;
    const sizeBefore = this.size;
    this.size = items.length;
    if (this.item === null) {
      // What was typed at the end stays there.
      this.before = this.before > sizeBefore ? nextNumber(version) : Math.min(this.before, nextNumber(version));
      const arrived = this.flying !== null && items.length > sizeBefore && itemOf(version, this.before)?.sql === this.flying;
      if (arrived) {
        this.became(this.before);
        this.sent = this.flying;
      }
      return true;
    }
    const mine = (item) => item.sql === this.sent || item.sql === this.flying;
    const matches = items.filter(mine).sort((one, other) => Math.abs(one.number - this.item) - Math.abs(other.number - this.item));
    if (matches.length > 0) {
      this.became(matches[0].number);
      this.settle();
      return true;
    }
    const same = items.length === sizeBefore ? itemOf(version, this.item) : null;
    if (same) {
      if (this.isUnsent || this.field.composing) this.compare(same.sql);
      else this.take(same.sql);
      return true;
    }
    if (!this.isUnsent) return false;
    [this.before, this.item] = [Math.min(this.item, nextNumber(version)), null];
    this.ask("", "This step was deleted. Your text is still here.", { mine: "Add it as a new step", theirs: "Discard my text" });
    return true;
  }
}
