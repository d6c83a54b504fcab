import { capital, count, listed, plainVisible, shortened } from "./dom.js";
import { scriptChanges } from "./scriptchanges.js";
import { nameInSentence } from "./store.js";

const verbs = { added: "added", changed: "changed", moved: "moved", removed: "deleted" };
const otherParts = { description: "the description", checks: "the checks of the rows", text: "the text", file: "the file name" };

// What a change did, as a part of a sentence: “added “Adds the column age to user””. `before` and `after`: the versions of the document.
// `shown`: the script that needs no name. `renamed`: [{ from, to }], the files that got other names. `moves`: what is known of moved
// steps. Null: nothing that the page shows.
export function wordsOfChanges(before, after, { shown, renamed = [], moves }) {
  const old = new Map(before.map((version) => [version.id, version]));
  const now = new Map(after.map((version) => [version.id, version]));
  const [names, newNames] = [renamed.map(({ from }) => from), renamed.map(({ to }) => to)];
  const parts = [
    ...after.filter(({ id, file }) => !newNames.includes(file) && (!old.has(id) || names.includes(file))).map((version) => `added ${nameInSentence(version)}`),
    ...before.filter(({ id, file }) => !names.includes(file) && (!now.has(id) || newNames.includes(file))).map((version) => `deleted ${nameInSentence(version)}`),
    ...renamed.length > 1 ? [`renamed ${count(renamed.length, "file")}`] : renamed.map(({ from, to }) => `renamed the file ${plainVisible(from, 80)} to ${plainVisible(to, 80)}`),
  ];
  for (const version of after) {
    const earlier = old.get(version.id);
    if (!earlier || earlier === version || newNames.includes(version.file) || names.includes(version.file)) continue;
    const words = wordsOfScript(scriptChanges(earlier, version, moves.between(earlier, version)));
    if (words) parts.push(version.id === shown ? words : `${words} in ${nameInSentence(version)}`);
  }
  return parts.length > 3 ? `the changes of ${count(parts.length, "script")}` : listed(parts);
}

function wordsOfScript({ steps, parts }) {
  const known = new Set(steps.map(({ kind }) => kind));
  // Where steps were added or changed, the others have only made room.
  const kinds = ["added", "changed", "removed", "moved"].filter((kind) => known.has(kind));
  const words = kinds.map((kind) => {
    const alike = steps.filter((step) => step.kind === kind);
    return alike.length > 1 ? `${verbs[kind]} ${count(alike.length, "step")}` : `${verbs[kind]} “${sentenceOf(alike[0].group)}”`;
  });
  const rest = parts.filter((part) => part !== "checks" || words.length === 0).map((part) => `changed ${otherParts[part]}`);
  return listed([...words, ...rest]);
}

// One that cannot be run has no sentence but an error.
export function sentenceOf({ items, sentences }) {
  const told = sentences.filter((sentence) => !sentence.label);
  const text = told.length > 0 ? told.map((sentence) => withoutFate(sentence.text)).join(" ") : items[0].sql.replace(/\s+/g, " ").trim();
  // It is quoted itself.
  return shortened(text.replace(/\.$/, "").replaceAll("“", "‘").replaceAll("”", "’"), 100);
}

// What a step does is the same step also while an earlier one fails.
function withoutFate(text) {
  return capital(text.replace(/^not reached(?: in that case)?: /i, ""));
}
