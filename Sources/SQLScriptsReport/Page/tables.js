import { clear, count, el, nameOf, plainVisible, visible, words } from "./dom.js";
import { badge } from "./icons.js";
import { coloredSQL } from "./sql.js";
import { foldName, isChanged, markedTables, schemaOf, versionOf } from "./schema.js";
import { indexWords, kindWords, relationWords, ruleWords } from "./relations.js";

// After a script that could not be run, nobody knows what there is. One whose statements all fail has created nothing.
export function noTables(document, id) {
  const version = versionOf(document, id);
  const errors = version?.findings.filter((finding) => finding.severity === "error" && !finding.past).length ?? 0;
  return el("p", { class: "empty" }, version?.problem ? "The tables are not known, because the scripts do not run up to here."
    : errors > 0 ? `There are no tables, because ${errors === 1 ? "an error keeps" : "errors keep"} this script from creating any.` : "There are no tables.");
}

// “List”: each table with its columns. Changed tables come first.
export function listView(document, id) {
  const marked = markedTables(document, id);
  if (marked.length === 0) return noTables(document, id);
  const ordered = [...marked.filter(isChanged), ...marked.filter((entry) => !isChanged(entry))];
  const list = el("div", { class: "table-list" });
  const status = el("p", { class: "small faint", role: "status" });
  const show = (query) => {
    const sought = foldName(query.trim());
    const found = ordered.filter(({ table }) => sought === "" || foldName(table.name).includes(sought) || table.columns.some((column) => foldName(column.name).includes(sought)));
    clear(list).append(...found.map(tableElement));
    status.textContent = sought === "" ? count(ordered.length, "table") : `${found.length} of ${count(ordered.length, "table")}`;
  };
  show("");
  return el("div", null, ordered.length > 8 ? el("div", { class: "list-tools no-print" },
    el("input", { type: "search", placeholder: "Find a table or column", aria: { label: "Find a table or column" }, on: { input: (event) => show(event.target.value) } }), status) : null, list);
}

// One table with its columns, relations and indexes.
export function tableElement({ table, state, was, columns, gone, old }) {
  const rows = [
    ...table.columns.map((column) => ({ column, mark: columns.get(foldName(column.name)) ?? null })),
    ...gone.map((column) => ({ column, mark: { state: "removed", was: null } })),
  ];
  const notes = [
    ...table.references.map((reference) => relationWords(table, reference)),
    ...table.indexes.map(indexWords),
    ...(table.triggers.length > 0 ? [["Triggers: ", ...table.triggers.flatMap((name, index) => [index > 0 ? ", " : "", { code: name }])]] : []),
    ...(table.strict ? [["Values must match the column types (STRICT)"]] : []),
  ];
  return el("article", { class: "card table-card", data: { state: state === "kept" ? null : state } },
    el("header", { class: "table-card-head" },
      el("h4", null, nameOf(table.name)),
      table.kind === "table" ? null : badge("plain", kindWords[table.kind]),
      state === "kept" ? null : badge(state),
      was ? el("span", { class: "small faint" }, "was ", nameOf(was)) : null),
    el("div", { class: "scroll-region", tabindex: "0", role: "region", aria: { label: `Columns of ${plainVisible(table.name)}` } },
      el("table", { class: "columns" },
        el("thead", null, el("tr", null, el("th", { scope: "col" }, "Column"), el("th", { scope: "col" }, "Type"), el("th", { scope: "col" }, "Rules"))),
        el("tbody", null, rows.map(({ column, mark }) => columnRow(table, column, ["added", "unreached"].includes(state) ? null : mark, old))))),
    notes.length > 0 ? el("ul", { class: "table-notes" }, notes.map((note) => el("li", null, words(note)))) : null);
}

// `old`: the table before, with the column as it was.
function columnRow(table, column, mark, old) {
  const before = mark && mark.state !== "removed" ? old?.columns.find((entry) => foldName(entry.name) === foldName(mark.was ?? column.name)) : null;
  const [type, rules] = [typeWords(column), ruleWords(table, column)];
  const [oldType, oldRules] = before ? [typeWords(before), ruleWords(old, before)] : [type, rules];
  return el("tr", { data: { state: mark?.state } },
    el("th", { scope: "row" }, el("span", { class: "column-name" }, nameOf(column.name), mark ? badge(mark.state) : null),
      mark?.was ? el("span", { class: "column-was" }, "was ", nameOf(mark.was)) : null),
    el("td", { class: type.length < 24 ? "short" : null, title: column.type ? plainVisible(column.type) : null }, el("bdi", null, visible(type)),
      oldType === type ? null : el("span", { class: "column-was" }, "was ", el("bdi", null, visible(oldType)))),
    el("td", null, words(rules),
      JSON.stringify(oldRules) === JSON.stringify(rules) ? null : el("span", { class: "column-was" }, "was ", words(oldRules.length > 0 ? oldRules : ["without rules"]))));
}

function typeWords(column) {
  return plainVisible(column.words ?? column.type, 60);
}

// “Changes”: what the script changed in the schema, in words.
export function changesView(document, id) {
  const changes = versionOf(document, id)?.changes ?? [];
  if (changes.length === 0) return el("p", { class: "empty" }, "This script does not change any table’s columns, indexes or triggers.");
  return el("ul", { class: "changes" }, changes.map((change) => changeElement(document, id, change)));
}

function changeElement(document, id, change) {
  const mentioned = new Set(change.words.flat().filter((piece) => piece.name !== undefined).map((piece) => foldName(piece.name)));
  const unmentioned = change.columns.filter((column) => !mentioned.has(foldName(column.name)));
  const isNew = change.state === "added" || change.state === "unreached";
  const size = schemaOf(document, id).get(foldName(change.table))?.columns.length ?? 0;
  const clauses = change.words.length > 0 ? change.words : isNew ? [[`has ${count(size, "column")}`]] : change.state === "removed" ? [["no longer exists"]] : [];
  return el("li", { class: "card change", data: { state: change.state } },
    el("p", { class: "change-head" }, nameOf(change.table), badge(change.state), change.was ? el("span", { class: "small faint" }, "was ", nameOf(change.was)) : null),
    clauses.length > 0 ? el("ul", { class: "change-words" }, clauses.map((clause) => el("li", null, words(clause)))) : null,
    isNew && unmentioned.length > 0 ? el("p", { class: "soft column-names" }, unmentioned.flatMap((column, index) => [index > 0 ? ", " : null, nameOf(column.name)])) : null,
    !isNew && unmentioned.length > 0 ? el("ul", { class: "change-columns", aria: { label: "Columns" } }, unmentioned.map((column) => el("li", null,
      badge(column.state), nameOf(column.name), column.was ? el("span", { class: "small faint" }, "was ", nameOf(column.was)) : null))) : null);
}

// “SQL”: the statements that create the whole schema.
export function sqlView(document, id) {
  const tables = [...schemaOf(document, id).values()];
  if (tables.length === 0) return noTables(document, id);
  const text = tables.map((table) => `${table.sql};`).join("\n\n");
  return el("div", { class: "sql-block scroll-region", tabindex: "0", role: "region", aria: { label: "SQL of the schema" } }, coloredSQL(text));
}
