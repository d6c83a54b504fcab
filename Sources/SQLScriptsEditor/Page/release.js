import { post } from "./api.js";
import { Dialog, ask, opensDialog } from "./dialog.js";
import { count, el } from "./dom.js";
import { button, icon } from "./icons.js";
import { askReleasedMeanwhile } from "./meanwhile.js";
import { saveDialog, whatItDoes } from "./save.js";
import { nameInSentence, versionName, wasChanged } from "./store.js";
import { inWords } from "./writing.js";

// “Release update 4 …”, and what has to be done before. Null: everything is released.
export function releaseLabel(app) {
  const { document } = app.store;
  // A changed one was released before. Its finding has the ways out.
  const open = document.versions.filter((version) => !version.released && !wasChanged(version));
  if (open.length === 0) return null;
  const { errors } = document.summary;
  const empty = open.filter((version) => version.items.length === 0 && !version.problem);
  const waits = app.unsavedScripts() > 0 ? "Save your changes first." : errors > 0 ? `Correct ${errors === 1 ? "the error" : "the errors"} first.`
    : empty.length === open.length ? `${empty.length === 1 ? `${versionName(empty[0])} does` : "They do"} nothing yet.` : null;
  return { text: `Release ${scriptsInWords(open)} …`, waits };
}

function scriptsInWords(versions) {
  return versions.length === 1 ? nameInSentence(versions[0]) : count(versions.length, "script");
}

// Says what users will get and that it stays like this. Only the button in this dialog records it. `again`: the released script
// that was changed, because no user has it. Then only that one is recorded.
export const releaseDialog = opensDialog(async (app, again = null) => {
  await app.flush();
  if (await askReleasedMeanwhile(app)) return;
  if (app.unsavedScripts() > 0) {
    if (await explain("Save your changes first", "A release records the saved files, so your unsaved changes would be missing.", "Save …")) saveDialog(app);
    return;
  }
  let versions, shown;
  try {
    ({ versions, shown } = await app.edits.queue(async (revision) => ({ ...await post("/api/release/preview", { revision, again }), shown: revision }), { again: () => true }));
  } catch (error) {
    await refused(app, error);
    return;
  }
  confirmRelease(app, app.store.document.versions.filter((version) => versions.includes(version.id)), shown, again);
});

function explain(title, text, action) {
  return ask({ title, text, answers: [{ text: "Close", value: false }, action ? { text: action, value: true, kind: "primary" } : null].filter(Boolean) });
}

async function refused(app, error) {
  if (error.code !== "refused") {
    app.edits.onProblem(error);
    return;
  }
  const { errors } = app.store.document.summary;
  if (await explain("This cannot be released yet", inWords(error), errors > 0 ? "Show the error" : null)) app.header.next("error");
}

// What is recorded, and what is not.
function onlyThis(app, versions) {
  const { document } = app.store;
  const others = document.versions.filter((version) => !version.released && !versions.includes(version));
  const [changed, drafts] = [others.filter(wasChanged), others.filter((version) => !wasChanged(version))];
  const left = (list, one, several) => list.length === 0 ? null : ` ${list.length === 1 ? `${versionName(list[0])} ${one}` : `${list.length} ${several}`}.`;
  return [`Only ${scriptsInWords(versions)} is recorded, as it is now.`,
    left(drafts, "is not released with it", "unreleased scripts are not released with it"),
    left(changed, "was changed too, and is not recorded", "other changed scripts are not recorded")].filter(Boolean).join("");
}

function confirmRelease(app, versions, shown, again) {
  const one = versions.length === 1;
  const { warnings } = app.store.document.summary;
  const problem = el("p", { class: "field-error", role: "alert" });
  const cancel = button("Cancel", { on: () => dialog.close() });
  const confirm = button(`Release ${scriptsInWords(versions)}${again === null ? "" : " again"}`, { icon: "lock", kind: "primary", on: () => write() });
  const dialog = new Dialog({
    title: `Release ${scriptsInWords(versions)}${again === null ? "" : " again"}?`, className: "wide",
    body: [
      again === null ? null : el("div", { class: "callout", data: { state: "error" } }, icon("error"), el("p", null,
        "Do this only if no user has the release that you have changed, for example because the app was not published. Databases that have run the old text never run the new one, and would differ from all others.")),
      again === null ? null : el("p", null, onlyThis(app, versions)),
      el("div", { class: "callout", data: { state: "warning" } }, icon("lock"), el("p", null,
        `Release ${one ? "it" : "them"} when users get ${one ? "it" : "them"} with the next version of the app. Afterwards nobody can change ${one ? "it" : "them"} any more, and this cannot be undone: users’ databases run each script only once. Later changes need a new update.`)),
      warnings > 0 ? el("div", { class: "callout", data: { state: "warning" } }, icon("warning"), el("p", null, `There ${warnings === 1 ? "is" : "are"} still ${count(warnings, "warning")}. Look at ${warnings === 1 ? "it" : "them"} first, because the scripts cannot be corrected later.`)) : null,
      el("div", { class: "stack wide-gap", tabindex: "0", role: "group", "aria-label": "What users will get" }, el("p", null, "This is what users will get:"), versions.map(whatItDoes)),
      el("p", { class: "soft small" }, "The release is recorded in the file sqlscripts.lock. Pass it on together with the scripts."),
    ].filter(Boolean),
    buttons: [problem, cancel, confirm],
  });
  dialog.open(cancel);

  async function write() {
    if (confirm.getAttribute("aria-disabled") === "true") return;
    problem.textContent = "";
    confirm.setAttribute("aria-disabled", "true");
    try {
      await app.edits.send("/api/release", { versions: versions.map((version) => version.id), again }, { seen: () => shown });
      await dialog.close(true);
      app.say(one ? `${versionName(versions[0])} is released and locked.` : `${versions.length} scripts are released and locked.`, { shown: true });
    } catch (error) {
      confirm.removeAttribute("aria-disabled");
      problem.textContent = inWords(error);
      if (error.code === "no-server") app.edits.onProblem(error);
    }
  }
}
