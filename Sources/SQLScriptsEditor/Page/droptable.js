import { el } from "./dom.js";
import { tableChoice } from "./tablechoice.js";

export function dropTableForm({ tables, table, changed, start = null }) {
  const choice = tableChoice({ label: "Table", tables, table, changed, asks: start === null });
  return {
    title: "Delete a table", first: choice.select,
    node: el("div", { class: "stack wide-gap" }, choice.node,
      el("p", { class: "soft" }, "The table and its rows are deleted on every device. A later update cannot bring the rows back.")),
    change: () => choice.chosen() ? { kind: "dropTable", table: choice.chosen().name } : "Choose the table to delete.",
    find: () => choice.select,
  };
}
