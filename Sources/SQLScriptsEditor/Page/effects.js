import { diagram } from "./diagram.js";
import { el } from "./dom.js";
import { redraw } from "./keeping.js";
import { rowsElement, sampleNote } from "./rows.js";
import { schemaOf } from "./schema.js";
import { changesView, listView, sqlView } from "./tables.js";
import { tabs } from "./tabs.js";
import { nameInSentence } from "./store.js";
import { isFailure } from "./stepwords.js";

// The right column: the tables after this script, and sample rows before and after it.
export class Effects {
  constructor(app, root) {
    this.app = app;
    this.root = root;
    this.heading = el("h2", { id: "effects-heading" });
    this.tabs = null;
    this.rows = el("div", { class: "stack" });
    root.append(this.heading, this.rows);
  }

  makeTabs() {
    const view = (name, draw) => () => el("div", null, el("h3", { class: "visually-hidden" }, name), draw(this.app.store.document, this.app.store.selected, { onTable: (table) => this.app.noteTable(table) }));
    this.tabs = tabs("Tables", [
      { id: "diagram", label: "Diagram", content: view("Diagram", diagram) },
      { id: "list", label: "List", content: view("List", listView) },
      { id: "changes", label: "Changes", content: view("Changes", changesView) },
      { id: "sql", label: "SQL", content: view("SQL", sqlView) },
    ], { className: "effects-tabs" });
    this.rows.before(this.tabs);
  }

  draw() {
    const { version, document } = this.app.store;
    this.root.hidden = version === null;
    if (!version) return;
    redraw(this.heading, version.id, () => `Tables after ${nameInSentence(version)}`);
    const tables = [...schemaOf(document, version.id).values()].map((table) => [table.name, table.sql, table.indexes, table.triggers]);
    const mark = JSON.stringify([version.id, version.changes, version.problem, tables]);
    if (mark !== this.mark) {
      this.mark = mark;
      const { scrollTop } = this.root;
      if (this.tabs) this.tabs.refresh();
      else this.makeTabs();
      this.root.scrollTop = this.shown === version.id ? scrollTop : 0;
      this.shown = version.id;
    }
    const fails = version.sentences.some(isFailure);
    redraw(this.rows, [version.id, version.rows, version.problem, fails], () => [
      el("h3", { class: "pane-title" }, "Sample rows, before → after"),
      version.rows.length === 0 ? el("p", { class: "soft small" }, version.problem ? "The rows are not known, because the scripts do not run up to here." : fails ? "This script fails, so it changes no rows. Correct the errors first." : "This script changes no rows.") : [version.rows.map((rows) => rowsElement(rows)), sampleNote()],
      version.milliseconds === null ? null : el("p", { class: "faint small" }, `Takes about ${version.milliseconds.toLocaleString("en-US", { maximumSignificantDigits: 2 })} ms per 1,000 rows.`),
    ].flat(2));
  }
}
