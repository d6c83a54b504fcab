import { count, shortened } from "./dom.js";
import { scriptChanges } from "./scriptchanges.js";
import { nameInSentence } from "./store.js";

const verbs = { added: "added", changed: "changed", moved: "moved", removed: "deleted" };
const otherParts = { description: "the description", checks: "the checks of the rows", text: "the text", file: "the file name" };

// What a change did, as a part of a sentence: “added “Adds the column age to user””. `before` and `after`: the versions of the document.
// `shown`: the script that needs no name. Null: nothing that the page shows.
export function wordsOfChanges(before, after, shown) {
  const old = new Map(before.map((version) => [version.id, version]));
  const now = new Map(after.map((version) => [version.id, version]));
  const parts = [
    ...after.filter(({ id }) => !old.has(id)).map((version) => `added ${nameInSentence(version)}`),
    ...before.filter(({ id }) => !now.has(id)).map((version) => `deleted ${nameInSentence(version)}`),
  ];
  for (const version of after) {
    const earlier = old.get(version.id);
    if (!earlier || earlier === version) continue;
    const words = wordsOfScript(scriptChanges(earlier, version));
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
  const text = told.length > 0 ? told.map((sentence) => sentence.text).join(" ") : items[0].sql.replace(/\s+/g, " ").trim();
  return shortened(text.replace(/\.$/, ""), 100);
}

function listed(parts) {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0] ?? null;
}
