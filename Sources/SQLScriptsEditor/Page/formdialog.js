import { errorsOf } from "./dependents.js";
import { Dialog, ask } from "./dialog.js";
import { el } from "./dom.js";
import { FormCall } from "./formcall.js";
import { afterForm } from "./formdone.js";
import { FormOutcome } from "./formoutcome.js";
import { button } from "./icons.js";
import { Questions } from "./questions.js";
import { nameInSentence, stepName } from "./store.js";
import { typingPause } from "./typedtext.js";

// Around every form, for a new step or one that changes: the questions that the server asks, the outcome, and the button that does it.
export class FormDialog {
  // `items`: the step that changes; null for a new one. `answers`: those to its questions so far.
  constructor(app, form, { items = null, answers = [] } = {}) {
    this.app = app;
    this.form = form;
    this.items = items;
    this.turn = 0;
    this.touched = false;
    this.questions = new Questions(() => this.changed(), answers);
    this.call = new FormCall(app, items, this.questions);
    const step = items ? stepName(items) : null;
    this.outcome = new FormOutcome({ step, find: (place) => this.questions.find(place) ?? form.find?.(place) ?? null, startUpdate: () => this.startUpdate() });
    this.apply = el("button", { type: "submit", class: "button primary" }, this.words());
    const node = el("form", { class: "form", novalidate: true, on: { submit: (event) => this.submit(event) } },
      form.node, this.questions.node);
    this.dialog = new Dialog({
      title: step ? `Edit ${step}: ${form.title.charAt(0).toLowerCase()}${form.title.slice(1)}` : form.title, className: "form-dialog", body: node, canClose: () => this.mayClose(),
      buttons: [button("Cancel", { on: () => this.dialog.close() }), this.apply],
    });
    this.dialog.foot.before(this.outcome.node);
    node.id = `${this.dialog.heading.id}-form`;
    this.apply.setAttribute("form", node.id);
  }

  words() {
    return `${this.wordsOfAction()}${this.fails ? " anyway" : ""}`;
  }

  wordsOfAction() {
    // A timestamp is not yet known.
    const { newUpdate } = this.call;
    if (newUpdate !== null) return newUpdate < 1e11 ? `Add to update ${newUpdate}` : "Add to a new update";
    return this.items ? `Change ${stepName(this.items)}` : `Add to ${nameInSentence(this.app.store.version)}`;
  }

  open() {
    this.dialog.open(this.form.first);
    this.look();
  }

  changed() {
    this.touched = true;
    this.turn += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), typingPause);
  }

  // Without an answer that is complete, there is nothing to show but what is missing.
  async look() {
    const change = this.form.change();
    if (typeof change === "string") return this.show({ statements: [], sentences: [], questions: [], message: change });
    this.turn += 1;
    const { turn } = this;
    try {
      const result = await this.call.send(change, false);
      if (turn === this.turn) this.show(result);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
    return null;
  }

  show(result) {
    this.call.shown(result);
    const problems = this.questions.acceptsFailure ? [] : result.problems ?? [];
    this.outcome.show({ ...result, problems }, this.questions);
    this.fails = problems.length > 0;
    if (!this.busy) this.apply.textContent = this.words();
    this.keepInSight();
  }

  fail(error) {
    if (error.code === "no-server") {
      this.app.edits.onProblem(error);
      error.message += " What you have entered stays in this form, and “Copy my changes” above has it, too.";
    }
    this.outcome.fail(error);
  }

  // What is typed stays in sight when the outcome below grows.
  keepInSight() {
    const { activeElement } = document;
    if (!this.dialog.body.contains(activeElement)) return;
    requestAnimationFrame(() => requestAnimationFrame(() => activeElement.isConnected && activeElement.scrollIntoView({ block: "nearest" })));
  }

  async submit(event) {
    event.preventDefault();
    clearTimeout(this.timer);
    const change = this.form.change();
    if (typeof change === "string") {
      this.outcome.say(change);
      this.outcome.point(this.form.find?.(null) ?? null)?.focus();
      return;
    }
    if (this.busy) return;
    this.busy = true;
    // Only a wait that people notice is shown.
    const waiting = setTimeout(() => {
      this.apply.textContent = this.items ? "Changing …" : "Adding …";
      this.apply.setAttribute("aria-disabled", "true");
    }, 500);
    try {
      await this.send(change);
    } catch (error) {
      if (error.code === "stale-revision" && !this.items) return await this.lookAgain();
      this.fail(error);
      (error.control ?? this.outcome.marked)?.focus();
    } finally {
      clearTimeout(waiting);
      this.busy = false;
      this.apply.textContent = this.words();
      this.apply.removeAttribute("aria-disabled");
    }
  }

  async send(change) {
    const missing = this.questions.missing();
    if (missing) throw missing;
    this.turn += 1;
    const { version } = this.app.store;
    const before = { failed: errorsOf(version).length > 0, size: version.items.length };
    const result = await this.call.send(change, true);
    if ("order" in result) {
      this.dialog.keepsFocus = true;
      // The changed table may have a new name.
      this.app.noteTable(change.kind === "createTable" || change.kind === "changeTable" ? change.name : change.table ?? "");
      await this.dialog.close(true);
      await afterForm(this.app, { script: this.call.script, items: this.items, patch: result, before });
      return;
    }
    this.show(result);
    this.outcome.say(result.questions.length > 0 ? "Please answer the question above." : result.message ?? "There is nothing to do.", result);
    this.questions.focusFirstOpen();
  }

  // The preview was one for other scripts. The user decides whether to add what it shows now.
  async lookAgain() {
    this.call.startAnew();
    await this.look();
    this.outcome.problem.textContent ||= "The scripts were changed while this form was open, so nothing was added. Look at the preview before you add it.";
    return null;
  }

  // The form goes on with what was entered. Only adding it creates the update, so closing the form leaves nothing.
  async startUpdate() {
    if (this.busy) return;
    this.call.startAnew(this.outcome.offered);
    await this.look();
    // Not before the preview is drawn, which moves the button.
    this.apply.textContent = this.words();
    this.apply.focus();
  }

  async mayClose() {
    if (!this.touched) return true;
    const manner = this.items ? "Close without changing the step" : "Close without adding";
    return await ask({ title: `${manner}?`, text: "What you have entered in this form will be lost.",
      answers: [{ text: manner, value: true }, { text: "Go on editing", value: false, kind: "primary" }] }) === true;
  }
}
