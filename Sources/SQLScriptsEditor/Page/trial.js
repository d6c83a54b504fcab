import { post } from "./api.js";
import { Dialog } from "./dialog.js";
import { count, el, nameOf, visible } from "./dom.js";
import { findingElement } from "./findings.js";
import { button, icon } from "./icons.js";
import { rowsElement } from "./rows.js";

// Runs the scripts on a copy of the database that was given on the command line and shows what would happen to it.
export const tryOnCopy = async (app) => {
  const status = el("p", { role: "status", class: "soft" }, "Running the scripts on a copy …");
  const dialog = new Dialog({ title: "Try on a copy", className: "wide", body: status, buttons: [button("Close", { kind: "primary", on: () => dialog.close() })] });
  dialog.open();
  await app.flush();
  try {
    const data = await app.edits.queue((revision) => post("/api/try", { revision }), { again: () => true });
    dialog.body.replaceChildren(...dataView(data));
    status.textContent = "";
  } catch (error) {
    status.textContent = error.message;
    status.className = "field-error";
  }
};

function dataView(data) {
  const changed = data.tables.filter((table) => table.lost > 0 || table.changed > 0 || table.added > 0 || table.before !== table.after);
  return [
    el("p", null, "A copy of ", nameOf(data.name), ` ${outcome(data)} The original was not touched.`),
    data.failure ? el("div", { class: "callout", data: { state: "error" } }, icon("error"), el("p", null, visible(data.failure))) : null,
    ...data.findings.map((finding) => findingElement(finding)),
    el("div", { class: "scroll-region", tabindex: "0", role: "region", "aria-label": "Tables" }, el("table", { class: "trial" },
      el("thead", null, el("tr", null, el("th", { scope: "col" }, "Table"), ["Rows before", "Rows after", "Lost", "Changed", "New"].map((text) => el("th", { scope: "col", class: "number" }, text)))),
      el("tbody", null, data.tables.map((table) => el("tr", null,
        el("th", { scope: "row" }, nameOf(table.table), table.was ? el("span", { class: "faint small" }, " was ", nameOf(table.was)) : null),
        [table.before, table.after, table.lost, table.changed, table.added].map((number) => el("td", { class: "number" }, number === null ? "–" : number.toLocaleString("en-US")))))))),
    changed.length === 0 ? el("p", { class: "soft" }, `${count(data.tables.length, "table")}, and no row changes.`) : null,
    ...data.tables.filter((table) => table.sample).map((table) => rowsElement(table.sample, { level: "h3" })),
  ].filter(Boolean);
}

function outcome({ from, to, milliseconds }) {
  if (from === to) return `is already at version ${to}, so no script ran.`;
  const time = milliseconds > 0 ? ` in ${milliseconds.toLocaleString("en-US", { maximumFractionDigits: 1 })} ms` : "";
  return from === null ? `was brought to version ${to}${time}.` : `was brought from version ${from} to ${to}${time}.`;
}
