import { createTableForm } from "./createtable.js";
import { addColumnForm, changeTableForm, isNewColumn } from "./changetable.js";
import { post } from "./api.js";
import { opensDialog } from "./dialog.js";
import { dropIndexForm, addIndexForm } from "./indexforms.js";
import { FormDialog } from "./formdialog.js";
import { addRowForm, deleteRowsForm, fillValuesForm } from "./rowforms.js";
import { dropTableForm } from "./droptable.js";
import { foldName, inOrder, schemaOf } from "./schema.js";

const makers = {
  createTable: createTableForm, addColumn: addColumnForm, changeTable: changeTableForm, dropTable: dropTableForm,
  addIndex: addIndexForm, dropIndex: dropIndexForm, fillValues: fillValuesForm, deleteRows: deleteRowsForm, addRow: addRowForm,
};

// Every form has { title, node, first, change() → FormChange or the words for what is missing }.
// It calls `changed` when something in it has changed. `table`: the table to begin with. `asks`: nobody knows which one is meant, so
// a form whose mistake would not be noticed asks. `now(table)`: the same one as it is now.
export const openForm = opensDialog(async (app, kind, { table = null } = {}) => {
  await app.flush();
  const schema = schemaOf(app.store.document, app.store.selected);
  const tables = inOrder([...schema.values()].filter((entry) => entry.kind === "table"));
  const known = app.tableInUse(tables);
  const context = { schema, tables, table: table ?? known ?? lastChanged(app.store.version, tables), asks: known === null, changed: () => dialog.changed(),
    now: (entry) => schemaOf(app.store.document, dialog.call.script).get(foldName(entry.name)) ?? entry };
  const form = makers[kind](context);
  const dialog = new FormDialog(app, form);
  dialog.open();
});

// Opens the form that makes a step, filled with what the step does.
export const editStep = opensDialog(async (app, items) => {
  await app.flush();
  const script = app.store.selected;
  let step;
  try {
    step = await app.edits.queue((revision) => post("/api/form/read", { revision, script, items }));
  } catch (error) {
    app.edits.onProblem(error);
    return;
  }
  const { change: start, answers } = step;
  const tables = inOrder(step.tables);
  const schema = new Map(tables.map((table) => [foldName(table.name), table]));
  const table = tables.find((entry) => foldName(entry.name) === foldName(start.table ?? ""));
  const kind = start.kind === "changeTable" && isNewColumn(start, table) ? "addColumn" : start.kind;
  const context = { schema, tables, table: table?.name ?? null, start, changed: () => dialog.changed(), now: (entry) => entry };
  const form = makers[kind](context);
  const dialog = new FormDialog(app, form, { items, answers });
  dialog.open();
});

// The table that people most likely go on with: the one that the last step is about.
function lastChanged(version, tables) {
  const names = new Map(tables.map((table) => [foldName(table.name), table.name]));
  for (const { words } of [...version.sentences].reverse()) {
    const piece = words.find(({ name }) => name !== undefined && names.has(foldName(name)));
    if (piece) return names.get(foldName(piece.name));
  }
  return tables[0]?.name ?? null;
}
