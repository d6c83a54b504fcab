import { Dialog, opensDialog } from "./dialog.js";
import { el, freshId } from "./dom.js";
import { formatChoice } from "./formatchoice.js";
import { button } from "./icons.js";
import { inWords } from "./writing.js";

// Asks what the next update is for. The first script of a folder needs no words.
export const newScriptDialog = opensDialog((app) => {
  const { document, editor } = app.store;
  const first = document.versions.length === 0;
  const id = freshId("new");
  const words = el("input", { id, type: "text", autocomplete: "off", maxlength: "200", placeholder: "add age" });
  const format = formatChoice(editor.formats, { isFirst: first });
  const problem = el("p", { class: "field-error", role: "alert" });
  const show = button(document.findings.length > 1 ? "Show the problems of the folder" : "Show the problem of the folder", { on: () => showProblems() });
  show.hidden = true;
  const submit = async (event) => {
    event.preventDefault();
    try {
      await app.edits.edit({ kind: "newScript", description: first ? "" : words.value.trim(), format: format?.value() ?? null });
    } catch (error) {
      problem.textContent = inWords(error);
      show.hidden = !error.folder;
      if (error.code === "no-server") app.edits.onProblem(error);
      return;
    }
    dialog.keepsFocus = true;
    await dialog.close(true);
    app.line.reveal();
    app.show("steps");
    window.document.querySelector("[data-focus='add createTable']")?.focus();
    app.say("Created. Add its first step.");
  };
  const showProblems = async () => {
    dialog.keepsFocus = true;
    await dialog.close(true);
    app.script.jumpToFolder();
  };
  const formID = freshId("new-form");
  const dialog = new Dialog({
    title: first ? "Create the first script" : "New update",
    body: el("form", { id: formID, class: "form", on: { submit } },
      first ? el("p", null, "The default script creates the tables of a new database. Later updates change them.") : el("div", { class: "field" },
        el("label", { for: id }, "What is it for, in two or three words?"), words, el("p", { class: "field-help" }, "These words become part of the file name.")),
      format?.node ?? null, problem, show),
    buttons: [button("Cancel", { on: () => dialog.close() }), el("button", { type: "submit", form: formID, class: "button primary" }, "Create")],
  });
  dialog.open();
});
