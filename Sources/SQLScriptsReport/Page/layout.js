import { componentsOf, mean, orderLayers, ranksOf } from "./layers.js";

// Places boxes in layers: a parent stands left of the tables that belong to it. Deterministic, and fast enough for 200 tables.
// `boxes`: [{ id, width, height }] gain x and y. `edges`: [{ from: child, to: parent }] gain `via`, the places that the line passes between other boxes.

const layerGap = 72;
const boxGap = 20;
const componentGap = 40;
const waypointLimit = 60;
const crowdedComponent = 90;
const shelfWidth = 920;
const mostInColumn = 6;
// How far lines reach to the right of a column.
const bulge = 36;

// `room`: the width that there is; unknown if it is not positive. Few tables that need more stand below each other, where they can be
// read as they are.
export function layoutBoxes(boxes, edges, { aspect = 1.6, room = 0 } = {}) {
  const size = layoutInLayers(boxes, edges, aspect);
  if (room <= 0 || size.width <= room || boxes.length > mostInColumn) return size;
  const column = Math.max(...boxes.map((box) => box.width));
  return column + bulge < size.width ? layoutColumn(boxes, edges, column) : size;
}

// A parent stands above the tables that belong to it, and lines run along the right side.
function layoutColumn(boxes, edges, width) {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const links = edges.filter((edge) => edge.from !== edge.to && byId.has(edge.from) && byId.has(edge.to));
  const ranks = ranksOf(boxes, links);
  let y = 0;
  for (const box of [...boxes].sort((one, other) => ranks.get(one.id) - ranks.get(other.id))) {
    Object.assign(box, { x: 0, y, width });
    y += box.height + boxGap;
  }
  for (const edge of edges) edge.via = [];
  return { width: width + (edges.length > 0 ? bulge : 0), height: Math.max(0, y - boxGap) };
}

function layoutInLayers(boxes, edges, aspect) {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const links = edges.filter((edge) => edge.from !== edge.to && byId.has(edge.from) && byId.has(edge.to));
  for (const edge of edges) edge.via = [];
  const parts = componentsOf(boxes, links).map((part) => {
    const inside = links.filter((edge) => part.ids.has(edge.from));
    return layoutComponent(part.boxes, inside, aspect);
  });
  return pack(parts, aspect);
}

function layoutComponent(boxes, links, aspect) {
  const ranks = ranksOf(boxes, links);
  const layers = [];
  const neighbors = new Map();
  const place = (node, rank) => {
    (layers[rank] ??= []).push(node);
    neighbors.set(node, []);
  };
  const nodes = new Map(boxes.map((box) => [box.id, box]));
  for (const box of boxes) place(box, ranks.get(box.id));
  const join = (one, other) => {
    neighbors.get(one).push(other);
    neighbors.get(other).push(one);
  };
  const routes = [];
  for (const edge of links) {
    const from = nodes.get(edge.from);
    const to = nodes.get(edge.to);
    const span = ranks.get(edge.from) - ranks.get(edge.to);
    if (span > 1 && boxes.length <= waypointLimit) {
      let last = to;
      const points = [];
      for (let rank = ranks.get(edge.to) + 1; rank < ranks.get(edge.from); rank += 1) {
        const point = { width: 0, height: 4, waypoint: true };
        place(point, rank);
        join(last, point);
        points.push(point);
        last = point;
      }
      join(last, from);
      routes.push({ edge, points });
    } else {
      join(from, to);
    }
  }
  const filled = layers.filter((layer) => layer && layer.length > 0);
  orderLayers(filled, neighbors);
  const area = boxes.reduce((sum, box) => sum + (box.width + layerGap) * (box.height + boxGap), 0);
  const columns = filled.flatMap((layer) => split(layer, Math.max(640, Math.sqrt(area / aspect) * 1.15)));
  stack(columns, neighbors);
  let x = 0;
  for (const column of columns) {
    const width = Math.max(...column.map((node) => node.width), 0);
    for (const node of column) {
      node.x = x;
      if (node.waypoint) node.width = width;
    }
    x += width + layerGap;
  }
  for (const { edge, points } of routes) edge.via = points.reverse();
  const all = columns.flat();
  const top = Math.min(...all.map((node) => node.y));
  for (const node of all) node.y -= top;
  return { nodes: all, width: x - layerGap, height: Math.max(...all.map((node) => node.y + node.height)) };
}

function split(layer, limit) {
  const columns = [[]];
  let height = 0;
  for (const node of layer) {
    if (height > 0 && height + node.height > limit && !node.waypoint) {
      columns.push([]);
      height = 0;
    }
    columns[columns.length - 1].push(node);
    height += node.height + boxGap;
  }
  return columns;
}

function stack(columns, neighbors) {
  for (const column of columns) {
    let y = 0;
    for (const node of column) {
      node.y = y;
      y += node.height + boxGap;
    }
  }
  if (columns.reduce((sum, column) => sum + column.length, 0) > crowdedComponent) return centerColumns(columns);
  const center = (node) => node.y + node.height / 2;
  for (let round = 0; round < 8; round += 1) {
    for (const column of round % 2 === 0 ? columns : [...columns].reverse()) {
      const goals = column.map((node) => mean(neighbors.get(node).map(center), center(node)) - node.height / 2);
      let floor = -Infinity;
      const placed = column.map((node, index) => {
        const y = Math.max(goals[index], floor);
        floor = y + node.height + boxGap;
        return y;
      });
      const shift = mean(placed.map((y, index) => y - goals[index]), 0);
      column.forEach((node, index) => { node.y = placed[index] - shift; });
    }
  }
}

// In a crowd, even columns are easier to read than lines that are nearly straight.
function centerColumns(columns) {
  for (const column of columns) {
    const last = column[column.length - 1];
    const shift = (last.y + last.height) / 2;
    for (const node of column) node.y -= shift;
  }
}

// Components side by side on shelves, the largest first.
function pack(parts, aspect) {
  const sorted = parts.map((part, index) => ({ part, index })).sort((one, other) => other.part.nodes.length - one.part.nodes.length || one.index - other.index).map(({ part }) => part);
  const area = sorted.reduce((sum, part) => sum + (part.width + componentGap) * (part.height + componentGap), 0);
  const limit = Math.max(...sorted.map((part) => part.width), Math.sqrt(area * aspect), shelfWidth);
  let x = 0;
  let y = 0;
  let shelf = 0;
  let width = 0;
  for (const part of sorted) {
    if (x > 0 && x + part.width > limit) {
      x = 0;
      y += shelf + componentGap;
      shelf = 0;
    }
    for (const node of part.nodes) {
      node.x += x;
      node.y += y;
    }
    x += part.width + componentGap;
    width = Math.max(width, x - componentGap);
    shelf = Math.max(shelf, part.height);
  }
  return { width, height: y + shelf };
}
