import { APIError, get, post } from "./api.js";

// One change is in flight at a time and each carries the revision that the one before it brought, so that nothing overtakes.
export class Edits {
  constructor(store) {
    this.store = store;
    this.tail = Promise.resolve();
    this.waiting = 0;
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
      error.message = "Another tab changed the scripts. The page now shows them as they are. Your last change was not made; please try again.";
      throw error;
    }
  }

  // `known`: the newest change that the user knows of.
  async reread(known = this.store.revision) {
    this.store.load(await get("/api/document"));
    if (this.store.revision !== known) this.onReloaded();
  }

  async take(patch, select) {
    if (!this.store.apply(patch)) await this.reread(patch.revision);
    if (select && patch.select !== null && patch.select !== undefined) this.store.select(patch.select);
    return patch;
  }

  send(path, body, { select = true, again = null } = {}) {
    return this.queue(async (revision) => this.take(await post(path, { revision, ...body }), select), { again });
  }

  // A change to the order or number of items. Text that is still on its way goes first, so that it meets the right item.
  async edit(edit) {
    await this.beforeStructure();
    return this.send("/api/edit", { edit });
  }

  // The same, and a failure is told to the user instead of the caller. Null: it failed.
  async attemptEdit(edit) {
    try {
      return await this.edit(edit);
    } catch (error) {
      this.onProblem(error);
      return null;
    }
  }

  // `items`: the step that the form replaces; null if it adds one.
  async form(script, change, answers, apply, items = null) {
    if (apply) await this.beforeStructure();
    return this.queue(async (revision) => {
      const result = await post("/api/form", { revision, script, change, answers, apply, items });
      return "order" in result ? this.take(result, true) : result;
    }, { again: () => true });
  }

  // From the stream of events. A revision that is new here may be that of this page's own edit, whose answer comes first
  // then. Otherwise it comes from another tab.
  async receive(patch) {
    if (patch.revision === this.store.revision && this.store.apply(patch)) return;
    await this.queue(async () => {
      const { revision } = this.store;
      if (!this.store.apply(patch)) await this.reread();
      else if (this.store.revision !== revision) this.onReloaded();
    });
  }

  // What the server shows when the events begin.
  async catchUp(state) {
    if (state > this.store.state) await this.queue(() => state > this.store.state ? this.reread() : null);
  }
}
