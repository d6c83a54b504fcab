import { post } from "./api.js";
import { reload } from "./conflict.js";
import { Dialog, ask, opensDialog } from "./dialog.js";
import { diffView } from "./diffview.js";
import { count, el, listed } from "./dom.js";
import { button } from "./icons.js";
import { saveDialog } from "./save.js";
import { fewNames, inWords } from "./writing.js";

const daysKept = 90;

// What editors before this one have left: changes that are shown again, and those that may belong to other scripts.
export function drawEarlier(app) {
  const { editor } = app.store;
  drawRecovered(app, editor);
  drawSetAside(app, editor.setAside);
  if (editor.unreadable) app.banners.show("unreadable", { state: "info", text: `Unsaved changes of an earlier editor cannot be read. They are kept in “${editor.unreadable}” for ${daysKept} days.` });
}

function drawRecovered(app, { recovered, meanwhile }) {
  if (!recovered) {
    app.banners.remove("recovered");
    return;
  }
  app.banners.show("recovered", {
    state: "info",
    text: "The editor ended before your last changes were saved. They are here again, and not saved yet.",
    detail: meanwhile.length > 0 ? wordsOfMeanwhile(meanwhile) : null,
    actions: [{ text: "Look at them and save …", on: () => saveDialog(app) }, { text: "Discard all unsaved changes", on: () => discard(app) }],
  });
}

// “Meanwhile, another program changed a.json and b.json, and renamed c.json to d.json.”
function wordsOfMeanwhile(files) {
  const shown = files.slice(0, fewNames);
  const all = (state) => shown.filter((file) => file.state === state);
  const plain = ["changed", "added", "deleted"].filter((state) => all(state).length > 0).map((state) => `${state} ${listed(all(state).map(({ file }) => file))}`);
  const moved = ["renamed", "converted"].flatMap(all).map(({ file, state, newName }) => `${state} ${file} to ${newName}`);
  const rest = files.length - shown.length;
  return `Since your changes were kept, another program ${listed([...plain, ...moved])}${rest > 0 ? `. It did something to ${count(rest, "other file")}, too` : ""}.`;
}

// The files are read again. Undo brings the changes back.
async function discard(app) {
  await app.flush();
  // What the user sees when asked.
  const seen = app.store.revision;
  const agreed = !app.store.editor.hasNewer || await ask({
    title: "Discard your newer changes, too?",
    text: "You have changed scripts since the editor started. Everything that is not saved will be discarded.",
    answers: [{ text: "Discard all", value: true, kind: "danger" }, { text: "Cancel", value: false, kind: "primary" }],
  });
  if (agreed !== true) return;
  const error = await reload(app, seen);
  if (error) app.banners.show("problem", { state: "error", text: error.message });
}

// The newest of them. After a decision, the next ones follow.
function drawSetAside(app, offered) {
  if (!offered) {
    app.banners.remove("set-aside");
    return;
  }
  app.banners.show("set-aside", {
    state: "info",
    text: `Unsaved changes from ${dateOf(offered)} ${offered.place ? `were made when this folder was “${offered.place}”` : "belong to scripts that looked different"}. They are not shown here.`,
    detail: `${offered.number > 1 ? `There ${offered.number === 2 ? "is" : "are"} ${count(offered.number - 1, "more set")} of changes, too. ` : ""}If you do not decide, they are kept${offered.place ? "" : ` for ${daysKept} days`}.`,
    actions: [
      { text: "Show what they contain …", on: () => showDialog(app, offered) },
      { text: "Use them here", on: () => decide(app, "aside/use", offered) },
      { text: "Throw them away …", on: () => throwAway(app, offered) },
    ],
  });
}

function dateOf({ date }) {
  return new Date(date * 1000).toLocaleString("en-US", { dateStyle: "long", timeStyle: "short" });
}

const showDialog = opensDialog(async (app, offered) => {
  await app.flush();
  let files;
  try {
    ({ files } = await app.edits.queue((revision) => post("/api/aside", { revision, name: offered.name }), { again: () => true }));
  } catch (error) {
    app.edits.onProblem(error);
    return;
  }
  const close = button("Close", { kind: "primary", on: () => dialog.close() });
  const dialog = new Dialog({
    title: `Unsaved changes from ${dateOf(offered)}`, className: "wide",
    body: [el("p", null, "Lines marked + were added or changed, lines marked − were in the file before that."), ...files.map(diffView)],
    buttons: [close],
  });
  dialog.open(close);
});

async function throwAway(app, offered) {
  const agreed = await ask({
    title: "Throw these changes away?", text: `The unsaved changes from ${dateOf(offered)} will be deleted. Nothing brings them back.`,
    answers: [{ text: "Throw them away", value: true, kind: "danger" }, { text: "Cancel", value: false, kind: "primary" }],
  });
  if (agreed === true) await decide(app, "aside/delete", offered);
}

async function decide(app, path, { name }) {
  await app.flush();
  try {
    const { used, waits } = await app.edits.send(`/api/${path}`, { name });
    app.say(used === undefined ? "The changes were thrown away." : waits ? "Changes of files that cannot be read now are shown once you can reload them." : used === 0 ? "The files have these changes already." : "The changes are here now, and not saved yet. Undo takes them out again.", { shown: true });
  } catch (error) {
    app.banners.show("problem", { state: "error", text: inWords(error) });
  }
}
