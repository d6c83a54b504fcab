import { el, freshId } from "./dom.js";
import { field } from "./columnfields.js";
import { columnList } from "./columnlist.js";
import { newColumn } from "./columntypes.js";

// A new table. It begins with a key, because tables without one are hard to refer to.
export function createTableForm({ tables, changed, start = null }) {
  const name = el("input", { id: freshId("table"), type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "off", value: start?.name ?? "", on: { input: changed } });
  const columns = columnList({ tables, changed, columns: start?.columns ?? [newColumn({ name: "id", type: "whole", key: true }), newColumn()] });
  return {
    title: "Add a table", first: name,
    node: el("div", { class: "stack wide-gap" }, field("Name of the table", name, "One word for what a row is, such as user or message."), columns.node),
    change() {
      const words = name.value.trim();
      if (!words) return "Give the table a name.";
      const list = columns.read();
      return typeof list === "string" ? list : { kind: "createTable", name: words, columns: list };
    },
    find: (place) => place === "name" || (place === null && !name.value.trim()) ? name : columns.find(place),
  };
}
