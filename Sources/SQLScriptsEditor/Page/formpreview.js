import { capital, el, visible, words } from "./dom.js";
import { icon } from "./icons.js";
import { redraw } from "./keeping.js";
import { coloredSQL } from "./sql.js";

// What a form would do, in sentences and SQL. `step`: the name of the step that changes; null for a new one. `open`: whether a
// question has no answer yet. `decisions`: the answers, as words. `isWarned`: whether an answer says that the update may stop.
export function drawPreview(node, result, { step, open, decisions, isWarned }) {
  // Nothing is promised of a step that fails.
  const sentences = result.problems?.length > 0 ? [] : result.sentences;
  redraw(node, [sentences, result.statements, result.require, result.message, open, decisions, isWarned], () => [
    open ? el("p", { class: "soft" }, `Answer the question above to see what ${step ? `${step} will do` : "will be added"}.`) : null,
    result.message && sentences.length === 0 ? el("p", { class: "soft" }, visible(asSentence(result.message))) : null,
    sentences.length > 0 ? el("p", { class: "label" }, step ? `This is what ${step} will do:` : "This will be added:") : null,
    sentences.map((sentence) => el("p", { class: "preview-sentence" }, icon("arrow"), el("span", null, words(sentence)))),
    decisions.map((decision) => el("p", null, "In rows that do not fit: ", visible(decision), ".")),
    result.statements.length > 0 ? el("details", null, el("summary", { data: { focus: "preview-sql" } }, "SQL"), result.statements.map((sql) => coloredSQL(sql, { className: "sql-block" }))) : null,
    result.require?.length > 0 && !isWarned ? el("p", { class: "soft small" }, "The update stops before it changes anything if there are rows that do not fit.") : null,
  ].flat());
}

// Why the step would not run, and what to do about it.
export function drawProblems(node, problems) {
  redraw(node, problems, () => problems.map(({ message, help }) => el("div", { class: "callout", role: "group", "aria-label": "Error", data: { state: "error" } }, icon("error"),
    el("div", { class: "stack" }, el("p", null, el("strong", null, "This step would fail: "), visible(asSentence(message))),
      el("p", null, "Change what you have entered above until this message disappears."),
      help ? el("details", null, el("summary", { data: { focus: "problem-help" } }, "Details"), el("p", null, visible(help, { lines: true }))) : null))));
}

// What happens to rows, for which nobody may look in the SQL.
export function drawWarnings(node, warnings) {
  redraw(node, warnings, () => warnings.map((words) => el("p", { class: "form-warning" }, icon("warning"), el("span", null, visible(asSentence(words))))));
}

// A message of the server as a sentence.
export function asSentence(text) {
  return capital(text) + (/[.!?…]$/.test(text) ? "" : ".");
}
