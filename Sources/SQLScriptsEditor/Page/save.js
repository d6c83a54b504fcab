import { post } from "./api.js";
import { showConflict } from "./conflict.js";
import { Dialog } from "./dialog.js";
import { diffView } from "./diffview.js";
import { count, el, nameOf, visible, words } from "./dom.js";
import { button, icon } from "./icons.js";
import { versionName } from "./store.js";
import { writeFiles } from "./writing.js";

// Whether the lines of the files are shown, until the page is left.
let showsLines = false;

// Shows the changes first, in sentences and as exact lines; only the button in this dialog writes them.
export const saveDialog = async (app) => {
  if (document.querySelector("dialog[open]")) return;
  await app.flush();
  if (app.unsavedScripts() === 0) {
    app.say("Everything is saved already.", { shown: true });
    return;
  }
  let preview;
  try {
    preview = await app.edits.queue((revision) => post("/api/save/preview", { revision }), { again: () => true });
  } catch (error) {
    app.edits.onProblem(error);
    return;
  }
  const { files, conflicts } = preview;
  if (conflicts.length > 0) {
    await showConflict(app, conflicts, files.filter((file) => !conflicts.some((other) => other.file === file.file)));
    return;
  }
  const problem = el("p", { class: "field-error", role: "alert" });
  const { errors, warnings } = app.store.document.summary;
  const confirm = button(files.length === 1 ? "Save this file" : `Save ${files.length} files`, { icon: "save", kind: "primary", on: () => write() });
  const dialog = new Dialog({
    title: "Save these changes?", className: "wide",
    body: [
      files.length === 0 ? el("p", null, "The files already have this content.") : null,
      errors > 0 ? el("div", { class: "callout", data: { state: "warning" } }, icon("warning"), el("p", null, `There ${errors === 1 ? "is" : "are"} still ${count(errors, "error")}. You can save and go on later, but do not release it like this.`)) : null,
      errors === 0 && warnings > 0 ? el("div", { class: "callout", data: { state: "warning" } }, icon("warning"), el("p", null, `There ${warnings === 1 ? "is" : "are"} still ${count(warnings, "warning")}. Look at ${warnings === 1 ? "it" : "them"} before you release the script.`)) : null,
      files.map((file) => sentencesOf(app, file)),
      files.length > 0 ? el("details", { class: "more", open: showsLines ? "" : null, on: { toggle: (event) => { showsLines = event.target.open; } } },
        el("summary", null, "Show the exact file changes"), files.map(diffView)) : null,
    ].flat().filter(Boolean),
    buttons: [problem, button("Cancel", { on: () => dialog.close() }), confirm],
  });
  dialog.open(confirm);

  async function write() {
    if (confirm.getAttribute("aria-disabled") === "true") return;
    problem.textContent = "";
    confirm.setAttribute("aria-disabled", "true");
    const outcome = await writeFiles(app, false);
    confirm.removeAttribute("aria-disabled");
    if (outcome.error) {
      problem.textContent = outcome.error;
      return;
    }
    await dialog.close(true);
    if (outcome.conflict) await showConflict(app, outcome.conflict);
  }
};

// What a file does once it is saved.
function sentencesOf(app, { file, state }) {
  const version = app.store.document.versions.find((candidate) => candidate.file === file);
  if (state === "deleted" || !version) return el("p", null, "Deletes the file ", nameOf(file), ".");
  return whatItDoes(version);
}

export function whatItDoes(version) {
  return el("section", { class: "stack" }, el("h3", null, versionName(version)), el("p", { class: "faint small file-name" }, nameOf(version.file)),
    version.description ? el("p", { class: "soft" }, visible(version.description, { lines: true })) : null,
    version.sentences.length > 0 ? el("ul", { class: "change-words" }, version.sentences.map((sentence) => el("li", null, words(sentence.words))))
      : el("p", { class: "soft" }, version.problem ? "Not described, because the script could not be run." : "This script does nothing."));
}
