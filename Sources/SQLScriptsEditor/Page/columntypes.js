// The types that people choose from, and how they stand in a schema.

export const typeChoices = [
  ["text", "Text"], ["whole", "Whole number"], ["number", "Number"], ["yesno", "Yes or no"], ["datetime", "Date and time"],
  ["date", "Date"], ["binary", "Binary data"], ["any", "Any value"], ["other", "Other …"],
];

export const deleteChoices = [["delete", "delete these rows too"], ["clear", "keep these rows and clear the value"], ["refuse", "prevent the deletion"]];

const onDelete = { CASCADE: "delete", "SET NULL": "clear" };
const named = { "": "any", ANY: "any", BOOLEAN: "yesno", BOOL: "yesno", DATE: "date", DATETIME: "datetime", TIMESTAMP: "datetime", NUMERIC: "number", DECIMAL: "number", NUMBER: "number" };

// The choice that stands for a type in SQL, by the letters that SQLite looks for. The server decides in the same way.
function kindOfType(sql) {
  const base = sql.split("(")[0].trim().split(/\s+/).join(" ").toUpperCase();
  const upper = sql.toUpperCase();
  if (base in named) return named[base];
  if (upper.includes("INT")) return "whole";
  if (/CHAR|CLOB|TEXT/.test(upper)) return "text";
  if (upper.includes("BLOB")) return "binary";
  if (/REAL|FLOA|DOUB/.test(upper)) return "number";
  return "other";
}

// A default as people would type it, if it is a plain value of its type.
function inputOf(sql, type) {
  if (sql === null) return null;
  const number = /^-?\d+(\.\d+)?$/.test(sql);
  if (type === "yesno" && /^(0|1|true|false)$/i.test(sql)) return { value: /^(1|true)$/i.test(sql) ? "1" : "0" };
  if ((type === "whole" || type === "number") && number) return { value: sql };
  const text = /^'(?:[^']|'')*'$/.test(sql) ? sql.slice(1, -1).replaceAll("''", "'") : null;
  if (text && (type === "text" || (/^date/.test(type) && /^\d{4}-\d\d-\d\d/.test(text)))) return { value: text };
  return { sql };
}

// A column of the document as the Column of a form. A type outside the list is kept to the letter.
export function columnFrom(table, column) {
  const reference = table.references.find((entry) => entry.columns.length === 1 && entry.columns[0] === column.name);
  const type = kindOfType(column.type);
  return {
    was: column.name, name: column.name, type, sqlType: type === "other" ? column.type : null,
    required: column.required, unique: column.unique, key: column.key > 0, default: inputOf(column.default, type),
    belongsTo: reference ? { table: reference.parent, onDelete: onDelete[reference.onDelete] ?? "refuse" } : null,
  };
}

export function newColumn(values = {}) {
  return { was: null, name: "", type: "text", sqlType: null, required: false, unique: false, key: false, default: null, belongsTo: null, ...values };
}
