import { post } from "./api.js";
import { Dialog, opensDialog } from "./dialog.js";
import { count, el, nameOf, visible } from "./dom.js";
import { findingElement } from "./findings.js";
import { button, icon } from "./icons.js";
import { rowsElement } from "./rows.js";

// The attempt that is under way. One is enough: each holds a copy of the whole database.
let running = null;

// Runs the scripts on a copy of the database that was given on the command line and shows what would happen to it. Closing the dialog cancels it.
export const tryOnCopy = opensDialog(async (app) => {
  running?.abort();
  const attempt = new AbortController();
  running = attempt;
  const status = el("p", { role: "status", class: "soft" }, "Running the scripts on a copy. The larger the database, the longer it takes …");
  const close = button("Cancel", { on: () => dialog.close() });
  const dialog = new Dialog({ title: "Try on a copy", className: "wide", body: status, buttons: [close], onClose: () => attempt.abort() });
  dialog.open();
  try {
    await app.flush();
    const data = await app.edits.aside((revision) => post("/api/try", { revision }, { signal: attempt.signal }));
    if (attempt.signal.aborted) return;
    status.replaceChildren(...outcome(data), " The original was not touched.");
    status.className = "";
    dialog.body.append(...dataView(data));
  } catch (error) {
    if (error.name === "AbortError") return;
    status.textContent = error.message;
    status.className = "field-error";
    if (error.code === "no-server") app.edits.onProblem(error);
  } finally {
    if (running === attempt) running = null;
    close.lastChild.textContent = "Close";
  }
});

function dataView(data) {
  const changed = data.tables.filter((table) => table.lost > 0 || table.changed > 0 || table.added > 0 || table.before !== table.after);
  return [
    data.failure ? el("div", { class: "callout", data: { state: "error" } }, icon("error"), el("p", null, visible(data.failure))) : null,
    ...data.findings.map((finding) => findingElement(finding)),
    data.tables.length > 0 ? el("div", { class: "scroll-region", tabindex: "0", role: "region", "aria-label": "Tables" }, el("table", { class: "trial" },
      el("thead", null, el("tr", null, el("th", { scope: "col" }, "Table"), ["Rows before", "Rows after", "Lost", "Changed", "New"].map((text) => el("th", { scope: "col", class: "number" }, text)))),
      el("tbody", null, data.tables.map((table) => el("tr", null,
        el("th", { scope: "row" }, nameOf(table.table), table.was ? el("span", { class: "faint small" }, " was ", nameOf(table.was)) : null),
        [table.before, table.after, table.lost, table.changed, table.added].map((number) => el("td", { class: "number" }, number === null ? "–" : number.toLocaleString("en-US")))))))) : null,
    changed.length === 0 && !data.failure ? el("p", { class: "soft" }, `${count(data.tables.length, "table")}, and no row changes.`) : null,
    ...data.tables.filter((table) => table.sample).map((table) => rowsElement(table.sample, { level: "h3" })),
  ].filter(Boolean);
}

// What happened to the copy. Where a failure left it is said by the failure.
function outcome({ name, from, to, milliseconds, failure }) {
  const versions = from === null ? `to version ${to}` : `from version ${from} to ${to}`;
  if (failure) return ["The update of a copy of ", nameOf(name), ` ${versions} stopped.`];
  const time = milliseconds > 0 ? ` in ${milliseconds.toLocaleString("en-US", { maximumFractionDigits: 1 })} ms` : "";
  return ["A copy of ", nameOf(name), from === to ? ` is already at version ${to}, so no script ran.` : ` was updated ${versions}${time}.`];
}
