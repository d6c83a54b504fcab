import { Dialog } from "./dialog.js";
import { el, freshId } from "./dom.js";
import { button } from "./icons.js";
import { versionName } from "./store.js";

// The changed scripts as text, for when they cannot be saved.
export function copyDialog(app) {
  const id = freshId("copy");
  const field = el("textarea", { id, class: "sql copy-text", readonly: true, rows: "14" });
  field.value = changedText(app);
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
    body: el("div", { class: "field" }, el("label", { for: id }, "The scripts that are not saved"), field, done),
    buttons: [button("Close", { on: () => dialog.close() }), copy],
  });
  dialog.open(copy);
}

function changedText(app) {
  const { document, editor } = app.store;
  const { draft } = app;
  const ids = new Set(editor.unsaved);
  if (draft?.isUnsent) ids.add(draft.script);
  const parts = [];
  for (const version of document.versions.filter((entry) => ids.has(entry.id))) {
    const items = version.items.map((item) => draft?.script === version.id && draft.item === item.number ? draft.text : item.sql);
    if (draft?.script === version.id && draft.item === null && draft.text.trim()) items.splice(draft.before - 1, 0, draft.text);
    parts.push([`-- ${versionName(version)} (${version.file.replace(/\s+/g, " ")})`, ...items.map((sql) => `${sql};`)].join("\n\n"));
  }
  return parts.join("\n\n\n");
}
