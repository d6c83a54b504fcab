import { el, freshId, plainVisible } from "./dom.js";
import { fileName, findingElement } from "./findings.js";
import { differenceDialog } from "./difference.js";
import { editStep } from "./forms.js";
import { numbersOf } from "./grouping.js";
import { button } from "./icons.js";
import { releaseDialog } from "./release.js";
import { rivalsDialog } from "./rivals.js";
import { nameInSentence, stepName } from "./store.js";

const order = { error: 0, warning: 1, info: 2 };

export function bySeverity(findings) {
  return [...findings].sort((one, other) => order[one.severity] - order[other.severity]);
}

function key(finding) {
  return `${finding.id} ${finding.offset}`;
}

export function signatureOf(findings) {
  return findings.map((finding) => [finding.id, finding.severity, finding.message, finding.help, finding.why, finding.fix?.message, finding.suggestions, finding.item, finding.offset, finding.line]);
}

// A finding with what can be done about it. `script` null: nothing can, because the script is released or unreadable, or
// the finding is one of the folder, with an `index` there. `form`: the step that a form can change. `showLine`: shows a line of the
// file, whose steps cannot be read. `steps`: those that have the finding, in a card of several. The buttons are about the first.
export function findingView(app, finding, script, { file = false, index = null, form = null, showLine = null, steps = null } = {}) {
  const name = { id: finding.id, offset: index ?? finding.offset };
  // A correction of several steps says which.
  const first = (message) => (steps?.length > 1 && !/\bsteps \d/.test(message) ? ` (${stepName([finding.item])})` : "");
  const fix = (message, edit, choice) => button(`Fix: ${lowered(message)}${first(message)}`, {
    kind: "fix", data: { focus: `fix ${key(finding)} ${choice}` }, on: () => act(app, { ...edit, script, finding: name }, finding.item, wordsOfFix),
  });
  const actions = script === null && index === null ? [] : [
    finding.fix ? fix(finding.fix.message, { kind: "fix" }, 0) : null,
    finding.id === "add-not-null-without-default" && finding.suggestions?.length > 0 ? fillRows(app, finding, script) : null,
    ...finding.id === "add-not-null-without-default" ? [] : finding.id === "duplicate-version" ? [button("Show both files …", { data: { focus: "rivals" }, on: () => rivalsDialog(app, name) })] : (finding.suggestions ?? []).map((message, choice) => fix(message, { kind: "suggestion", choice }, choice)),
    finding.id === "released-script-changed" && finding.suggestions?.length > 0 ? button("Show what differs …", { data: { focus: "difference" }, on: () => differenceDialog(app, script) }) : null,
    finding.id === "released-script-changed" && script !== null && app.store.awaitsRestoring(app.store.version) ? button("Edit it anyway", { kind: "quiet", data: { focus: "edit-anyway" }, on: () => app.store.editAnyway(app.store.version) }) : null,
    finding.id === "released-script-changed" ? button("No user has it yet …", { data: { focus: "release-again" }, on: () => releaseDialog(app, app.store.version.id) }) : null,
    script === null || finding.item === null || finding.severity === "error" ? null : keep(app, finding, script, steps?.length > 1 ? stepName([finding.item]) : "this step"),
    showLine && finding.line ? button(`Show line ${finding.line}`, { data: { focus: `line ${key(finding)}` }, on: () => showLine(finding.line) }) : null,
    form ? button(`Edit ${stepName(form)}`, { icon: "draft", data: { focus: `edit ${key(finding)}` }, on: () => editStep(app, form) }) : null,
  ].filter(Boolean);
  const own = helpOfPage(finding);
  // A line of the lock file says nothing to those who see only the scripts.
  const related = finding.related?.filter(({ file: place }) => !place || fileName(place) !== "sqlscripts.lock");
  return findingElement({ ...finding, related, help: own ?? withoutComment(finding.help) }, { file, where: steps ? `In ${steps.length > 1 ? "steps" : "step"} ${numbersOf(steps.map((number) => ({ number })))}.` : null, actions: actions.length > 0 ? actions : null, folded: own === null && !showLine && actions.length > 0, link: (place) => stepLink(app, place) });
}

// The step that another place of a finding is in, with what it does. Null: it is in none.
function stepLink(app, { file, line }) {
  const version = file && line ? app.store.document.versions.find((candidate) => candidate.file === fileName(file)) : null;
  const item = version?.items.findLast((candidate) => candidate.line <= line);
  if (!item) return null;
  const sentence = version.sentences.find((candidate) => candidate.items.includes(item.number));
  const place = `step ${item.number} of ${nameInSentence(version)}`;
  return el("button", { type: "button", class: "link", on: { click: () => app.goTo(version.id, item.number) } },
    sentence ? `${place}: ${plainVisible(sentence.text, 200)}` : place);
}

// What the page says in place of a command. Null: the advice of the finding.
function helpOfPage({ id, help, suggestions }) {
  if (id === "both-formats-mixed" && suggestions?.length === 0) return "Users have scripts of both formats, and released scripts stay as they are. Nothing goes wrong because of it.";
  if (id !== "released-script-changed" || !/git checkout/.test(help ?? "")) return null;
  return suggestions?.length > 0
    ? "The editor knows the text that users have. Restore it, and make your change in a new update."
    : "The editor does not know the text that users have. Take the file from a backup or from a colleague, put it into the folder and reload the files. Or change the steps until they are as they were: then the script is locked again. Make your change in a new update.";
}

// A button writes the comment.
function withoutComment(help) {
  return help?.replace(/write \/\* sqlscripts: ignore\[[^\]]*\] the reason \*\/ before it\./, "keep it and say why.") ?? null;
}

function lowered(message) {
  return /^[A-Z][a-z]/.test(message) ? message.charAt(0).toLowerCase() + message.slice(1) : message;
}

// Makes a correction of a finding of a script.
export function suggest(app, script, finding, choice) {
  return act(app, { kind: "suggestion", choice, script, finding: { id: finding.id, offset: finding.offset } }, finding.item, wordsOfFix);
}

// `words(patch)`: what was done. The finding goes, and its buttons with it, so the keyboard moves on to the step.
async function act(app, edit, item, words) {
  const patch = await app.edits.attemptEdit(edit);
  if (!patch) return;
  app.say(words(patch), { undo: patch.revision });
  if (document.activeElement === document.body && !app.cards.focus(item)) document.getElementById("steps-heading")?.focus();
}

function wordsOfFix({ rowValue }) {
  return rowValue ? `Fixed: existing rows get ${rowValue === "''" ? "an empty text" : rowValue}.` : "Fixed.";
}

// Nobody must get a value for rows that they have not seen before.
function fillRows(app, finding, script) {
  const suggested = /^Give existing rows the value (.*)$/.exec(finding.suggestions[0])?.[1] ?? "";
  const isText = suggested.endsWith("'");
  return inlineForm({
    key: `fill ${key(finding)}`, opens: "Fix: give existing rows a value …", label: "Value that existing rows get", submits: "Give them this value",
    value: isText ? "" : suggested, hint: isText ? "Leave it empty for an empty text." : null,
    problem: (value) => value === "" && !isText ? "Enter a number." : null,
    submit: (value) => act(app, { kind: "suggestion", choice: 0, value, script, finding: { id: finding.id, offset: finding.offset } }, finding.item, wordsOfFix),
  });
}

function keep(app, finding, script, step) {
  return inlineForm({
    key: `keep ${key(finding)}`, opens: `Keep ${step}, because …`, label: `Keep ${step}, because`, submits: "Keep it",
    problem: (reason) => reason === "" ? "Give a reason, so that others understand it later." : null,
    submit: (reason) => act(app, { kind: "ignore", script, finding: { id: finding.id, offset: finding.offset }, reason }, finding.item, () => "Kept, with your reason."),
  });
}

// A button that a form with one field replaces. `problem(value)`: what is wrong with it, or null.
function inlineForm({ key: name, opens, label, submits, value = "", hint = null, problem, submit }) {
  const [id, errorID] = [freshId("answer"), freshId("answer-error")];
  const input = el("input", { id, type: "text", autocomplete: "off", "aria-describedby": errorID, data: { focus: `${name} field` } });
  input.value = value;
  const error = el("p", { id: errorID, class: "field-error", "aria-live": "polite" });
  const opener = button(opens, { data: { focus: name }, aria: { expanded: "false" }, on: () => toggle(true) });
  const form = el("form", { class: "keep-form", hidden: true, on: { submit: send, keydown: escape } },
    el("label", { class: "label", for: id }, label), input, hint ? el("p", { class: "small soft" }, hint) : null, error,
    el("div", { class: "button-row" }, el("button", { type: "submit", class: "button" }, submits), button("Cancel", { kind: "quiet", on: () => toggle(false) })));

  async function send(event) {
    event.preventDefault();
    error.textContent = problem(input.value.trim()) ?? "";
    if (error.textContent) input.focus();
    else await submit(input.value.trim());
  }

  function escape(event) {
    if (event.key !== "Escape" || event.isComposing) return;
    event.stopPropagation();
    toggle(false);
  }

  function toggle(open) {
    form.hidden = !open;
    opener.hidden = open;
    opener.setAttribute("aria-expanded", String(open));
    (open ? input : opener).focus();
  }
  return [opener, form];
}
