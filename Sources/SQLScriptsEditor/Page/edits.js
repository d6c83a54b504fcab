import { APIError, get, post } from "./api.js";
import { ask } from "./dialog.js";
import { Moves } from "./moves.js";
import { versionOf } from "./schema.js";

// What the user types is sent before anything else, so it may come between a press and its edit.
const typed = ["insert", "set", "describe", "setText"];

// One change is in flight at a time, so that nothing overtakes. Each carries the revision that the user saw.
export class Edits {
  constructor(store) {
    this.store = store;
    this.tail = Promise.resolve();
    this.waiting = 0;
    // Map(revision → kind of the edit): what this page has brought.
    this.own = new Map();
    this.pressed = new Set();
    this.moves = new Moves();
    this.onBusy = () => {};
    this.onProblem = () => {};
    this.onReloaded = () => {};
    this.onSuccess = () => {};
    this.beforeStructure = async () => {};
  }

  // Runs `action(revision)` after everything that waits. `again`: may be repeated once with the newer document of another tab.
  queue(action, { again = null } = {}) {
    this.waiting += 1;
    this.onBusy(true);
    const result = this.tail.then(() => this.attempt(action, again)).then((value) => {
      this.onSuccess();
      return value;
    });
    this.tail = result.then(() => {}, () => {}).then(() => {
      this.waiting -= 1;
      if (this.waiting === 0) this.onBusy(false);
    });
    return result;
  }

  // Runs `action(revision)` after the edits that wait now, and no later edit waits for it: it may take long.
  async aside(action) {
    await this.tail;
    const { revision } = this.store;
    try {
      return await action(revision);
    } catch (error) {
      if (!(error instanceof APIError) || error.code !== "stale-revision") throw error;
    }
    await this.queue(async () => {
      if (this.store.revision === revision) await this.reread();
    });
    return action(this.store.revision);
  }

  async attempt(action, again) {
    try {
      return await action(this.store.revision);
    } catch (error) {
      if (!(error instanceof APIError) || error.code !== "stale-revision") throw error;
      await this.reread();
      if (again?.()) return action(this.store.revision);
      error.message = "The scripts have changed since, so your last change was not made. The page shows them as they are now; please try again.";
      throw error;
    }
  }

  // `known`: the newest change that the user knows of.
  async reread(known = this.store.revision) {
    this.store.load(await get("/api/document"));
    this.tellNews(known);
  }

  // What other programs have done is an event of its own.
  tellNews(known) {
    const { revision, followed } = this.store.editor;
    if (revision !== known && revision !== followed) this.onReloaded();
  }

  // `kind`: that of this page's edit.
  async take(patch, { kind, select = true }) {
    if (patch.revision > this.store.revision) this.own.set(patch.revision, kind);
    if (!this.store.apply(patch)) await this.reread(patch.revision);
    if (select && patch.select !== null && patch.select !== undefined) this.store.select(patch.select);
    return patch;
  }

  // The newest revision that differs from an earlier one only by this page's own edits. `kinds`: only those.
  since(revision, kinds = null) {
    let last = revision;
    while (this.own.has(last + 1) && (kinds?.includes(this.own.get(last + 1)) ?? true)) last += 1;
    return last;
  }

  // The later revisions that this page has brought, whose texts its user knows.
  ownAfter(revision) {
    return [...this.own.keys()].filter((number) => number > revision);
  }

  // `seen(revision)`: the revision that the user saw, if not the newest.
  send(path, body, { seen = (revision) => revision, select = true, again = null } = {}) {
    return this.queue(async (revision) => this.take(await post(path, { revision: seen(revision), own: this.ownAfter(seen(revision)), ...body }), { kind: body.edit?.kind, select }), { again });
  }

  // Text that is still on its way goes first, so that it meets the right step. The server knows where steps have gone since.
  // Null: the server had a question, and the user does not want the edit.
  async edit(edit, options = {}) {
    const before = edit.kind === "move" ? versionOf(this.store.document, edit.script) : null;
    const patch = await this.makeEdit(edit, options);
    if (before && patch) this.moves.note(before, versionOf(this.store.document, edit.script), edit.items);
    return patch;
  }

  async makeEdit(edit, { revision = this.store.revision }) {
    await this.beforeStructure();
    const mapped = edit.kind === "remove" || edit.kind === "move";
    const seen = () => mapped ? revision : this.since(revision, typed);
    try {
      return await this.send("/api/edit", { edit }, { seen });
    } catch (error) {
      // The change on the way may have been any, for example of several scripts.
      if (error.code === "stale-revision" && this.since(revision) >= this.store.revision) error.message = "Your change before this one was not done yet, so this one was not made. The page shows the scripts as they are now; please try again.";
      if (!error.question) throw error;
      const { title, action } = error.question;
      const agreed = await ask({ title, text: error.message, answers: [{ text: action, value: true, kind: "danger" }, { text: "Cancel", value: false, kind: "primary" }] });
      return agreed === true ? await this.send("/api/edit", { edit: { ...edit, confirmed: true } }, { seen }) : null;
    }
  }

  // Undo or redo. `revision`: only the change that led to it. Otherwise the last one of this page, also if it is on its way.
  // `start()` is called when nothing is before it any more.
  async go(kind, { revision = null, start = () => {} } = {}) {
    const seen = this.store.revision;
    if (revision === null) await this.beforeStructure();
    const action = async () => {
      start();
      const shown = revision ?? this.since(seen);
      return this.take(await post("/api/edit", { revision: shown, edit: { kind } }), { kind });
    };
    return this.queue(action);
  }

  // What does not fit the change that led to a revision; null if something else was changed since.
  async later(revision) {
    try {
      return await post("/api/later", { revision });
    } catch {
      return null;
    }
  }

  // The same as `edit`, and a failure is told to the user instead of the caller. Null: it failed, or it is the second press of
  // a double click.
  async attemptEdit(edit, { revision = this.store.revision } = {}) {
    const press = JSON.stringify([revision, edit]);
    if (this.pressed.has(press)) return null;
    this.pressed.add(press);
    try {
      return await this.edit(edit, { revision });
    } catch (error) {
      this.onProblem(error);
      return null;
    } finally {
      this.pressed.delete(press);
    }
  }

  // What a form would do, and the `revision` of the scripts to which it would do it. `items`: the step that the form replaces, in
  // the scripts that it was opened for; null if it adds one.
  // `newUpdate`: they go into a new update after the script.
  preview(script, change, answers, { items, revision: opened, newUpdate }) {
    return this.queue(async (newest) => {
      const revision = items ? opened : newest;
      return { ...await post("/api/form", { revision, script, change, answers, apply: false, items, newUpdate: newUpdate !== null }), revision };
    }, { again: items ? null : () => true });
  }

  // Does it, but only to the scripts of the preview.
  apply(script, change, answers, { items, revision, newUpdate }) {
    return this.queue(async () => {
      const result = await post("/api/form", { revision, script, change, answers, apply: true, items, newUpdate: newUpdate !== null });
      return "order" in result ? this.take(result, { kind: "form" }) : result;
    });
  }

  // From the stream of events. A revision that is new here may be that of this page's own edit, whose answer comes first
  // then. Otherwise it comes from another tab.
  async receive(patch) {
    if (patch.revision === this.store.revision && this.store.apply(patch)) return;
    await this.queue(async () => {
      const { revision } = this.store;
      if (!this.store.apply(patch)) await this.reread();
      else this.tellNews(revision);
    });
  }

  // What the server shows when the events begin.
  async catchUp(state) {
    if (state > this.store.state) await this.queue(() => state > this.store.state ? this.reread() : null);
  }
}
