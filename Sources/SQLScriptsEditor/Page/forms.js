import { createTableForm } from "./createtable.js";
import { addColumnForm, changeTableForm } from "./changetable.js";
import { dropIndexForm, addIndexForm } from "./indexforms.js";
import { FormDialog } from "./formdialog.js";
import { addRowForm, deleteRowsForm, fillValuesForm } from "./rowforms.js";
import { dropTableForm } from "./droptable.js";
import { schemaOf } from "./schema.js";

const makers = {
  createTable: createTableForm, addColumn: addColumnForm, changeTable: changeTableForm, dropTable: dropTableForm,
  addIndex: addIndexForm, dropIndex: dropIndexForm, fillValues: fillValuesForm, deleteRows: deleteRowsForm, addRow: addRowForm,
};

// Every form has { title, node, first, change() → FormChange or the words for what is missing }.
// It calls `changed` when something in it has changed. `table`: the table to begin with.
export const openForm = async (app, kind, { table = null } = {}) => {
  await app.flush();
  const schema = schemaOf(app.store.document, app.store.selected);
  const tables = [...schema.values()].filter((entry) => entry.kind === "table");
  const context = { schema, tables, table: table ?? lastChanged(app.store.version, tables), changed: () => dialog.changed() };
  const form = makers[kind](context);
  const dialog = new FormDialog(app, form);
  dialog.open();
};

// The table that people most likely go on with: the one that this script touched last.
function lastChanged(version, tables) {
  for (const change of [...version.changes].reverse()) if (tables.some((table) => table.name === change.table)) return change.table;
  return tables[0]?.name ?? null;
}
