import { errorsOf, offerDependents } from "./dependents.js";
import { Dialog, ask } from "./dialog.js";
import { el } from "./dom.js";
import { capital, drawPreview } from "./formpreview.js";
import { button } from "./icons.js";
import { Questions } from "./questions.js";
import { nameInSentence, nextNumber, stepName } from "./store.js";

const pause = 300;

// Around every form, for a new step or one that changes: what it would do, in sentences and SQL, the questions that the server asks, and the button that does it.
export class FormDialog {
  // `items`: the step that changes; null for a new one. `answers`: those to its questions so far.
  constructor(app, form, { items = null, answers = [] } = {}) {
    this.app = app;
    this.form = form;
    this.items = items;
    this.step = items ? stepName(items) : null;
    this.script = app.store.selected;
    // The number of the update that it creates, or could create; null for none.
    this.newUpdate = null;
    this.offered = null;
    // That of the preview.
    this.revision = app.store.revision;
    this.turn = 0;
    this.touched = false;
    this.asked = null;
    this.marked = null;
    this.questions = new Questions(() => this.changed(), answers);
    this.problem = el("p", { class: "form-problem", "aria-live": "polite" });
    this.elsewhere = button("Put this into a new update", { icon: "plus", on: () => this.startUpdate() });
    this.elsewhere.hidden = true;
    this.preview = el("div", { class: "form-preview", role: "group", "aria-label": "Preview" });
    this.apply = el("button", { type: "submit", class: "button primary" }, this.words());
    const node = el("form", { class: "form", novalidate: true, on: { submit: (event) => this.submit(event) } },
      form.node, this.questions.node);
    this.dialog = new Dialog({
      title: items ? `Edit ${this.step}: ${form.title.charAt(0).toLowerCase()}${form.title.slice(1)}` : form.title, className: "form-dialog", body: node, canClose: () => this.mayClose(),
      buttons: [button("Cancel", { on: () => this.dialog.close() }), this.apply],
    });
    this.dialog.foot.before(el("div", { class: "form-outcome", tabindex: "-1" }, this.preview, this.problem, this.elsewhere));
    node.id = `${this.dialog.heading.id}-form`;
    this.apply.setAttribute("form", node.id);
  }

  words() {
    // A timestamp is not yet known.
    if (this.newUpdate !== null) return this.newUpdate < 1e11 ? `Add to update ${this.newUpdate}` : "Add to a new update";
    return this.items ? `Change ${this.step}` : `Add to ${nameInSentence(this.app.store.version)}`;
  }

  open() {
    this.dialog.open(this.form.first);
    this.look();
  }

  changed() {
    this.touched = true;
    this.turn += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), pause);
  }

  // Without an answer that is complete, there is nothing to show but what is missing.
  async look() {
    const change = this.form.change();
    if (typeof change === "string") return this.show({ statements: [], sentences: [], questions: [], message: change });
    this.turn += 1;
    const { turn } = this;
    try {
      const result = await this.ask(change, false);
      if (turn === this.turn) this.show(result);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
    return null;
  }

  // Questions depend on the change and on earlier answers. After the form has changed they are asked anew, so that none is left over.
  async ask(change, apply) {
    const key = JSON.stringify(change);
    if (this.asked !== key) this.questions.keep(this.questions.size > 0 ? (await this.app.edits.preview(this.script, change, [], this)).questions : []);
    this.asked = key;
    const answers = this.questions.answers();
    const { edits } = this.app;
    const result = await (apply ? edits.apply(this.script, change, answers, this) : edits.preview(this.script, change, answers, this));
    const isAnswered = result.questions ? this.questions.add(result.questions) : false;
    return isAnswered ? this.ask(change, apply) : result;
  }

  show(result) {
    this.revision = result.revision ?? this.revision;
    this.problem.textContent = "";
    this.elsewhere.hidden = true;
    this.point(null);
    const open = result.questions.length > 0 && result.sentences.length === 0;
    this.draw(result, open);
    this.keepInSight();
  }

  // What is typed stays in sight when the outcome below grows.
  keepInSight() {
    const { activeElement } = document;
    if (!this.dialog.body.contains(activeElement)) return;
    requestAnimationFrame(() => requestAnimationFrame(() => activeElement.isConnected && activeElement.scrollIntoView({ block: "nearest" })));
  }

  draw(result, open) {
    drawPreview(this.preview, result, { step: this.step, open, decisions: result.sentences.length > 0 ? this.questions.decisions() : [] });
  }

  // Marks the field that is wrong, and shows it even if it is behind “More”.
  point(control) {
    this.marked?.removeAttribute("aria-invalid");
    this.marked = control;
    control?.setAttribute("aria-invalid", "true");
    const details = control?.closest("details");
    if (details) details.open = true;
    return control;
  }

  fail(error) {
    this.draw({ sentences: [], statements: [], require: [], message: null }, false);
    this.problem.textContent = this.items && error.code === "stale-revision" ? "The scripts were changed while this form was open, so the step may be another one now. Close the form and open the step again." : capital(error.message);
    this.offered = error.newUpdate ?? null;
    this.elsewhere.hidden = this.offered === null;
    this.point(error.field ? this.questions.find(error.field) ?? this.form.find?.(error.field) ?? null : null);
    if (error.code === "no-server") this.app.edits.onProblem(error);
  }

  async submit(event) {
    event.preventDefault();
    clearTimeout(this.timer);
    const change = this.form.change();
    if (typeof change === "string") {
      this.problem.textContent = capital(change);
      this.point(this.form.find?.(null) ?? null)?.focus();
      return;
    }
    if (this.busy) return;
    this.busy = true;
    // Only a wait that people notice is shown.
    const words = this.apply.textContent;
    const waiting = setTimeout(() => {
      this.apply.textContent = this.items ? "Changing …" : "Adding …";
      this.apply.setAttribute("aria-disabled", "true");
    }, 500);
    try {
      const missing = this.questions.missing();
      if (missing) throw missing;
      this.turn += 1;
      const failed = errorsOf(this.app.store.version).length > 0;
      const result = await this.ask(change, true);
      if ("order" in result) return await this.done(result, failed);
      this.show(result);
      // The same words once, not twice.
      this.draw({ ...result, message: null }, false);
      this.problem.textContent = result.questions.length > 0 ? "Please answer the question above." : capital(result.message ?? "There is nothing to do.");
      this.questions.focusFirstOpen();
    } catch (error) {
      if (error.code === "stale-revision" && !this.items) return await this.lookAgain();
      this.fail(error);
      (error.control ?? this.marked)?.focus();
    } finally {
      clearTimeout(waiting);
      this.apply.textContent = words;
      this.apply.removeAttribute("aria-disabled");
      this.busy = false;
    }
  }

  // The preview was one for other scripts. The user decides whether to add what it shows now.
  async lookAgain() {
    this.asked = null;
    await this.look();
    this.problem.textContent ||= "The scripts were changed while this form was open, so nothing was added. Look at the preview before you add it.";
    return null;
  }

  // The form goes on with what was entered. Only adding it creates the update, so closing the form leaves nothing.
  async startUpdate() {
    if (this.busy) return;
    this.newUpdate = this.offered;
    this.asked = null;
    await this.look();
    // Not before the preview is drawn, which moves the button.
    this.apply.textContent = this.words();
    this.apply.focus();
  }

  // `failed`: whether a step failed before.
  async done(patch, failed) {
    this.dialog.keepsFocus = true;
    await this.dialog.close(true);
    this.app.show("steps");
    this.app.cards.focus(patch.item ?? nextNumber(this.app.store.version) - 1);
    const words = this.items
      ? { done: "what you have changed", reverts: ["undoes your change", "undo your change"], without: `With the changed ${this.items.length > 1 ? "steps" : "step"}`, undo: "Undo the change" }
      : { done: "what the new step has changed", reverts: ["undoes what you have added", "undo what you have added"], without: "With the new step", undo: "Undo the new step" };
    if (!failed && await offerDependents(this.app, this.script, patch, { words, isAdded: !this.items })) return;
    this.app.say(this.items ? capital(`${this.step} changed`) : "Added.", { undo: patch.revision });
  }

  async mayClose() {
    if (!this.touched) return true;
    const manner = this.items ? "Close without changing the step" : "Close without adding";
    return await ask({ title: `${manner}?`, text: "What you have entered in this form will be lost.",
      answers: [{ text: manner, value: true }, { text: "Go on editing", value: false, kind: "primary" }] }) === true;
  }
}
