import { shortened } from "./dom.js";
import { foldName } from "./schema.js";

// What a foreign key means, as pieces for `words`.
export function relationWords(table, reference) {
  const required = reference.columns.every((name) => columnNamed(table, name)?.required || columnNamed(table, name)?.key);
  const parent = { name: reference.parent };
  const by = reference.columns.flatMap((name, index) => [index > 0 ? ", " : "", { code: name }]);
  return ["Each ", { name: table.name }, required ? " belongs to one " : " may belong to one ", parent, " (", ...by, ")", deletionWords(reference.onDelete), "."];
}

function deletionWords(action) {
  switch (action) {
    case "CASCADE": return " and is deleted with it";
    case "SET NULL": return "; deleting that row clears the reference";
    case "SET DEFAULT": return "; deleting that row resets the reference to its default value";
    default: return "; that row cannot be deleted while it is in use";
  }
}

function columnNamed(table, name) {
  return table.columns.find((column) => foldName(column.name) === foldName(name));
}

// “required”, “unique”, “0 by default”: the rules of a column, as pieces for `words`.
export function ruleWords(table, column) {
  const rules = [];
  const keys = table.columns.filter((entry) => entry.key > 0).length;
  if (column.key > 0) rules.push([keys > 1 ? "part of the key" : "key"]);
  if (column.required) rules.push(["required"]);
  if (column.unique) rules.push(["unique"]);
  if (column.generated) rules.push(["computed"]);
  if (column.default !== null && column.default !== undefined) rules.push([{ code: shortened(String(column.default), 60) }, " by default"]);
  return rules.flatMap((rule, index) => (index > 0 ? [", ", ...rule] : rule));
}

export function indexWords(index) {
  const columns = index.columns.flatMap((name, position) => [position > 0 ? ", " : "", name === null ? "an expression" : { code: name }]);
  return [index.unique ? "No two rows have the same " : "Faster search by ", ...columns, index.partial ? " (some rows only)" : "", " – index ", { code: index.name }];
}

export const kindWords = { table: "table", view: "view", virtual: "virtual table" };
