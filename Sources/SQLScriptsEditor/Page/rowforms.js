import { el } from "./dom.js";
import { columnFrom } from "./columntypes.js";
import { rowFilter } from "./rowfilter.js";
import { columnChoice, tableChoice } from "./tablechoice.js";
import { valueField } from "./valuefield.js";

function columnType(table, name) {
  const column = table.columns.find((entry) => entry.name === name);
  return column ? columnFrom(table, column).type : "text";
}

// Gives a column a value in all rows, in those where it is empty, or in some.
export function fillValuesForm({ tables, table, changed, start = null }) {
  const column = columnChoice({ label: "Column", changed: () => { retype(); changed(); }, filter: (entry) => !entry.generated });
  const to = valueField({ label: "New value", start: start?.to, changed });
  const filter = rowFilter({ choices: ["empty", "all", "some"], chosen: "empty", start: start?.where, changed });
  const choice = tableChoice({ label: "Table", tables, table, changed: () => { fill(); changed(); } });
  function retype() {
    to.setType(columnType(choice.chosen(), column.chosen()));
  }
  function fill() {
    column.fill(choice.chosen());
    filter.fill(choice.chosen());
    retype();
  }
  fill();
  const last = table && choice.chosen().columns.at(-1);
  if (last) column.select.value = start?.column ?? last.name;
  retype();
  return {
    title: "Fill values", first: choice.select,
    node: el("div", { class: "stack wide-gap" }, el("div", { class: "field-pair" }, choice.node, column.node), to.node, filter.node),
    change() {
      const input = to.input();
      if (input === null) return "Enter the new value.";
      const where = filter.where();
      if (where === null) return "Enter the value that these rows have.";
      return { kind: "fillValues", table: choice.chosen().name, column: column.chosen(), to: input, where };
    },
    find: (place) => place === null || place === "to" ? to.field : place === "column" ? column.select : filter.find(place),
  };
}

export function deleteRowsForm({ tables, table, changed, start = null }) {
  const filter = rowFilter({ choices: ["all", "some"], chosen: "some", start: start?.where, changed });
  const choice = tableChoice({ label: "Table", tables, table, changed: () => { fill(); changed(); }, asks: start === null });
  // Which rows is a question about a table.
  function fill() {
    filter.node.hidden = !choice.chosen();
    if (choice.chosen()) filter.fill(choice.chosen());
  }
  fill();
  return {
    title: "Delete rows", first: choice.select,
    node: el("div", { class: "stack wide-gap" }, choice.node, filter.node),
    change() {
      if (!choice.chosen()) return "Choose the table.";
      const where = filter.where();
      return where === null ? "Enter the value that these rows have." : { kind: "deleteRows", table: choice.chosen().name, where };
    },
    find: (place) => choice.chosen() ? filter.find(place) : choice.select,
  };
}

// One row that every database should have, such as a setting.
export function addRowForm({ tables, table, changed, start = null }) {
  const box = el("div", { class: "stack" });
  let fields = [];
  let given = start?.values ?? null;
  const choice = tableChoice({ label: "Table", tables, table, changed: () => { fill(); changed(); } });
  function fill() {
    const chosen = choice.chosen();
    fields = chosen.columns.filter((column) => !column.generated).map((column) => {
      const needed = (column.required || column.key > 0) && column.default === null && !column.numbered;
      const help = needed ? "Required" : column.numbered ? "Leave it empty to get the next number." : column.default !== null ? `Leave it empty to get ${column.default}.` : "Leave it empty for no value.";
      return { name: column.name, needed, value: valueField({ label: column.name, type: columnFrom(chosen, column).type, start: given?.[column.name], help, changed }) };
    });
    given = null;
    box.replaceChildren(...fields.map((entry) => entry.value.node));
  }
  fill();
  return {
    title: "Add a row", first: choice.select,
    node: el("div", { class: "stack wide-gap" }, choice.node, box),
    change() {
      const values = Object.create(null);
      for (const entry of fields) {
        const input = entry.value.input();
        if (input !== null) values[entry.name] = input;
        else if (entry.needed) return `Enter a value for ${entry.name}.`;
      }
      return Object.keys(values).length === 0 ? "Enter at least one value." : { kind: "addRow", table: choice.chosen().name, values };
    },
    find: (place) => fields.find((entry) => place === null ? entry.needed && entry.value.input() === null : place === `values.${entry.name}`)?.value.field ?? null,
  };
}
