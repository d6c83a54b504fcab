import { post } from "./api.js";
import { Dialog, opensDialog } from "./dialog.js";
import { capital, el, plainVisible } from "./dom.js";
import { editStep } from "./forms.js";
import { button } from "./icons.js";
import { stepName } from "./store.js";

// Asks which step of a card to edit, because each has a form of its own.
export const chooseStep = opensDialog(async (app, steps) => {
  await app.flush();
  const script = app.store.selected;
  let texts;
  try {
    texts = await app.edits.queue((revision) => Promise.all(steps.map(async (items) => valuesInWords(await post("/api/form/read", { revision, script, items })))));
  } catch (error) {
    app.edits.onProblem(error);
    return;
  }
  let chosen = null;
  const choices = steps.map((step, index) => button(`${capital(stepName(step))}${texts[index]}`, { icon: "draft", on: () => {
    chosen = step;
    dialog.close(true);
  } }));
  const dialog = new Dialog({
    title: "Which step do you want to edit?", body: el("ul", { class: "step-choice" }, choices.map((choice) => el("li", null, choice))),
    buttons: [button("Cancel", { on: () => dialog.close() })], onClose: () => chosen && editStep(app, chosen),
  });
  dialog.open(choices[0]);
});

// “: Ann, 42” for a row. The number has to do for other steps.
function valuesInWords({ change }) {
  if (change.kind !== "addRow") return "";
  return `: ${plainVisible(Object.values(change.values).map((input) => input.value ?? input.sql).join(", "), 100)}`;
}
