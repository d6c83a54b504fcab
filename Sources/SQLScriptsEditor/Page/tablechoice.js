import { el, freshId, plainVisible } from "./dom.js";
import { field } from "./columnfields.js";

// A choice among the tables of this version.
export function tableChoice({ label, tables, table, changed, help = null }) {
  const select = el("select", { id: freshId("table"), on: { change: changed } }, tables.map((entry, index) => el("option", { value: String(index) }, plainVisible(entry.name, 60))));
  const index = tables.findIndex((entry) => entry.name === table);
  select.value = String(Math.max(0, index));
  return { node: field(label, select, help), select, chosen: () => tables[Number(select.value)] };
}

// A choice among the columns of a table, made anew when the table changes.
export function columnChoice({ label, changed, filter = () => true }) {
  const select = el("select", { id: freshId("column"), on: { change: changed } });
  return {
    node: field(label, select), select,
    fill(table) {
      select.replaceChildren(...table.columns.filter(filter).map((column) => el("option", { value: column.name }, plainVisible(column.name, 60))));
    },
    chosen: () => select.value,
  };
}
