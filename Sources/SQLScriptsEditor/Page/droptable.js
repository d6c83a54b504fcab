import { el } from "./dom.js";
import { icon } from "./icons.js";
import { tableChoice } from "./tablechoice.js";

export function dropTableForm({ tables, table, changed, start = null }) {
  const choice = tableChoice({ label: "Table", tables, table, changed, asks: start === null });
  return {
    title: "Delete a table", first: choice.select,
    node: el("div", { class: "stack wide-gap" }, choice.node,
      el("div", { class: "callout", data: { state: "warning" } }, icon("warning"), el("p", null, "All rows of the table are deleted on every device. An update cannot bring them back."))),
    change: () => choice.chosen() ? { kind: "dropTable", table: choice.chosen().name } : "Choose the table to delete.",
    find: () => choice.select,
  };
}
