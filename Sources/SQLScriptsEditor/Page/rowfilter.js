import { el, freshId } from "./dom.js";
import { columnFrom } from "./columntypes.js";
import { columnChoice } from "./tablechoice.js";
import { valueField } from "./valuefield.js";

const wordsOf = { empty: "Rows in which the column has no value (NULL)", all: "All rows", some: "Rows where …" };

// Which rows are meant: all, those without a value in the column, or those where a column has a value.
export function rowFilter({ choices, chosen, start = null, changed }) {
  const name = freshId("rows");
  const column = columnChoice({ label: "Column", changed: () => { retype(); changed(); } });
  const is = valueField({ label: "has the value", start: start?.is, changed });
  const details = el("div", { class: "field-pair nested" }, column.node, is.node);
  const picked = start === null ? chosen : typeof start === "string" ? start : "some";
  let table = null;
  let given = start?.column;
  const radios = choices.map((choice) => {
    const id = freshId("choice");
    const radio = el("input", { type: "radio", name, id, value: choice, on: { change: () => { show(); changed(); } } });
    radio.checked = choice === picked;
    return { radio, node: el("div", { class: "check" }, radio, el("label", { for: id }, wordsOf[choice])), choice };
  });
  const current = () => radios.find((entry) => entry.radio.checked).choice;
  function show() {
    details.hidden = current() !== "some";
  }
  function retype() {
    const found = table.columns.find((entry) => entry.name === column.chosen());
    is.setType(found ? columnFrom(table, found).type : "text");
  }
  show();
  return {
    node: el("div", { class: "stack" }, el("fieldset", { class: "checks" }, el("legend", { class: "label" }, "Which rows?"), radios.map((entry) => entry.node)), details),
    find: (place) => place === "where.column" ? column.select : is.field,
    fill(next) {
      table = next;
      column.fill(next);
      if (given) column.select.value = given;
      given = null;
      retype();
    },
    where() {
      if (current() !== "some") return current();
      const value = is.input();
      return value === null ? null : { column: column.chosen(), is: value };
    },
  };
}
