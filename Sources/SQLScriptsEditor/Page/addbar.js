import { el } from "./dom.js";
import { openForm } from "./forms.js";
import { button } from "./icons.js";
import { schemaOf } from "./schema.js";

// What can be added, in the order in which people need it. Those that need a table are there once there is one.
const stepKinds = [
  { form: "createTable", text: "Table" },
  { form: "addColumn", text: "Column", needsTable: true },
  { form: "changeTable", text: "Change a table", icon: "draft", needsTable: true },
  { form: "addIndex", text: "Index", needsTable: true },
  { form: "fillValues", text: "Fill values", icon: "draft", needsTable: true },
  { form: "deleteRows", text: "Delete rows", icon: "trash", needsTable: true },
  { form: "addRow", text: "Row", needsTable: true },
  { form: "dropTable", text: "Delete a table", icon: "trash", needsTable: true },
];

export function hasTables({ document, selected }) {
  return [...schemaOf(document, selected).values()].some((table) => table.kind === "table");
}

export function addBar(app) {
  const { store } = app;
  const start = (kind) => {
    if (!kind.needsTable || hasTables(store)) openForm(app, kind.form);
    else app.say("The tables are not known, because the scripts could not be run up to here. Correct the errors first.", { shown: true });
  };
  const offered = stepKinds.filter((kind) => !kind.needsTable || hasTables(store) || store.version.problem);
  return el("div", { class: "add-bar", role: "group", "aria-labelledby": "add-label" },
    el("h3", { id: "add-label", class: "label" }, "Add a step"),
    el("div", { class: "button-row" },
      offered.map((kind) => button(kind.text, { icon: kind.icon ?? "plus", data: { focus: `add ${kind.form}` }, on: () => start(kind) })),
      button("SQL", { icon: "plus", data: { focus: "add sql" }, on: () => app.openDraft() })));
}
