import { ask } from "./dialog.js";
import { suggest } from "./findingview.js";
import { nameInSentence, versionName } from "./store.js";

// Changes of a script that another program has released can never be saved in it. Undefined: there are none.
function found(app) {
  const { document, editor } = app.store;
  return document.versions.find((version) => editor.releasedMeanwhile.includes(version.id));
}

// Tells it as long as it is so.
export function drawReleasedMeanwhile(app) {
  const version = found(app);
  if (!version) {
    app.banners.remove("released");
    return;
  }
  app.banners.show("released", {
    state: "error", closable: false, text: `Another program released ${nameInSentence(version)} meanwhile; your changes to it are not saved.`,
    actions: [{ text: "What can I do? …", on: () => askReleasedMeanwhile(app) }],
  });
}

// Offers the ways out. False: there is nothing to ask.
export async function askReleasedMeanwhile(app) {
  const version = found(app);
  if (!version) return false;
  const finding = version.findings.find(({ id }) => id === "released-script-changed");
  const ways = finding?.suggestions ?? [];
  const advice = ways.length > 1 ? "They can go into a new update." : app.store.editor.checking ? "The scripts are still being checked, so look here again in a moment for what you can do."
    : "Restore the released text, and make your changes in a new update. Undo shows them again.";
  const choice = await ask({
    title: `${versionName(version)} was released while you edited it`,
    text: `Your changes cannot be saved in ${nameInSentence(version)}, because databases that have run it never run it again. ${advice}`,
    answers: [{ text: "Close", value: null }, ...ways.map((text, value) => ({ text, value, kind: value === 0 ? "primary" : null })).reverse()],
  });
  if (choice !== null) await suggest(app, version.id, finding, choice);
  return true;
}
