import { changesSinceSaving } from "./changesview.js";
import { Dialog } from "./dialog.js";
import { diffView } from "./diffview.js";
import { el, nameOf } from "./dom.js";
import { button } from "./icons.js";
import { whatItDoes } from "./save.js";
import { movedOn, savePreview, writeFiles } from "./writing.js";

// Both sides of files that another program has changed, what else would be saved, and three ways out. Nothing happens without a choice, and only to what is shown. The dialog stays until one has worked.
export const showConflict = (app, preview) => {
  let shown = preview;
  const problem = el("p", { class: "field-error", role: "alert" });
  const list = el("div", { class: "stack wide-gap" });
  let busy = false;

  function draw() {
    const gone = shown.conflicts.every(({ theirs }) => theirs === null);
    const files = shown.conflicts.length === 1 ? "this file" : "these files";
    dialog.heading.textContent = shown.conflicts.every(({ known }) => known) ? "Replace what another program wrote?" : `Another program ${gone ? "deleted" : "changed"} ${files}`;
    keep.lastChild.textContent = wordsOfKeeping(shown.conflicts);
    const others = shown.files.filter((file) => !shown.conflicts.some((other) => other.file === file.file));
    // Saving would make a second file of the version, so it is refused.
    const replaced = shown.conflicts.find((other) => other.replacedBy);
    keep.hidden = Boolean(replaced);
    list.replaceChildren(...replaced ? [el("p", null, "Another program has made ", nameOf(replaced.replacedBy), " of ", nameOf(replaced.file), ". Use theirs first. To keep yours, press Undo after that and save: they go into ", nameOf(replaced.replacedBy), ".")] : [], ...shown.conflicts.map((side) => sides(app, side)), ...others.length > 0 ? [el("p", null, replaced ? "You have also changed:" : "Keep mine also saves these changes:")] : [], ...others.map(diffView));
  }

  async function act(action) {
    if (busy) return;
    busy = true;
    problem.textContent = "";
    const error = await action();
    busy = false;
    if (error) problem.textContent = error;
    else await dialog.close(true);
  }

  // The scripts and files as they are now are shown, and the user decides again.
  async function lookAgain(words) {
    shown = await savePreview(app) ?? shown;
    if (shown.conflicts.length === 0) {
      app.say("The files have your version again, or the one from before. There is nothing left to compare, so nothing was done.", { shown: true });
      return null;
    }
    draw();
    return words;
  }

  async function keepMine() {
    const outcome = await writeFiles(app, shown, shown.conflicts);
    if (outcome.isStale) return lookAgain(movedOn);
    if (!outcome.isConflict) return outcome.error ?? null;
    return lookAgain("Nothing was overwritten, because another program changed the files again. Compare both sides and choose again.");
  }

  async function useTheirs() {
    const error = await reload(app, shown.revision);
    return error?.code === "stale-revision" ? lookAgain(movedOn) : error?.message ?? null;
  }

  const keep = button(wordsOfKeeping(shown.conflicts), { kind: "danger", on: () => act(keepMine) });
  const cancel = button("Cancel", { on: () => dialog.close() });
  const dialog = new Dialog({
    title: "", className: "wide",
    body: [el("p", null, "Choose which version to keep. Lines marked + are yours, lines marked − are in the file now."), list],
    buttons: [
      problem, cancel,
      button("Use theirs (reload the files)", { on: () => act(useTheirs) }),
      keep,
    ],
  });
  draw();
  dialog.open(cancel);
};

function wordsOfKeeping(conflicts) {
  const files = conflicts.length === 1 ? "file" : "files";
  if (conflicts.every(({ theirs }) => theirs === null)) return `Keep mine (create the ${files} again)`;
  if (conflicts.every(({ mine }) => mine === null)) return `Keep mine (delete the ${files})`;
  return `Keep mine (overwrite the ${files})`;
}

function sides(app, { file, mine, theirs, diff, before, version, replacedBy }) {
  const own = app.store.document.versions.find((candidate) => candidate.file === file);
  const side = (title, text) => el("section", { class: "side" }, el("h4", null, title),
    text === null || text === undefined ? el("p", { class: "soft" }, "The file does not exist.") : el("pre", { class: "sql-block scroll-region", tabindex: "0" }, text));
  const words = (title, text, now) => el("section", { class: "side" }, el("h4", null, title),
    text === null ? el("p", null, ...replacedBy ? ["The script is in the file ", nameOf(replacedBy), " now."] : ["The file is deleted."]) : !now ? el("p", { class: "soft" }, "Not described, because the file cannot be read as a script.")
      : before ? changesSinceSaving(before, now, { heading: false }) : whatItDoes(now, { heading: false }));
  const view = diffView({ file, state: theirs === null ? "deleted" : "changed", diff });
  view.firstChild.after(el("div", { class: "sides" }, words("What you changed", mine, own), words("What the other program changed", theirs, version)));
  return el("div", null, view,
    el("details", { class: "both-sides" }, el("summary", null, "Show both files in full: ", nameOf(file)), el("div", { class: "sides" }, side("Yours", mine), side("Theirs", theirs))));
}

// `seen`: the revision whose unsaved changes the user gives up, if not the newest. Null: done. Otherwise the error.
export const reload = async (app, seen = null) => {
  const returns = app.unsavedScripts() > 0;
  try {
    await app.edits.send("/api/reload", {}, { seen: (revision) => seen ?? revision, select: false });
    app.say(`The files were read again.${returns && app.store.editor.canUndo ? " Undo brings your changes back." : ""}`, { shown: true });
    return null;
  } catch (error) {
    if (error.code === "no-server") app.edits.onProblem(error);
    return error;
  }
};
