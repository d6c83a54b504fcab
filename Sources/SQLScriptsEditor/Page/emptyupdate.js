import { ask, opensDialog } from "./dialog.js";
import { el } from "./dom.js";
import { button } from "./icons.js";
import { nameInSentence, versionName, wasChanged } from "./store.js";

// An update without steps before other updates: why it has to stay, or the way to delete it. Null: it is not one.
export function emptyUpdate(store, version) {
  const { versions } = store.document;
  const later = versions.slice(versions.indexOf(version) + 1);
  const isIdle = version.items.length === 0 && version.require.length === 0 && version.verify.length === 0 && !version.problem;
  if (version.kind === "default" || later.length === 0 || !isIdle || !store.canEdit(version)) return null;
  if (store.editor.numbering === "timestamp") return { released: null, later: [] };
  const released = later.findLast((other) => other.released || wasChanged(other)) ?? null;
  return { released: released && nameInSentence(released), later: later.map(versionName) };
}

export function emptyUpdateNote(app, version, { released, later }) {
  return el("p", { class: "empty-script" }, "This update does nothing yet. Add its first step below", released
    ? `. It has to stay, because ${released} is released and keeps its number. An empty update does no harm.`
    : [", or ", button("Delete this update", { icon: "trash", data: { focus: "delete-empty" }, on: () => remove(app, version, later) })]);
}

const remove = opensDialog(async (app, version, later) => {
  const numbers = later.length === 0 ? null : later.length === 1 ? `${later[0]} becomes update ${version.id}` : `${later[0]} becomes update ${version.id}, and so on`;
  const agreed = await ask({
    title: `Delete update ${version.id}?`,
    text: [`An update without steps may belong to Swift code that the app registers for version ${version.id}. Delete it only if there is no such code.`,
      numbers === null ? null : `The later updates move up: ${numbers}. Do this only if no user has them yet. A database that has run them under their old numbers would not fit the new ones. Give the app’s code for later versions the new numbers, too.`].filter(Boolean).join(" "),
    answers: [{ text: "Delete it", value: true, kind: "danger" }, { text: "Cancel", value: false }],
  }) === true;
  if (!agreed) return;
  const patch = await app.edits.attemptEdit({ kind: "removeScript", script: version.id });
  if (!patch) return;
  app.say(`Update ${version.id} deleted. Undo brings it back.`, { undo: patch.revision });
  document.getElementById("steps-heading")?.focus();
});
