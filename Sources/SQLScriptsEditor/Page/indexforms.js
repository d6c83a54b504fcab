import { el, freshId, plainVisible } from "./dom.js";
import { check, field } from "./columnfields.js";
import { tableChoice } from "./tablechoice.js";

// An index makes finding faster, or makes sure that nothing is there twice.
export function addIndexForm({ tables, table, changed, start = null }) {
  const box = el("div", { class: "checks" });
  const unique = check("Unique: no two rows have the same values in these columns", start?.unique ?? false, changed);
  let order = start?.columns ?? [];
  const choice = tableChoice({ label: "Table", tables, table, changed: () => { order = []; fill(); changed(); } });
  function fill() {
    box.replaceChildren(...choice.chosen().columns.map((column) => {
      const entry = check(plainVisible(column.name, 80), order.includes(column.name), () => {
        order = order.filter((name) => name !== column.name);
        if (entry.box.checked) order.push(column.name);
        changed();
      });
      return entry.node;
    }));
  }
  fill();
  return {
    title: "Add an index", first: choice.select,
    node: el("div", { class: "stack wide-gap" }, el("p", { class: "soft" }, "An index makes it faster to find rows by the values of these columns."), choice.node,
      el("fieldset", null, el("legend", { class: "label" }, "Columns, in the order in which you choose them"), box), unique.node),
    change() {
      if (order.length === 0) return "Choose at least one column.";
      return { kind: "addIndex", table: choice.chosen().name, columns: order, unique: unique.box.checked };
    },
    find: (place) => place === null ? box.querySelector("input") : null,
  };
}

export function dropIndexForm({ tables, changed, start = null }) {
  const names = tables.flatMap((table) => table.indexes.map((index) => ({ name: index.name, table: table.name })));
  const select = el("select", { id: freshId("index"), on: { change: changed } }, !start && names.length > 1 ? el("option", { value: "" }, "Choose an index …") : null, names.map((entry, index) =>
    el("option", { value: String(index) }, `${plainVisible(entry.name, 60)} (${plainVisible(entry.table, 40)})`)));
  if (start) select.value = String(names.findIndex((entry) => entry.name === start.name));
  return {
    title: "Delete an index", first: select,
    node: field("Index", select, "No row changes. Searching may become slower, and values that had to be unique may occur twice."),
    change: () => names.length === 0 ? "There is no index to delete." : select.value === "" ? "Choose the index to delete." : { kind: "dropIndex", name: names[Number(select.value)].name },
    find: () => select,
  };
}
