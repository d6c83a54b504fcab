import { ask } from "./dialog.js";
import { capital, listed, plainVisible, shortened } from "./dom.js";
import { groupsOf, numbersOf } from "./grouping.js";
import { isFailure } from "./stepwords.js";
import { nameInSentence, versionName } from "./store.js";

export function stepsInWords(items) {
  return items.length > 1 ? `Steps ${numbersOf(items)}` : `Step ${items[0].number}`;
}

// The errors in steps, in the order of the steps.
export function errorsOf(version) {
  return (version?.findings ?? []).filter((finding) => finding.severity === "error" && finding.item !== null).sort((one, other) => one.item - other.item);
}

// Later steps may have been written for the tables from before a change, or may take it back. Returns whether something was
// done about it. `patch`: that of the change. `words`: `done` is what the steps do not fit, `reverts` what one or several of them do,
// `without` begins what follows from it, and `undo` is on the button. `known`: older errors. `remove`: deletes the steps that fail.
// `isOwn(number)`: whether a step is the change itself, so that its error is its own.
export async function offerDependents(app, script, patch, { words, known = [], remove = null, undo = {}, isOwn = () => false }) {
  const { revision } = patch;
  const later = await app.edits.later(revision);
  // Whoever has gone on meanwhile is not asked about the past.
  if (app.store.revision !== revision || !later) return false;
  const failure = errorsOf(app.store.version).find((error) => !isOwn(error.item) && !known.some(({ item, message }) => item === error.item && message === error.message));
  const failing = failure && groupsOf(app.store.version).find((group) => group.items.some((item) => item.number === failure.item));
  if (!failing && later.steps.length === 0) return false;
  const question = failing ? aboutFailure(failing, failure, words) : aboutStep(app, script, later.steps[0], words);
  // The only way out is on another page.
  const elsewhere = failing || later.adaptable || later.steps[0].script === script || later.steps[0].released ? null : later.steps[0];
  const answer = await ask({
    title: question.title,
    text: [question.text, ...remedies(app, later, Boolean(failing))].join(" "),
    answers: [{ text: "Leave it like this", value: "leave" }, failing && remove ? { text: `Delete ${stepsInWords(failing.items).toLowerCase()} too`, value: "delete" } : null,
      elsewhere ? { text: `Show ${place(app, script, elsewhere)}`, value: "show" } : null,
      { text: words.undo, value: "undo", kind: later.adaptable ? null : "primary" }, later.adaptable ? { text: "Adapt the later steps", value: "adapt", kind: "primary" } : null].filter(Boolean),
  });
  if (answer === "delete") await remove(failing);
  else if (answer === "undo") await app.header.act("undo", { revision, ...undo });
  else if (answer === "show") app.goTo(elsewhere.script, elsewhere.items[0]);
  else if (answer === "adapt") {
    const adapted = await app.edits.attemptEdit({ kind: "adapt" }, { revision });
    if (adapted) app.say("The later steps were adapted.", { undo: adapted.revision });
  }
  return ["delete", "undo", "show", "adapt"].includes(answer);
}

// What a changed or a new step is called in the question.
export function wordsOfChange({ isNew, several = false }) {
  return isNew
    ? { done: "what the new step has changed", reverts: ["undoes what you have added", "undo what you have added"], without: "With the new step", undo: "Undo the new step" }
    : { done: "what you have changed", reverts: ["undoes your change", "undo your change"], without: `With the changed ${several ? "steps" : "step"}`, undo: "Undo the change" };
}

// What was typed in a field is one change, however often it was sent. A step that fails is not done yet.
export async function offerAfterTyping(app, { script, item, isNew, made: { patch, times, described } }) {
  if (patch === null || errorsOf(app.store.version).some((error) => error.item === item)) return;
  const keeping = described ? { script, description: app.store.version.description ?? "" } : null;
  await offerDependents(app, script, patch, { words: wordsOfChange({ isNew }), isOwn: () => true, undo: { times, keeping } });
}

function aboutFailure({ items, sentences }, finding, { done, without }) {
  const [title, several] = [stepsInWords(items), items.length > 1];
  // Its number may be the one that a deleted step had, so it is also told by what it does, or by its text.
  const [sentence] = sentences.filter(({ label }) => !label);
  const known = sentence ? sentence.text.split(": ")[0] : items[0].sql.replace(/\s+/g, " ").trim();
  const failed = sentences.some(isFailure) || !sentence;
  const words = failed ? `${several ? "fail" : "fails"}: ${plainVisible(finding.message, 300)}.` : wordsOfError(finding, sentence, several);
  return { title: `${title} ${several ? "need" : "needs"} ${done}`, text: `${without}, ${title.toLowerCase()} (“${plainVisible(shortened(known, 100), 120)}”) ${words}` };
}

// What is wrong with steps that run. SQLite takes a name in double quotes that no column has for a text, and reports nothing.
function wordsOfError({ id, message }, sentence, several) {
  const name = id === "double-quoted-typo" ? /“(.*?)”/.exec(message)?.[1] : null;
  if (!name) return `${several ? "have" : "has"} an error: ${plainVisible(message, 300)}.`;
  const shown = plainVisible(name, 100);
  const danger = sentence.text.includes(`to '${name}'`) ? `so every row gets the text '${shown}' instead of its value` : `so the text '${shown}' is used instead of the values`;
  return `still ${several ? "run" : "runs"}, but there is no column “${shown}” any more: SQLite takes the name for a text, ${danger}.`;
}

function aboutStep(app, script, step, { done, without, reverts }) {
  const several = step.items.length > 1;
  const where = place(app, script, step);
  const name = capital(where);
  if (step.kind === "undoes") {
    return { title: `${name} ${reverts[several ? 1 : 0]}`, text: `No step fails, but after ${where}, ${listed(step.lost.map((change) => plainVisible(change, 200)))}.` };
  }
  const title = `${name} ${several ? "need" : "needs"} ${done}`;
  return { title, text: step.kind === "fails" ? `${without}, ${where} ${several ? "fail" : "fails"}${usesOf(step)}.` : `${name} still ${several ? "use" : "uses"} the old name.` };
}

// Which step it is, in the middle of a sentence.
function place(app, script, step) {
  const name = stepsInWords(step.items.map((number) => ({ number }))).replace("S", "s");
  return step.script === script ? name : `${name} of ${nameInSentence(versionWith(app, step))}`;
}

// Why it fails, if it names a column that is gone.
function usesOf({ items, uses }) {
  if (uses.length === 0) return "";
  const columns = uses.map(({ table, column }) => `“${plainVisible(column, 100)}” of “${plainVisible(table, 100)}”`);
  return `, because ${items.length > 1 ? "they use" : "it uses"} ${columns.length > 1 ? "the columns" : "the column"} ${listed(columns)}`;
}

// What can be done, and why not more.
function remedies(app, later, fails) {
  const left = later.steps.filter((step) => !step.adaptable);
  const released = [...new Set(left.filter((step) => step.released).map((step) => versionWith(app, step)))];
  return [
    later.adaptable ? "The editor can rewrite the later steps so that they fit and still do their part." : null,
    ...released.map((version) => `${versionName(version)} is released, so it cannot be adapted. To change what comes after it, make a new update.`),
    !fails && left.some((step) => !step.released) ? "No form can express these steps, so the editor cannot rewrite them. Edit their SQL." : null,
  ].filter(Boolean);
}

function versionWith(app, step) {
  return app.store.document.versions.find((version) => version.id === step.script);
}
