import { el, freshId } from "./dom.js";
import { columnFrom } from "./columntypes.js";
import { field } from "./columnfields.js";
import { columnChoice } from "./tablechoice.js";
import { valueField } from "./valuefield.js";

const choiceWords = { empty: "Rows in which the column has no value", all: "All rows", some: "Rows where …" };
const conditions = [["is", "has this value"], ["no", "has no value"], ["any", "has a value"]];

// Which rows are meant: all, those without a value in the column, or those where a column has a certain value, none, or any.
export function rowFilter({ choices, chosen, start = null, changed }) {
  const name = freshId("rows");
  const column = columnChoice({ label: "Column", changed: () => { retype(); changed(); } });
  const condition = el("select", { id: freshId("condition"), on: { change: () => { show(); changed(); } } }, conditions.map(([value, words]) => el("option", { value }, words)));
  const is = valueField({ label: "Value", start: start?.is, changed });
  const details = el("div", { class: "stack nested" }, el("div", { class: "field-pair" }, column.node, field("Condition", condition)), is.node);
  const picked = start === null ? chosen : typeof start === "string" ? start : "some";
  if (typeof start?.filled === "boolean") condition.value = start.filled ? "any" : "no";
  let table = null;
  let given = start?.column;
  const radios = choices.map((choice) => {
    const id = freshId("choice");
    const radio = el("input", { type: "radio", name, id, value: choice, on: { change: () => { show(); changed(); } } });
    radio.checked = choice === picked;
    return { radio, node: el("div", { class: "check" }, radio, el("label", { for: id }, choiceWords[choice])), choice };
  });
  const current = () => radios.find((entry) => entry.radio.checked).choice;
  function show() {
    details.hidden = current() !== "some";
    is.node.hidden = condition.value !== "is";
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
      if (condition.value !== "is") return { column: column.chosen(), filled: condition.value === "any" };
      const value = is.input();
      return value === null ? null : { column: column.chosen(), is: value };
    },
  };
}
