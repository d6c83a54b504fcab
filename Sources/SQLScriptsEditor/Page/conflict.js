import { Dialog } from "./dialog.js";
import { diffView } from "./diffview.js";
import { el, nameOf } from "./dom.js";
import { button } from "./icons.js";
import { writeFiles } from "./writing.js";

// Both sides of files that another program has changed, and three ways out. Nothing happens without a choice.
export const showConflict = async (app, files) => {
  const problem = el("p", { class: "field-error", role: "alert" });
  const act = async (action) => {
    const error = await action();
    if (error) problem.textContent = error;
    else dialog.close(true);
  };
  const cancel = button("Cancel", { on: () => dialog.close() });
  const dialog = new Dialog({
    title: "Another program changed these files", className: "wide",
    body: [
      el("p", null, "Nothing has been saved. Choose which version to keep. Lines marked + are yours, lines marked − are in the file now."),
      ...files.map(sides), problem,
    ],
    buttons: [
      cancel,
      button("Use theirs (reload the files)", { on: () => act(() => reload(app)) }),
      button("Keep mine (overwrite the files)", { kind: "danger", on: () => act(async () => (await writeFiles(app, true)).error ?? null) }),
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
    app.banners.remove("disk");
    app.say("Read the files again. Undo brings your changes back.", { shown: true });
    return null;
  } catch (error) {
    return error.message;
  }
};
