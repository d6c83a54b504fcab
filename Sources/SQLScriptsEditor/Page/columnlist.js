import { el, nameOf } from "./dom.js";
import { columnFields } from "./columnfields.js";
import { newColumn } from "./columntypes.js";
import { button } from "./icons.js";

// The columns of a table, one below the other, with add, rename and remove. A column that is in the database can be put back.
export function columnList({ columns, removed = [], tables, changed, keyable = true }) {
  const list = el("div", { class: "column-list" });
  let entries = [];

  // The key of a table that exists identifies its rows, so it stays.
  function isFixed(column) {
    return column.was !== null && column.key;
  }

  const present = () => entries.filter((entry) => !entry.removed && !entry.isEmpty);

  function add(column, focus = false) {
    const entry = columnFields(column, { tables, changed, keyable, remove: isFixed(column) ? null : (removed) => remove(removed) });
    entries.push(entry);
    list.append(entry.node);
    if (focus) entry.name.focus();
    return entry;
  }

  // Shows a column of the database as one that will be deleted.
  function strike(entry) {
    entry.removed = true;
    const back = button("Put it back", { icon: "undo", on: () => restore(entry) });
    entry.gone = el("div", { class: "column column-gone" }, el("p", null, el("del", null, nameOf(entry.column.was)), " will be deleted with all its values."), back);
    entry.node.replaceWith(entry.gone);
    return back;
  }

  function remove(entry) {
    if (entry.column.was === null) {
      entries = entries.filter((other) => other !== entry);
      entry.node.remove();
      (entries.at(-1)?.name ?? adder).focus();
    } else {
      strike(entry).focus();
    }
    changed();
  }

  function restore(entry) {
    entry.removed = false;
    entry.gone.replaceWith(entry.node);
    entry.name.focus();
    changed();
  }

  const adder = button("Add a column", { icon: "plus", on: () => add(newColumn(), true) });
  for (const column of columns) add(column);
  for (const column of removed) strike(add(column));
  return {
    node: el("div", { class: "stack" }, el("h3", { class: "label" }, "Columns"), list, el("div", null, adder)),
    add,
    // The columns that should exist, or the words for what is missing.
    read() {
      if (present().some((entry) => entry.name.value.trim() === "")) return "Give every column a name.";
      return present().length === 0 ? "Add at least one column." : present().map((entry) => entry.read());
    },
    // The control that an error of the server is about: `columns[2].name`. Null: the one for what is missing.
    find(place) {
      if (place === null) return (present().find((entry) => entry.name.value.trim() === "") ?? entries.find((entry) => entry.isEmpty))?.name ?? adder;
      const index = /^columns\[(\d+)\]/.exec(place)?.[1];
      return index === undefined ? null : present()[Number(index)]?.control(place) ?? null;
    },
  };
}
