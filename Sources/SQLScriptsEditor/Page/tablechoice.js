import { el, freshId, plainVisible } from "./dom.js";
import { field } from "./columnfields.js";

// A choice among the tables of this version. `asks`: whether none is chosen at first, because a wrong one would not be noticed.
export function tableChoice({ label, tables, table, changed, help = null, asks = false }) {
  const isOpen = asks && tables.length > 1;
  const select = el("select", { id: freshId("table"), on: { change: changed } }, isOpen ? el("option", { value: "" }, "Choose a table …") : null, tables.map((entry, index) => el("option", { value: String(index) }, plainVisible(entry.name, 60))));
  const index = tables.findIndex((entry) => entry.name === table);
  select.value = isOpen ? "" : String(Math.max(0, index));
  return { node: field(label, select, help), select, chosen: () => select.value === "" ? null : tables[Number(select.value)] };
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
