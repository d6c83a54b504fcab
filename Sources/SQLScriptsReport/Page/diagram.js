import { clear, count, el, freshId, svgEl, words } from "./dom.js";
import { button } from "./icons.js";
import { foldName, isChanged, markedTables } from "./schema.js";
import { relationWords } from "./relations.js";
import { noTables } from "./tables.js";
import { layoutBoxes } from "./layout.js";
import { boxLabel, boxOf, drawBox, drawEdge } from "./drawing.js";
import { edgesOf, matches, namesOf, nearest, shownTables, statusWords } from "./neighborhood.js";
import { viewport } from "./viewport.js";

const crowd = 30;
const margin = 24;

// The tables of a version as boxes and their foreign keys as lines.
// options: { onTable(name): called when a table is chosen, table: name of the table to show with its neighbors }
export function diagram(document, id, { onTable = null, table = null } = {}) {
  const marked = markedTables(document, id);
  if (marked.length === 0) return noTables(document, id);
  const tables = new Map(marked.map((entry) => [foldName(entry.table.name), entry]));
  const edges = edgesOf(marked, tables);
  const changed = marked.filter(isChanged).map((entry) => foldName(entry.table.name));
  const partly = marked.length > crowd && changed.length > 0 && changed.length < marked.length / 2;
  let scope = table && tables.has(foldName(table)) ? { table: foldName(table) } : partly ? { changed: true } : {};
  let boxes = [];

  const status = el("p", { class: "small faint diagram-status", role: "status" });
  const view = viewport({ label: "Diagram of the tables", onKey: moveByKey, onWidth: () => show(scope) });
  const everything = button("All tables", { kind: "small-toggle", on: () => show({ all: true }) });
  const onlyChanged = partly ? button("Changed tables", { kind: "small-toggle", on: () => show({ changed: true }) }) : null;
  const search = el("input", { type: "search", placeholder: "Find a table", aria: { label: "Find a table in the diagram" }, on: { input: find, keydown: openFound } });
  const relations = el("ul", { class: "relation-list", id: freshId("relations") });

  function show(next, focus = null) {
    scope = next;
    const shown = shownTables(scope, tables, edges, changed);
    const compact = shown.size > crowd;
    const brief = shown.size > (scope.table || scope.changed ? 3 : 14);
    const inFull = new Set(scope.table ? [scope.table] : scope.changed && changed.length < 6 ? changed : []);
    boxes = marked.filter((entry) => shown.has(foldName(entry.table.name)))
      .map((entry) => boxOf(entry, inFull.has(foldName(entry.table.name)) ? {} : { compact, brief }));
    const lines = edges.filter((edge) => shown.has(edge.from) && shown.has(edge.to));
    const { width, height } = layoutBoxes(boxes, lines, { room: view.frame.clientWidth - 2 * margin });
    view.show(draw(lines, width, height), width + 2 * margin, height + 2 * margin, compact ? 0.8 : 0.7, centerOf(boxes, scope));
    everything.hidden = !partly && !scope.table;
    everything.setAttribute("aria-pressed", String(!scope.table && !scope.changed));
    onlyChanged?.setAttribute("aria-pressed", String(scope.changed === true));
    clear(relations).append(...lines.map((edge) => el("li", null, words(relationWords(edge.table, edge.reference)))));
    if (lines.length === 0) relations.append(el("li", null, "None of these tables belongs to another."));
    clear(status).append(...statusWords(scope, shown.size, tables, changed.length, edges.length));
    if (focus) focusTable(focus);
  }

  function draw(lines, width, height) {
    const byId = new Map(boxes.map((box) => [box.id, box]));
    const shift = svgEl("g", { transform: `translate(${margin} ${margin})` });
    const drawn = lines.map((edge) => ({ edge, node: drawEdge(edge, byId.get(edge.from), byId.get(edge.to)) }));
    const light = (name) => drawn.forEach(({ edge, node }) => {
      const lit = name !== null && (edge.from === name || edge.to === name);
      node.classList.toggle("lit", lit);
      if (lit) node.parentNode.append(node);
    });
    shift.append(svgEl("g", { class: ["edges", lines.length > 60 ? "many" : null], aria: { hidden: "true" } }, drawn.map(({ node }) => node)));
    const tabStop = scope.table ?? boxes[0]?.id;
    shift.append(...boxes.map((box) => drawBox(box, {
      label: boxLabel(box.marked, namesOf(edges, "from", "to", box.id, tables), namesOf(edges, "to", "from", box.id, tables)),
      tabindex: box.id === tabStop ? "0" : "-1",
      on: { click: () => choose(box.id), pointerenter: () => light(box.id), pointerleave: () => light(null), focus: () => light(box.id), blur: () => light(null) },
    })));
    return svgEl("svg", { class: ["diagram-drawing", scope.table ? "focused" : null], viewBox: `0 0 ${width + 2 * margin} ${height + 2 * margin}`, role: "group", aria: { label: boxes.length === 1 ? "1 table" : `${boxes.length} tables` } }, shift);
  }

  function choose(name) {
    if (view.frame.classList.contains("dragging")) return;
    onTable?.(tables.get(name).table.name);
    show(scope.table === name ? {} : { table: name }, name);
  }

  function nodeOf(name) {
    return [...view.frame.querySelectorAll("g.box")].find((node) => node.dataset.table === name);
  }

  function focusTable(name) {
    const node = nodeOf(name);
    const box = boxes.find((entry) => entry.id === name);
    if (!node || !box) return;
    for (const other of view.frame.querySelectorAll("g.box")) other.setAttribute("tabindex", other === node ? "0" : "-1");
    node.focus({ preventScroll: true });
    view.reveal(box.x + margin + box.width / 2, box.y + margin + box.height / 2);
  }

  function moveByKey(event) {
    const name = event.target.dataset?.table;
    if (event.key === "Escape" && (scope.table || scope.changed)) show({}, scope.table ?? null);
    else if (name !== undefined && (event.key === "Enter" || event.key === " ")) choose(name);
    else if (name !== undefined && event.key.startsWith("Arrow")) {
      const next = nearest(boxes, boxes.find((box) => box.id === name), event.key);
      if (next) focusTable(next.id);
    } else return false;
    return true;
  }

  function find() {
    const sought = foldName(search.value.trim());
    const found = sought === "" ? [] : matches(marked, sought);
    view.frame.classList.toggle("searching", sought !== "");
    for (const node of view.frame.querySelectorAll("g.box")) node.classList.toggle("found", found.includes(node.dataset.table));
    clear(status).append(...(sought === "" ? statusWords(scope, boxes.length, tables, changed.length, edges.length)
      : [found.length === 0 ? "No table has this name." : `${count(found.length, "table")} found. Press Enter to show ${found.length === 1 ? "it" : "the first"} with its neighbors.`]));
  }

  function openFound(event) {
    if (event.key === "Escape") search.value = "";
    else if (event.key === "Enter") {
      const found = matches(marked, foldName(search.value.trim()));
      if (search.value.trim() === "" || found.length === 0) return;
      event.preventDefault();
      search.value = "";
      view.frame.classList.remove("searching");
      show({ table: found[0] }, found[0]);
      return;
    } else return;
    find();
  }

  show(scope);
  return el("figure", { class: "diagram" },
    el("div", { class: "diagram-tools no-print" }, marked.length > 6 ? search : null, onlyChanged, everything, el("span", { class: "spacer" }), view.tools),
    view.frame,
    el("figcaption", { class: "diagram-caption" }, status,
      el("details", { class: "diagram-relations small" }, el("summary", null, "Relations in words"), relations)));
}

// Where to look first: at the chosen table, or at the first changed one.
function centerOf(boxes, scope) {
  const box = boxes.find((entry) => entry.id === scope.table) ?? (scope.all ? null : boxes.find((entry) => isChanged(entry.marked))) ?? boxes[0];
  return { x: box.x + margin + box.width / 2, y: box.y + margin + box.height / 2 };
}
