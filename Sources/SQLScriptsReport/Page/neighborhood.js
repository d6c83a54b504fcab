import { count, nameOf } from "./dom.js";
import { foldName } from "./schema.js";

// Which tables and relations a diagram shows, and how it says so.

export function edgesOf(marked, tables) {
  return marked.flatMap(({ table, state, columns }) => table.references.flatMap((reference) => {
    const parent = tables.get(foldName(reference.parent));
    if (!parent) return [];
    const fresh = reference.columns.some((name) => columns.get(foldName(name))?.state === "added");
    const gone = state === "removed" || parent.state === "removed";
    return [{ from: foldName(table.name), to: foldName(reference.parent), table, reference, state: gone ? "removed" : state === "added" || fresh ? "added" : null }];
  }));
}

export function shownTables(scope, tables, edges, changed) {
  if (!scope.table && !scope.changed) return new Set(tables.keys());
  const centers = new Set(scope.table ? [scope.table] : changed);
  const shown = new Set(centers);
  for (const edge of edges) {
    if (centers.has(edge.from)) shown.add(edge.to);
    if (centers.has(edge.to)) shown.add(edge.from);
  }
  return shown;
}

function tableCount(entries) {
  const views = entries.filter((entry) => entry.table.kind === "view").length;
  const others = count(entries.length - views, "table");
  return views === 0 ? others : `${others} and ${count(views, "view")}`;
}

export function statusWords(scope, shown, tables, changed, edges) {
  const entries = [...tables.values()];
  if (scope.table) {
    const others = shown - 1;
    return [nameOf(tables.get(scope.table).table.name), others === 0 ? " has no neighbors." : ` and its ${count(others, "neighbor")}, of ${tableCount(entries)}. Press Escape to go back.`];
  }
  if (scope.changed) return [`${count(changed, "changed table")} and ${changed === 1 ? "its" : "their"} neighbors: ${shown} of ${tableCount(entries)}.`];
  const present = entries.filter((entry) => entry.state !== "removed");
  const gone = entries.length - present.length;
  return [`${tableCount(present)}${gone > 0 ? `, ${gone} gone` : ""}.${edges > 0 ? " An arrow leads to the table that a row belongs to." : ""}${entries.length > 1 ? ` Choose a table to see it ${edges > 0 ? "with its neighbors" : "alone"}.` : ""}`];
}

export function matches(marked, sought) {
  const names = marked.map((entry) => foldName(entry.table.name)).filter((name) => name.includes(sought));
  return names.sort((one, other) => Number(other.startsWith(sought)) - Number(one.startsWith(sought)) || one.length - other.length);
}

export function namesOf(edges, own, other, name, tables) {
  return [...new Set(edges.filter((edge) => edge[own] === name && edge[other] !== name).map((edge) => tables.get(edge[other]).table.name))];
}

// The closest box in the direction of an arrow key.
export function nearest(boxes, current, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  let best = null;
  let least = Infinity;
  for (const box of boxes) {
    const x = box.x + box.width / 2 - current.x - current.width / 2;
    const y = box.y + box.height / 2 - current.y - current.height / 2;
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along <= 4 || along + aside * 2 >= least) continue;
    least = along + aside * 2;
    best = box;
  }
  return best;
}
