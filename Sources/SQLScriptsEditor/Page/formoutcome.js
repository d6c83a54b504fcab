import { el } from "./dom.js";
import { asSentence, drawPreview, drawProblems, drawWarnings } from "./formpreview.js";
import { button } from "./icons.js";

// Below a form: what it would do, or why it cannot, and the way to a new update if the script can have no such step.
export class FormOutcome {
  // `step`: the name of the step that changes; null for a new one. `find(place)`: the control that an error is about.
  constructor({ step, find, startUpdate }) {
    this.step = step;
    this.find = find;
    // The number of the update that it could create; null for none.
    this.offered = null;
    this.marked = null;
    this.preview = el("div", { class: "form-preview", role: "group", "aria-label": "Preview" });
    // First, so that it is in sight however long the rest is.
    this.warnings = el("div", { class: "form-preview", "aria-live": "polite" });
    this.failures = el("div", { class: "form-preview", "aria-live": "polite" });
    this.problem = el("p", { class: "form-problem", "aria-live": "polite" });
    this.elsewhere = button("Put this into a new update", { icon: "plus", on: startUpdate });
    this.elsewhere.hidden = true;
    this.node = el("div", { class: "form-outcome", tabindex: "-1" }, this.failures, this.warnings, this.preview, this.problem, this.elsewhere);
  }

  show(result, questions) {
    this.problem.textContent = "";
    this.elsewhere.hidden = true;
    this.point(null);
    const open = result.questions.length > 0 && result.sentences.length === 0;
    this.draw(result, { open, decisions: result.sentences.length > 0 ? questions.decisions() : [], warnings: questions.warnings() });
  }

  draw(result, { open = false, decisions = [], warnings = [] } = {}) {
    drawProblems(this.failures, result.problems ?? []);
    drawWarnings(this.warnings, [...warnings, ...result.losses ?? []]);
    drawPreview(this.preview, result, { step: this.step, open, decisions, isWarned: warnings.length > 0 });
  }

  // The preview may end in the same words, which are said once. `result`: what else it says.
  say(words, result = {}) {
    this.draw({ sentences: [], statements: [], require: [], ...result, message: null });
    this.problem.textContent = asSentence(words);
  }

  // Marks the field that is wrong, and shows it even if it is behind “More”.
  point(control) {
    this.marked?.removeAttribute("aria-invalid");
    this.marked = control;
    if (!control?.matches("button")) control?.setAttribute("aria-invalid", "true");
    const details = control?.closest("details");
    if (details) details.open = true;
    return control;
  }

  fail(error) {
    this.say(this.step && error.code === "stale-revision" ? "The scripts were changed while this form was open, so the step may be another one now. Close the form and open the step again." : error.message);
    this.offered = error.newUpdate ?? null;
    this.elsewhere.hidden = this.offered === null;
    this.point(error.field ? this.find(error.field) : null);
  }
}
