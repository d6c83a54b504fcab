import { changesSinceSaving, isSameScript } from "./changesview.js";
import { showConflict } from "./conflict.js";
import { Dialog, opensDialog } from "./dialog.js";
import { diffView } from "./diffview.js";
import { count, el, nameOf, visible, words } from "./dom.js";
import { badge, button, icon } from "./icons.js";
import { askReleasedMeanwhile } from "./meanwhile.js";
import { versionName } from "./store.js";
import { inWords, movedOn, savePreview, wordsOfMissing, writeFiles } from "./writing.js";

// Whether the lines of the files are shown, until the page is left.
let showsLines = false;

// Shows the changes first, in sentences and as exact lines; only the button in this dialog writes them, and nothing that it did not show.
export const saveDialog = opensDialog(async (app) => {
  await app.flush();
  if (app.unsavedScripts() === 0) {
    app.say("Everything is saved already.", { shown: true });
    return;
  }
  if (await askReleasedMeanwhile(app)) return;
  let preview = await savePreview(app);
  if (!preview) return;
  if (preview.conflicts.length > 0) {
    showConflict(app, preview);
    return;
  }
  const problem = el("p", { class: "field-error", role: "alert" });
  const confirm = button("Save", { icon: "save", kind: "primary", on: () => write() });
  const close = button("Cancel", { on: () => dialog.close() });
  const dialog = new Dialog({
    title: preview.refusal ? "These changes cannot be saved yet" : "Save these changes?", className: "wide", buttons: [problem, close, confirm],
  });
  draw();
  dialog.open(confirm.hidden ? close : confirm);

  function draw() {
    confirm.hidden = preview.refusal !== null;
    close.lastChild.textContent = preview.refusal ? "Close" : "Cancel";
    const missing = wordsOfMissing(preview.missing);
    const refusal = preview.refusal ? el("div", { class: "callout", data: { state: "error" } }, icon("error"), el("p", null, visible(inWords({ message: preview.refusal })))) : "";
    dialog.body.replaceChildren(refusal, ...preview.makesFolder ? [el("div", { class: "callout", data: { state: "warning" } }, icon("warning"), el("p", null, "The scripts folder is gone. Saving makes it again, with all scripts as this page shows them.", missing ? [" ", visible(missing)] : null))] : [], ...changes(app, preview.files));
    // A file and its new name are one.
    const number = preview.files.filter((file) => !file.newName).length;
    confirm.lastChild.textContent = preview.makesFolder ? "Save all scripts" : number === 1 ? "Save this file" : `Save ${number} files`;
  }

  async function write() {
    if (confirm.getAttribute("aria-disabled") === "true") return;
    problem.textContent = "";
    confirm.setAttribute("aria-disabled", "true");
    const outcome = await writeFiles(app, preview);
    const now = outcome.isStale || outcome.isConflict ? await savePreview(app) : null;
    confirm.removeAttribute("aria-disabled");
    if (now && (now.conflicts.length > 0 || now.files.length === 0)) {
      await dialog.close(true);
      if (now.conflicts.length > 0) showConflict(app, now);
      else app.say("Everything is saved already.", { shown: true });
    } else if (now) {
      preview = now;
      draw();
      problem.textContent = movedOn;
    } else if (outcome.saved) {
      await dialog.close(true);
    } else {
      problem.textContent = outcome.error ?? "";
    }
  }
});

function changes(app, files) {
  const { errors, warnings } = app.store.document.summary;
  return [
    files.length === 0 ? el("p", null, "The files already have this content.") : null,
    errors > 0 ? el("div", { class: "callout", data: { state: "warning" } }, icon("warning"), el("p", null, `There ${errors === 1 ? "is" : "are"} still ${count(errors, "error")}. You can save and go on later, but do not release it like this.`)) : null,
    errors === 0 && warnings > 0 ? el("div", { class: "callout", data: { state: "warning" } }, icon("warning"), el("p", null, `There ${warnings === 1 ? "is" : "are"} still ${count(warnings, "warning")}. Look at ${warnings === 1 ? "it" : "them"} before you release the script.`)) : null,
    files.flatMap((file) => changesOf(app, file)),
    files.length > 0 ? el("details", { class: "more", open: showsLines ? "" : null, on: { toggle: (event) => { showsLines = event.target.open; } } },
      el("summary", null, "Show the exact file changes"), files.filter((file) => !file.newName).map(diffView)) : null,
  ].flat().filter(Boolean);
}

// What is other than in the file, or everything that a new one does.
function changesOf(app, { file, state, newName, oldName, before }) {
  // The new name tells it.
  if (newName) return null;
  const version = app.store.document.versions.find((candidate) => candidate.file === file);
  if (state === "deleted" || !version && !oldName) return el("p", null, "Deletes the file ", nameOf(file), ".");
  if (oldName) {
    return [el("p", null, "Renames the file ", nameOf(oldName), " to ", nameOf(file), "."), version && before && !isSameScript(before, version) ? changesSinceSaving(before, version) : null];
  }
  return state === "changed" && before ? changesSinceSaving(before, version) : whatItDoes(version, { isNew: state === "new" });
}

export function whatItDoes(version, { isNew = false, heading = true } = {}) {
  return el("section", { class: "stack" }, heading ? [el("h3", null, versionName(version), isNew ? [" ", badge("added", "new")] : null), el("p", { class: "faint small file-name" }, nameOf(version.file))] : null,
    version.description ? el("p", { class: "soft" }, visible(version.description, { lines: true })) : null,
    version.sentences.length > 0 ? el("ul", { class: "change-words" }, version.sentences.map((sentence) => el("li", null, words(sentence.words))))
      : el("p", { class: "soft" }, version.problem ? "Not described, because the script could not be run." : "This script does nothing."));
}
