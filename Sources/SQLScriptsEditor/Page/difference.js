import { post } from "./api.js";
import { Dialog, opensDialog } from "./dialog.js";
import { diffView } from "./diffview.js";
import { el } from "./dom.js";
import { suggest } from "./findingview.js";
import { button } from "./icons.js";
import { nameInSentence } from "./store.js";

// The lines in which a released script differs from the one that users have.
export const differenceDialog = opensDialog(async (app, id) => {
  await app.flush();
  let answer;
  try {
    answer = await app.edits.queue((revision) => post("/api/difference", { revision, script: id }), { again: () => true });
  } catch (error) {
    app.edits.onProblem(error);
    return;
  }
  const version = app.store.document.versions.find((candidate) => candidate.id === id);
  const close = button("Close", { kind: "primary", on: () => dialog.close() });
  const finding = version.findings.find((candidate) => candidate.id === "released-script-changed");
  const restore = async (choice) => {
    await dialog.close(true);
    await suggest(app, id, finding, choice);
  };
  const dialog = new Dialog({
    title: `What differs from the release of ${nameInSentence(version)}`, className: "wide",
    buttons: [...(app.store.canEdit(version) ? finding?.suggestions ?? [] : []).map((message, choice) => button(message, { on: () => restore(choice) })), close],
    body: answer.diff === null
      ? el("p", null, "The editor does not know the text that users have, so it cannot show what differs. Compare the file with a backup or with a colleague’s copy.")
      : [el("p", null, "Users have the lines marked −. The file now has those marked + instead."), diffView({ file: version.file, diff: answer.diff })],
  });
  dialog.open(close);
});
