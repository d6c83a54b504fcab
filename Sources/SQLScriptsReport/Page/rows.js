import { count, el, nameOf, plainVisible, shortened, visible } from "./dom.js";
import { badge } from "./icons.js";

const wide = 4;

// In a wide table, the columns in which something happens follow the first one, where they can be seen without scrolling.
function columnOrder(rows) {
  const all = rows.columns.map((_, index) => index);
  if (all.length <= wide) return all;
  const happens = (index) => rows.columns[index].state !== "kept" || rows.rows.some((row) => row.before && row.after && JSON.stringify(row.before[index]) !== JSON.stringify(row.after[index]));
  return [...all.slice(0, 1), ...all.slice(1).filter(happens), ...all.slice(1).filter((index) => !happens(index))];
}

// Sample rows of one table, before → after.
export function rowsElement(rows, { level = "h4" } = {}) {
  const order = columnOrder(rows);
  // Of a new table, everything is new, so its name alone says so.
  const fresh = rows.columns.length > 0 && rows.columns.every((column) => column.state === "added") && rows.rows.every((row) => row.state === "added");
  return el("section", { class: ["card rows", rows.rows.every((row) => row.state === "kept") ? "all-kept" : null, fresh ? "all-new" : null] },
    el("header", { class: "table-card-head" }, el(level, null, nameOf(rows.table)), fresh ? badge("added") : null, rows.was ? el("span", { class: "small faint" }, "was ", nameOf(rows.was)) : null),
    el("div", { class: "scroll-region", tabindex: "0", role: "region", aria: { label: `Sample rows of ${plainVisible(rows.table)}` } },
      el("table", { class: "sample" },
        el("thead", null, el("tr", null, el("th", { scope: "col", class: "row-state" }, el("span", { class: "visually-hidden" }, "What happened")), order.map((index) => columnHead(rows.columns[index], fresh)))),
        el("tbody", null, rows.rows.map((row) => rowElement(rows.columns, order, row, fresh))))),
    rows.hidden > 0 ? el("p", { class: "small faint rows-more" }, `${count(rows.hidden, "more row")} not shown`) : null,
    rows.rows.length === 0 && !rows.hidden ? el("p", { class: "small faint rows-more" }, "No rows") : null);
}

// Where the rows come from, for those who look for them in their own database.
export function sampleNote() {
  return el("p", { class: "small faint" }, "Sample rows are only examples to check the scripts with, except for those that the scripts add.");
}

function columnHead(column, fresh) {
  return el("th", { scope: "col", data: { state: column.state === "kept" ? null : column.state } },
    el("span", { class: "column-name" }, nameOf(column.name, { limit: 40 }), fresh || column.state === "kept" ? null : badge(column.state)),
    column.was ? el("span", { class: "column-was" }, "was ", nameOf(column.was, { limit: 40 })) : null);
}

function rowElement(columns, order, row, fresh) {
  return el("tr", { class: `row-${row.state}`, data: { state: row.state === "kept" ? null : row.state } },
    el("td", { class: "row-state" }, row.state === "kept" || fresh ? el("span", { class: "visually-hidden" }, fresh ? "new" : "unchanged") : badge(row.state)),
    order.map((index) => cellElement(row, index, columns[index])));
}

function cellElement(row, index, column) {
  const before = row.before?.[index];
  const after = row.after?.[index];
  if (row.state === "lost") return el("td", { class: "cell" }, isMissing(before) ? valueElement(before) : el("del", null, valueElement(before)));
  if (row.state === "added") return el("td", { class: "cell" }, isMissing(after) ? valueElement(after) : el("ins", null, valueElement(after)));
  if (column.state === "removed" || (isMissing(after) && !isMissing(before))) {
    return el("td", { class: "cell" }, isMissing(before) ? valueElement(before) : el("del", null, valueElement(before)));
  }
  if (isMissing(before)) return el("td", { class: "cell" }, isMissing(after) ? valueElement(after) : el("ins", null, valueElement(after)));
  if (JSON.stringify(before) === JSON.stringify(after)) return el("td", { class: "cell" }, valueElement(after));
  return el("td", { class: "cell cell-changed" },
    el("del", null, el("span", { class: "visually-hidden" }, "before: "), valueElement(before)), " ",
    el("ins", null, el("span", { class: "visually-hidden" }, "after: "), valueElement(after)));
}

function isMissing(value) {
  return value === undefined || (typeof value === "object" && value !== null && !("integer" in value) && !("blob" in value));
}

function valueElement(value) {
  if (value === null) return el("span", { class: "no-value" }, "no value");
  if (isMissing(value)) return el("span", { class: "no-value" }, "—");
  if (typeof value === "number") return el("span", { class: "cell-number" }, String(value));
  if (typeof value === "string") {
    return value === "" ? el("span", { class: "no-value" }, "empty text") : el("bdi", { class: "cell-text" }, visible(shortened(value, 200)));
  }
  if ("integer" in value) return el("span", { class: "cell-number" }, visible(plainVisible(value.integer, 40)));
  return el("span", { class: "no-value" }, count(Number(value.blob), "byte"));
}
