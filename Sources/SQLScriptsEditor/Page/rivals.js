import { post } from "./api.js";
import { Dialog, opensDialog } from "./dialog.js";
import { el, nameOf, visible, words } from "./dom.js";
import { badge, button } from "./icons.js";
import { coloredSQL } from "./sql.js";
import { inWords } from "./writing.js";

// Both files of one version, with what each would do, so that people can decide which one to keep.
export const rivalsDialog = opensDialog(async (app, finding) => {
  await app.flush();
  let files, shown;
  try {
    ({ files, shown } = await app.edits.queue(async (revision) => ({ ...await post("/api/rivals", { revision, finding }), shown: revision }), { again: () => true }));
  } catch (error) {
    app.edits.onProblem(error);
    return;
  }
  const problem = el("p", { class: "field-error", role: "alert" });
  const cancel = button("Cancel", { on: () => dialog.close() });
  const dialog = new Dialog({
    title: "Two files have the same version", className: "wide",
    body: [el("p", null, "Databases run only one of them. Give one file another version, or delete it."),
      el("div", { class: "sides" }, files.map((file) => rival(file, take)))],
    buttons: [problem, cancel],
  });
  dialog.open(cancel);

  async function take(choice) {
    let patch;
    try {
      patch = await app.edits.edit({ kind: "suggestion", script: null, finding, choice }, { revision: shown });
    } catch (error) {
      problem.textContent = inWords(error);
      return;
    }
    if (!patch) return;
    await dialog.close(true);
    app.say("Done. The files change when you save.", { undo: patch.revision });
  }
});

function rival({ file, released, description, sentences, items, isRead, choices }, take) {
  const silence = !isRead ? "Not described, because the file has errors." : items.length > 0 ? "Not described, because the script could not be run." : "This script does nothing.";
  return el("section", { class: ["side", "rival-file"] },
    el("h3", null, nameOf(file)),
    released ? el("p", { class: "badge-row" }, badge("released"), el("span", { class: "soft small" }, "Users have this file.")) : null,
    description ? el("p", { class: "soft" }, visible(description, { lines: true })) : null,
    sentences.length > 0 ? el("ul", { class: "change-words" }, sentences.map((sentence) => el("li", null, words(sentence.words)))) : el("p", { class: "soft" }, silence),
    items.length > 0 ? el("details", null, el("summary", null, "SQL of ", nameOf(file)), items.map((sql) => coloredSQL(sql, { className: "sql-block" }))) : null,
    el("div", { class: "button-row" }, choices.map(({ choice, text }) => button(text, { on: () => take(choice) }))));
}
