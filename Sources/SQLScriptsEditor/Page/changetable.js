import { el, freshId } from "./dom.js";
import { columnFields, field } from "./columnfields.js";
import { columnList } from "./columnlist.js";
import { columnFrom, newColumn } from "./columntypes.js";
import { tableChoice } from "./tablechoice.js";

function columnsOf(table) {
  return table.columns.map((column) => columnFrom(table, column));
}

// The columns that a change leaves out.
function removedBy(change, table) {
  return columnsOf(table).filter((column) => !change.columns.some((kept) => kept.was === column.was));
}

// Whether a change only adds one column at the end, for which there is a shorter form.
export function isNewColumn(change, table) {
  const { columns } = change;
  return change.name === table.name && columns.at(-1).was === null && columns.length === table.columns.length + 1
    && columnsOf(table).every((column, index) => JSON.stringify(column) === JSON.stringify(columns[index]));
}

// Adds one column and leaves the rest alone.
export function addColumnForm({ tables, table, asks, changed, now, start = null }) {
  const choice = tableChoice({ label: "Table", tables, table, changed, asks: asks && start === null });
  const column = columnFields(start?.columns.at(-1) ?? newColumn(), { tables, changed, open: true, keyable: false });
  return {
    title: "Add a column", first: choice.chosen() ? column.name : choice.select,
    node: el("div", { class: "stack wide-gap" }, choice.node, column.node),
    change() {
      if (!choice.chosen()) return "Choose the table that gets the column.";
      if (column.isEmpty) return "Give the column a name.";
      const chosen = now(choice.chosen());
      return { kind: "changeTable", table: chosen.name, name: chosen.name, columns: [...columnsOf(chosen), column.read()] };
    },
    find: (place) => place === null ? choice.chosen() ? column.name : choice.select : place.startsWith("columns[") ? column.control(place) : null,
  };
}

// All columns of a table, to be renamed, changed, removed or joined by new ones.
export function changeTableForm({ tables, table, changed, start = null }) {
  const name = el("input", { id: freshId("table"), type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "off", on: { input: changed } });
  const box = el("div");
  let columns = null;
  let given = start;
  const choice = tableChoice({ label: "Table", tables, table, changed: () => { fill(); changed(); } });
  function fill() {
    const chosen = choice.chosen();
    name.value = given?.name ?? chosen.name;
    columns = columnList({ tables, changed, columns: given?.columns ?? columnsOf(chosen), removed: given ? removedBy(given, chosen) : [], keyable: false });
    given = null;
    box.replaceChildren(columns.node);
  }
  fill();
  return {
    title: "Change a table", first: choice.select,
    node: el("div", { class: "stack wide-gap" }, el("div", { class: "field-pair" }, choice.node, field("Name of the table", name)), box),
    change() {
      const words = name.value.trim();
      if (!words) return "Give the table a name.";
      const list = columns.read();
      return typeof list === "string" ? list : { kind: "changeTable", table: choice.chosen().name, name: words, columns: list };
    },
    find: (place) => place === "name" || (place === null && !name.value.trim()) ? name : columns.find(place),
  };
}
