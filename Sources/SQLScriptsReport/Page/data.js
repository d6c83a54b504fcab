import { append, el, nameOf, visible } from "./dom.js";
import { badge, icon } from "./icons.js";
import { findingElement } from "./findings.js";
import { rowsElement } from "./rows.js";
import { millisecondsWords } from "./statements.js";

// What happened to the copy of a real database, table by table.
export function dataElement(data) {
  const samples = data.tables.filter((table) => table.sample);
  return el("article", { class: "version" },
    el("header", { class: "version-head" },
      el("div", { class: "version-title" }, el("h2", { tabindex: "-1" }, "What happens to ", nameOf(data.name, { limit: 80 }))),
      el("p", { class: "lead" }, summaryWords(data))),
    data.failure ? el("div", { class: "callout", data: { state: "error" } }, icon("error"), el("p", null, visible(data.failure, { lines: true }))) : null,
    data.findings.length > 0 ? el("div", { class: "finding-list" }, data.findings.map((finding) => findingElement(finding))) : null,
    data.tables.length > 0 ? el("section", { class: "version-section" }, el("h3", null, "Rows, table by table"), countTable(data.tables)) : null,
    samples.length > 0 ? el("section", { class: "version-section" }, el("h3", null, "Some of the rows, before and after"), el("div", { class: "rows-list" }, samples.map((table) => rowsElement(table.sample)))) : null);
}

function summaryWords(data) {
  const start = data.from === null || data.from === undefined ? "" : ` from version ${data.from}`;
  const end = data.failure ? `The update of a copy${start} to version ${data.to} stopped.` : `A copy was updated${start} to version ${data.to} in ${millisecondsWords(data.milliseconds)}.`;
  return `${end} The database itself was not touched.`;
}

function countTable(tables) {
  return el("div", { class: "card scroll-region", tabindex: "0", role: "region", aria: { label: "Rows, table by table" } },
    el("table", { class: "counts" },
      el("thead", null, el("tr", null, el("th", { scope: "col" }, "Table"), ["Rows before", "Rows after", "Lost", "Changed", "Added"].map((title) => el("th", { scope: "col", class: "number" }, title)))),
      el("tbody", null, tables.map((entry) => el("tr", null,
        append(el("th", { scope: "row" }), nameOf(entry.table), entry.was ? el("span", { class: "small faint" }, " was ", nameOf(entry.was)) : null,
          entry.before === null ? [" ", badge("added")] : null, entry.after === null ? [" ", badge("removed")] : null),
        numberCell(entry.before), numberCell(entry.after), numberCell(entry.lost, "lost"), numberCell(entry.changed, "changed"), numberCell(entry.added, "added"))))));
}

function numberCell(number, state = null) {
  const known = number !== null && number !== undefined;
  return el("td", { class: ["number", number === 0 || !known ? "faint" : null, state ? "counted" : null], data: { state: state && number > 0 ? state : null } },
    known ? number.toLocaleString("en-US") : "—");
}
