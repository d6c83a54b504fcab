import { Dialog, opensDialog } from "./dialog.js";
import { el, freshId } from "./dom.js";
import { button } from "./icons.js";
import { scriptChanges } from "./scriptchanges.js";
import { tokenize } from "./sql.js";
import { versionName } from "./store.js";

// Everything that is not saved as text, for when it cannot be saved.
export const copyDialog = opensDialog((app) => {
  const id = freshId("copy");
  const field = el("textarea", { id, class: "sql copy-text", readonly: true, rows: "14" });
  field.value = copiedText(app) || "-- Everything is saved.";
  const done = el("p", { class: "soft small", role: "status" });
  const copy = button("Copy to the clipboard", { kind: "primary", on: async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      done.textContent = "Copied.";
    } catch {
      done.textContent = "The browser did not allow it. The text is selected; press Ctrl+C or Cmd+C.";
      field.focus();
    }
  } });
  const dialog = new Dialog({
    title: "Copy my changes", className: "wide copy-dialog",
    body: [el("ol", { class: "copy-help" }, instructions.map((text) => el("li", null, text))),
      el("div", { class: "field" }, el("label", { for: id }, "What is not saved"), field, done)],
    buttons: [button("Close", { on: () => dialog.close() }), copy],
  });
  dialog.open(copy);
}, { unless: "copy-dialog" });

const instructions = [
  "Copy this text and save it in a file.",
  "Start the editor again: sqlscripts edit.",
  "Open each script that is named below, or create it with “New update”. Choose “SQL” below its steps, and paste the steps that are marked as not saved.",
  "Where the text says that a form was open, open it again and enter the same values.",
];

function copiedText(app) {
  const text = [changedText(app), ...enteredTexts()].filter(Boolean).join("\n\n\n");
  if (!text) return "";
  const head = [`Not saved in the SQLScripts editor of “${oneLine(app.store.document.title)}”.`, "To enter it again:",
    ...instructions.slice(1).map((line, index) => `${index + 1}. ${line}`)];
  return `${head.map((line) => `-- ${line}`).join("\n")}\n\n\n${text}`;
}

function changedText(app) {
  const { document, editor } = app.store;
  const descriptions = app.script.description.live.unsentTexts;
  const files = app.cards.fileText.live.unsentTexts;
  const draft = app.draft?.isUnsent ? app.draft : null;
  const ids = new Set([...editor.unsaved, ...descriptions.keys(), ...files.keys(), ...(draft ? [draft.script] : [])]);
  const known = document.versions.filter((version) => ids.has(version.id));
  const parts = known.map((version) => scriptText(version, {
    description: descriptions.get(version.id) ?? version.description, file: files.get(version.id) ?? version.text ?? null,
    draft: draft?.script === version.id ? draft : null, saved: app.store.saved.get(version.id) ?? null,
  }));
  for (const version of known) ids.delete(version.id);
  for (const id of ids) parts.push(goneText(id, { description: descriptions.get(id), file: files.get(id), draft: draft?.script === id ? draft : null }));
  return parts.join("\n\n\n");
}

function scriptText(version, { description, file, draft, saved }) {
  const head = `-- ${versionName(version)} (${oneLine(version.file)})`;
  if (file !== null) return [head, comment("Description", description), "-- The text of the file:", file].filter(Boolean).join("\n\n");
  const changed = changedNumbers(saved, version);
  const mark = (number, isSaved) => `-- Step ${number}${isSaved ? ", as in the file" : ", not saved"}:\n`;
  const items = version.items.map((item) => {
    const typed = draft?.item === item.number ? draft.text : null;
    return mark(item.number, typed === null && !changed.has(item.number)) + itemText(item, typed ?? item.sql);
  });
  if (draft?.item === null) items.splice(version.items.filter((item) => item.number < draft.before).length, 0, `-- A new step, not saved:\n${statement(draft.text)}`);
  return [
    head, comment("Description", description),
    ...version.require.map((sql) => comment("Checked before it runs (require)", sql)),
    ...items,
    ...version.verify.map((sql) => comment("Checked after it has run (verify)", sql)),
  ].filter(Boolean).join("\n\n");
}

// The steps that the file does not have like this. Without the saved script, no step is known to be in the file.
function changedNumbers(saved, version) {
  if (!saved) return new Set(version.items.map((item) => item.number));
  return new Set(scriptChanges(saved, version).steps.filter(({ kind }) => kind !== "removed").flatMap(({ group }) => group.items.map((item) => item.number)));
}

// What is entered in forms that are open, which no script has yet.
function enteredTexts() {
  return [...document.querySelectorAll("dialog[open]:not(.copy-dialog), .keep-form")].map((root) => {
    const lines = [...root.querySelectorAll("input, select, textarea")].filter((control) => !control.closest("[hidden]")).flatMap(enteredLines);
    const sql = [...root.querySelectorAll(".form-preview .sql-block")].map((block) => statement(block.textContent));
    if (lines.length === 0) return null;
    const title = root.querySelector("h2")?.textContent ?? "Keep it";
    return [`-- The form “${oneLine(title)}” was open, and nothing of it was added:`, ...lines.map((line) => `--   ${line}`),
      ...(sql.length > 0 ? ["-- Its SQL, as far as it was checked:", ...sql] : [])].join("\n");
  });
}

function enteredLines(control) {
  const label = oneLine(control.labels?.[0]?.textContent ?? control.getAttribute("aria-label") ?? "").trim();
  if (control.type === "checkbox" || control.type === "radio") return control.checked ? [label] : [];
  // What is chosen until somebody chooses something says nothing.
  if (control.matches("select") && control.selectedIndex === 0 && (control.value === "" || control.matches(".manner"))) return [];
  const value = control.matches("select") ? control.selectedOptions[0]?.textContent : control.value;
  return value?.trim() ? [`${label}: ${oneLine(value)}`] : [];
}

// A script that is not in the document any more, with what was typed into it.
function goneText(id, { description, file, draft }) {
  return [`-- ${id === 0 ? "The default script" : `Update ${id}`} was deleted here, and the deletion is not saved.`,
    comment("Description", description), file, draft ? statement(draft.text) : null].filter(Boolean).join("\n\n");
}

function itemText(item, sql) {
  return [comment("Runs only if this query returns a row (onlyIf)", item.onlyIf), comment("Note", item.note), statement(sql)].filter(Boolean).join("\n");
}

// A semicolon behind a comment would be part of it.
function statement(sql) {
  const text = sql.trim();
  const tokens = tokenize(text);
  const last = tokens.at(-1);
  if (tokens.findLast((token) => token.kind !== "space" && token.kind !== "comment")?.text === ";") return text;
  return `${text}${last?.kind === "comment" && last.text.startsWith("--") ? "\n" : ""};`;
}

function comment(title, text) {
  return text ? [`-- ${title}:`, ...text.split(/\r\n|\r|\n/).map((line) => `--   ${line}`)].join("\n") : null;
}

function oneLine(text) {
  return text.replace(/\s+/g, " ");
}
