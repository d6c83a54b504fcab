import { plainVisible, shortened, svgEl } from "./dom.js";
import { foldName } from "./schema.js";
import { stateWords } from "./icons.js";
import { kindWords } from "./relations.js";

const rowHeight = 24;
const headHeight = 32;
const mostRows = 16;
const nameUnits = 34;

// The width of a text in halves of a wide character; a table's box is measured before it is drawn.
function units(text) {
  let sum = 0;
  for (const character of text) sum += character.codePointAt(0) > 0x2e7f ? 2 : 1.1;
  return sum;
}

function clipped(text, most) {
  const plain = plainVisible(text, 60);
  if (units(plain) <= most) return plain;
  let result = "";
  for (const character of plain) {
    if (units(result) + units(character) > most - 1) break;
    result += character;
  }
  return `${result}…`;
}

// What a box shows: all columns; `brief`: keys, references and changes; `compact`: changes only.
export function boxOf(marked, { compact = false, brief = false }) {
  const { table, state } = marked;
  const linked = new Set(table.references.flatMap((reference) => reference.columns.map(foldName)));
  const all = [
    ...table.columns.map((column) => ({ column, state: marked.columns.get(foldName(column.name))?.state ?? null, linked: linked.has(foldName(column.name)) })),
    ...marked.gone.map((column) => ({ column, state: "removed", linked: false })),
  ];
  const matters = (row) => row.column.key > 0 || row.linked || row.state;
  let shown = compact ? all.filter((row) => row.state && state === "changed") : brief ? all.filter(matters) : all;
  const most = compact ? 4 : mostRows;
  let hidden = brief && !compact ? all.length - shown.length : 0;
  if (shown.length > most) {
    const chosen = new Set([...shown.filter(matters), ...shown].slice(0, most - 1));
    hidden += shown.length - chosen.size;
    shown = shown.filter((row) => chosen.has(row));
  }
  const rows = shown.map((row) => ({
    ...row, name: clipped(row.column.name, nameUnits), type: clipped(row.column.words ?? row.column.type ?? "", 16),
    state: ["added", "removed", "unreached"].includes(state) ? null : row.state,
  }));
  // What changed in a table whose columns are as before, such as a new uniqueness.
  const note = state === "changed" && !compact && !all.some((row) => row.state) ? clipped(changeWords(marked), 40) : "";
  const lines = rows.length + (hidden > 0 ? 1 : 0) + (note ? 1 : 0);
  const title = clipped(table.name, nameUnits + 4);
  const widest = Math.max(units(title) * 7.2 + 40 + (state !== "kept" ? 66 : table.kind !== "table" ? 24 + kindWords[table.kind].length * 6.4 : 0),
    note ? 40 + units(note) * 6 : 0, ...rows.map((row) => 34 + units(row.name) * 6.8 + 20 + units(row.type) * 6 + (row.column.required && !row.column.key ? 60 : 0) + (row.state ? 24 + stateWords[row.state].length * 6.6 : 0)));
  return {
    id: foldName(table.name), marked, title, rows, hidden, note, compact,
    width: Math.ceil(Math.max(compact ? 120 : 180, widest) / 4) * 4,
    height: headHeight + lines * rowHeight + (lines > 0 ? 6 : 0),
  };
}

// The words of a change as plain text. Of a unique index, what it means is worth more than its name.
function changeWords({ change, table }) {
  const plain = (clause) => clause.map((piece) => typeof piece === "string" ? piece : piece.name ?? piece.code ?? "").join("");
  const clauses = (change?.words ?? []).map((clause) => {
    const index = table.indexes.find((each) => each.unique && !each.partial && !each.columns.includes(null) && clause.some((piece) => (piece.name ?? piece.code) === each.name));
    return index && plain(clause).startsWith("adds") ? `no two with the same ${index.columns.join(", ")}` : plain(clause);
  });
  return clauses.join("; ");
}

export function drawBox(box, { label, tabindex, on }) {
  const { marked, width, height } = box;
  const state = marked.state === "kept" ? null : marked.state;
  return svgEl("g", { class: "box", transform: `translate(${box.x} ${box.y})`, role: "button", tabindex, data: { state, table: box.id }, aria: { label }, on },
    svgEl("title", null, plainVisible(marked.table.name, 400)),
    svgEl("rect", { class: "box-shape", width, height, rx: 7 }),
    box.rows.length + box.hidden + box.note.length > 0 ? svgEl("path", { class: "box-line", d: `M0 ${headHeight}H${width}` }) : null,
    svgEl("text", { class: "box-title", x: 12, y: 21 }, box.title),
    state ? svgEl("text", { class: "box-state", x: width - 10, y: 20.5, "text-anchor": "end" }, `${signs[state]} ${stateWords[state]}`) : null,
    !state && marked.table.kind !== "table" ? svgEl("text", { class: "box-state", x: width - 10, y: 20.5, "text-anchor": "end" }, kindWords[marked.table.kind]) : null,
    box.rows.map((row, index) => drawRow(row, headHeight + 3 + index * rowHeight, width)),
    box.hidden > 0 ? svgEl("text", { class: "row-type", x: 30, y: headHeight + 19 + box.rows.length * rowHeight }, `${box.rows.length === 0 ? "" : "… "}${box.hidden} ${box.rows.length === 0 ? (box.hidden === 1 ? "column" : "columns") : "more"}`) : null,
    box.note ? svgEl("text", { class: "row-type box-note", x: 12, y: height - 12 }, plainVisible(`${signs.changed} ${box.note}`, 60)) : null);
}

const signs = { added: "+", changed: "~", removed: "−", renamed: "~", unreached: "○" };

function drawRow(row, y, width) {
  const base = y + 16;
  return svgEl("g", { class: "row", data: { state: row.state } },
    row.state ? svgEl("rect", { class: "row-shape", x: 1, y, width: width - 2, height: rowHeight }) : null,
    row.column.key > 0 ? svgEl("path", { class: "row-key", transform: `translate(11 ${y + 5})`, d: "M4.2 6.2a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2zM6.1 7l5-5M9.2 3.9l1.7 1.7" }) : null,
    row.linked && !row.column.key ? svgEl("path", { class: "row-link", transform: `translate(11 ${y + 6})`, d: "M1 6h9M7 3l3 3-3 3" }) : null,
    svgEl("text", { class: "row-name", x: 30, y: base }, row.name),
    svgEl("text", { class: "row-type", x: width - 10, y: base, "text-anchor": "end" },
      row.type, row.column.required && !row.column.key ? svgEl("tspan", { class: "row-required", dx: 7 }, "required") : null,
      row.state ? svgEl("tspan", { class: "row-state", dx: 7 }, `${signs[row.state]} ${stateWords[row.state]}`) : null));
}

function anchorY(box, names) {
  const index = box.rows.findIndex((row) => names.includes(foldName(row.column.name)));
  return index < 0 ? box.y + headHeight / 2 : box.y + headHeight + 3 + index * rowHeight + rowHeight / 2;
}

// From the child's column, past other boxes, to the key of the parent.
export function drawEdge(edge, child, parent) {
  const start = anchorY(child, edge.reference.columns.map(foldName));
  const end = anchorY(parent, (edge.reference.parentColumns ?? []).map(foldName));
  let path;
  let sides;
  if (child === parent || overlaps(child, parent)) {
    const x1 = child.x + child.width;
    const x2 = parent.x + parent.width;
    const bulge = Math.max(x1, x2) + 36;
    const target = child === parent && Math.abs(start - end) < 4 ? end - 12 : end;
    path = `M${x1} ${start}C${bulge} ${start} ${bulge} ${target} ${x2} ${target}`;
    sides = { from: [x1, start, 1], to: [x2, target, 1] };
  } else {
    const left = parent.x < child.x;
    const x1 = left ? child.x : child.x + child.width;
    const x2 = left ? parent.x + parent.width : parent.x;
    const direction = left ? -1 : 1;
    let x = x1;
    let y = start;
    path = `M${x} ${y}`;
    for (const point of left ? edge.via : []) {
      path += curve(x, y, point.x + point.width, point.y + 2) + `H${point.x}`;
      x = point.x;
      y = point.y + 2;
    }
    path += curve(x, y, x2, end);
    sides = { from: [x1, start, direction], to: [x2, end, -direction] };
  }
  const [fx, fy, fd] = sides.from;
  const [tx, ty, td] = sides.to;
  return svgEl("g", { class: "edge", data: { state: edge.state } },
    svgEl("path", { class: "edge-line", d: path }),
    svgEl("path", { class: "edge-foot", d: `M${fx} ${fy - 5}L${fx + 9 * fd} ${fy}L${fx} ${fy + 5}` }),
    svgEl("path", { class: "edge-head", d: `M${tx} ${ty}l${8 * td} -4.5v9z` }));
}

function overlaps(one, other) {
  return one.x < other.x + other.width + 8 && other.x < one.x + one.width + 8;
}

function curve(x1, y1, x2, y2) {
  const middle = (x1 + x2) / 2;
  return `C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

export function boxLabel({ table, state, was }, parents, children) {
  const parts = [plainVisible(table.name, 60), state === "kept" ? null : stateWords[state], was ? `was ${plainVisible(was, 60)}` : null,
    table.kind === "table" ? null : kindWords[table.kind],
    `${table.columns.length} ${table.columns.length === 1 ? "column" : "columns"}`,
    parents.length > 0 ? `belongs to ${listWords(parents)}` : null, children.length > 0 ? `used by ${listWords(children)}` : null];
  return parts.filter(Boolean).join(", ");
}

function listWords(names) {
  const shown = names.slice(0, 5).map((name) => shortened(plainVisible(name, 40), 40));
  return names.length > 5 ? `${shown.join(", ")} and ${names.length - 5} more` : shown.join(", ");
}
