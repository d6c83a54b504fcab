import { post } from "./api.js";
import { groupsOf } from "./grouping.js";

// The same as in CheckedScripts.
const mostItems = 50;

// Which steps of the script that is shown can be edited in a form. Only the server knows, so it is asked after each change.
export class StepForms {
  constructor(app) {
    this.app = app;
    this.asked = null;
    // The revision that the steps are those of.
    this.answered = null;
    this.script = null;
    this.steps = [];
  }

  // The items of the smallest step that a form can change and that contains a card; null if there is none.
  around(items) {
    const fitting = this.script === this.app.store.selected ? this.steps.filter((step) => items.every((item) => step.includes(item.number))) : [];
    return fitting.sort((one, other) => one.length - other.length)[0] ?? null;
  }

  // Whether the steps are those of the scripts that are shown.
  get isKnown() {
    const { revision, selected } = this.app.store;
    return this.answered === revision && this.script === selected;
  }

  // Whether the server looks no closer at a card because of its size.
  isTooLong(items) {
    return items.length > mostItems && this.script === this.app.store.selected && this.of(items).length === 0;
  }

  // Those of a card: one for all of it, or one for each part that has its own, such as one of several rows.
  of(items) {
    const whole = this.around(items);
    if (whole) return [whole];
    const parts = items.map((item) => this.around([item])).filter((step) => step?.every((number) => items.some((item) => item.number === number)));
    return [...new Set(parts)];
  }

  update() {
    const { store } = this.app;
    const { version, revision } = store;
    if (!version || !store.canEdit(version)) return;
    const groups = groupsOf(version).map((group) => group.items.map((item) => item.number));
    const asked = JSON.stringify([version.id, revision, groups]);
    if (asked === this.asked) return;
    if (this.script !== version.id) this.steps = [];
    this.asked = asked;
    this.ask(asked, { revision, script: version.id });
  }

  async ask(asked, body) {
    try {
      const { steps } = await post("/api/steps", body);
      if (asked !== this.asked) return;
      // They were changed meanwhile. The next draw asks again.
      if (steps === null) {
        this.asked = null;
        return;
      }
      [this.script, this.steps, this.answered] = [body.script, steps, body.revision];
      this.app.cards.draw();
    } catch {
      // The connection tells when the server is gone. Without the answer, SQL can be edited.
    }
  }
}
