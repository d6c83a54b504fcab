import { el, nameOf } from "./dom.js";
import { button } from "./icons.js";
import { redraw } from "./keeping.js";
import { findingView, signatureOf } from "./findingview.js";

// What an empty folder shows.
export function drawStart(app, root) {
  const { document, editor } = app.store;
  const empty = document.versions.length === 0;
  root.hidden = !empty;
  if (!empty) return;
  redraw(root, [editor.folder, signatureOf(document.findings)], () => el("div", { class: "start card" },
    el("h2", { tabindex: "-1", id: "start-heading" }, "Let’s make your first script"),
    el("p", null, "The folder ", el("b", null, nameOf(editor.folder)), " has no scripts yet. The first one creates the tables of your app’s database. Each later update changes them, step by step, without losing anybody’s data."),
    el("ol", { class: "start-steps" }, ["Create the first script.", "Add a table with its columns. No SQL needed.", "Look at the changes and save."].map((text) => el("li", null, text))),
    document.findings.map((finding, index) => findingView(app, finding, null, { file: true, index })),
    button("Create the first script", { icon: "plus", kind: "primary", class: "big", data: { focus: "first-script" }, on: () => app.newScript() })));
}
