import { Dialog } from "./dialog.js";
import { diffView } from "./diffview.js";
import { count, el, nameOf } from "./dom.js";
import { button } from "./icons.js";
import { writeFiles } from "./writing.js";

// Both sides of files that another program has changed, what else would be saved, and three ways out. Nothing happens without a choice, and the dialog stays until one has worked.
export const showConflict = async (app, files, others = []) => {
  const problem = el("p", { class: "field-error", role: "alert" });
  const list = el("div", { class: "stack wide-gap" }, files.map(sides));
  let busy = false;

  async function act(action) {
    if (busy) return;
    busy = true;
    problem.textContent = "";
    const error = await action();
    busy = false;
    if (error) problem.textContent = error;
    else await dialog.close(true);
  }

  // A second conflict is a failure like any other: the files as they are now are shown, and the user decides again.
  async function keepMine() {
    const outcome = await writeFiles(app, true);
    if (!outcome.conflict) return outcome.error ?? null;
    list.replaceChildren(...outcome.conflict.map(sides));
    const names = outcome.conflict.length === 1 ? outcome.conflict[0].file : count(outcome.conflict.length, "file");
    return `${names} could not be overwritten, because another program changed ${outcome.conflict.length === 1 ? "it" : "them"} again. Compare both sides and choose again.`;
  }

  const cancel = button("Cancel", { on: () => dialog.close() });
  const dialog = new Dialog({
    title: "Another program changed these files", className: "wide",
    body: [el("p", null, "Choose which version to keep. Lines marked + are yours, lines marked − are in the file now."), list,
      others.length > 0 ? el("p", null, "Keep mine also saves these changes:") : null, ...others.map(diffView)].filter(Boolean),
    buttons: [
      problem, cancel,
      button("Use theirs (reload the files)", { on: () => act(() => reload(app)) }),
      button("Keep mine (overwrite the files)", { kind: "danger", on: () => act(keepMine) }),
    ],
  });
  dialog.open(cancel);
};

function sides({ file, mine, theirs, diff }) {
  const side = (title, text) => el("section", { class: "side" }, el("h4", null, title),
    text === null || text === undefined ? el("p", { class: "soft" }, "The file does not exist.") : el("pre", { class: "sql-block scroll-region", tabindex: "0" }, text));
  return el("div", null, diffView({ file, diff }),
    el("details", { class: "both-sides" }, el("summary", null, "Show both files in full: ", nameOf(file)), el("div", { class: "sides" }, side("Yours", mine), side("Theirs", theirs))));
}

// Null: done. Otherwise what went wrong, in words.
export const reload = async (app) => {
  try {
    await app.edits.send("/api/reload", {});
    app.say("Read the files again. Undo brings your changes back.", { shown: true });
    return null;
  } catch (error) {
    if (error.code === "no-server") app.edits.onProblem(error);
    return error.message;
  }
};
