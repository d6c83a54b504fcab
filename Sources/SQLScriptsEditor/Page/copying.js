import { Dialog, opensDialog } from "./dialog.js";
import { el, freshId } from "./dom.js";
import { button } from "./icons.js";
import { tokenize } from "./sql.js";
import { versionName } from "./store.js";

// Everything that is not saved as text, for when it cannot be saved.
export const copyDialog = opensDialog((app) => {
  const id = freshId("copy");
  const field = el("textarea", { id, class: "sql copy-text", readonly: true, rows: "14" });
  field.value = changedText(app) || "-- Everything is saved.";
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
    title: "Copy my changes", className: "wide",
    body: el("div", { class: "field" }, el("label", { for: id }, "The scripts that are not saved"), field,
      el("p", { class: "field-help" }, "Keep it in a file of your own. Once the editor runs again, enter it there: choose “SQL” below the steps, and paste the statements."), done),
    buttons: [button("Close", { on: () => dialog.close() }), copy],
  });
  dialog.open(copy);
});

function changedText(app) {
  const { document, editor } = app.store;
  const descriptions = app.script.description.live.unsentTexts;
  const files = app.cards.fileText.live.unsentTexts;
  const draft = app.draft?.isUnsent ? app.draft : null;
  const ids = new Set([...editor.unsaved, ...descriptions.keys(), ...files.keys(), ...(draft ? [draft.script] : [])]);
  const known = document.versions.filter((version) => ids.has(version.id));
  const parts = known.map((version) => scriptText(version, {
    description: descriptions.get(version.id) ?? version.description, file: files.get(version.id) ?? version.text ?? null,
    draft: draft?.script === version.id ? draft : null,
  }));
  for (const version of known) ids.delete(version.id);
  for (const id of ids) parts.push(goneText(id, { description: descriptions.get(id), file: files.get(id), draft: draft?.script === id ? draft : null }));
  return parts.join("\n\n\n");
}

function scriptText(version, { description, file, draft }) {
  const head = `-- ${versionName(version)} (${oneLine(version.file)})`;
  if (file !== null) return [head, comment("Description", description), "-- The text of the file:", file].filter(Boolean).join("\n\n");
  const items = version.items.map((item) => itemText(item, draft?.item === item.number ? draft.text : item.sql));
  if (draft?.item === null) items.splice(version.items.filter((item) => item.number < draft.before).length, 0, statement(draft.text));
  return [
    head, comment("Description", description),
    ...version.require.map((sql) => comment("Checked before it runs (require)", sql)),
    ...items,
    ...version.verify.map((sql) => comment("Checked after it has run (verify)", sql)),
  ].filter(Boolean).join("\n\n");
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
