// Which boxes hang together, in which layer each belongs, and in which order they stand there.

export function componentsOf(boxes, links) {
  const leader = new Map(boxes.map((box) => [box.id, box.id]));
  const find = (id) => {
    while (leader.get(id) !== id) {
      leader.set(id, leader.get(leader.get(id)));
      id = leader.get(id);
    }
    return id;
  };
  for (const edge of links) leader.set(find(edge.from), find(edge.to));
  const parts = new Map();
  for (const box of boxes) {
    const key = find(box.id);
    if (!parts.has(key)) parts.set(key, { boxes: [], ids: new Set() });
    parts.get(key).boxes.push(box);
    parts.get(key).ids.add(box.id);
  }
  return [...parts.values()];
}

// The longest way from a table without parents. Edges that close a circle do not count.
export function ranksOf(boxes, links) {
  const parents = new Map(boxes.map((box) => [box.id, []]));
  for (const edge of links) parents.get(edge.from).push(edge.to);
  const ranks = new Map();
  const open = new Set();
  const rank = (id) => {
    if (ranks.has(id)) return ranks.get(id);
    open.add(id);
    let result = 0;
    for (const parent of parents.get(id)) if (!open.has(parent)) result = Math.max(result, rank(parent) + 1);
    open.delete(id);
    ranks.set(id, result);
    return result;
  };
  for (const box of boxes) rank(box.id);
  // A table without parents moves next to its first child.
  for (const box of boxes) {
    const children = links.filter((edge) => edge.to === box.id && ranks.get(edge.from) > ranks.get(box.id));
    if (parents.get(box.id).length === 0 && children.length > 0) ranks.set(box.id, Math.min(...children.map((edge) => ranks.get(edge.from))) - 1);
  }
  return ranks;
}

// Fewer crossings: each table moves toward the middle of its neighbors, back and forth.
export function orderLayers(layers, neighbors) {
  const position = new Map();
  const note = (layer) => layer.forEach((node, index) => position.set(node, (index + 0.5) / layer.length));
  layers.forEach(note);
  for (let round = 0; round < 10; round += 1) {
    for (const layer of round % 2 === 0 ? layers : [...layers].reverse()) {
      const goal = new Map(layer.map((node) => [node, mean(neighbors.get(node).map((other) => position.get(other)), position.get(node))]));
      layer.sort((one, other) => goal.get(one) - goal.get(other));
      note(layer);
    }
  }
}

export function mean(values, fallback) {
  return values.length === 0 ? fallback : values.reduce((sum, value) => sum + value, 0) / values.length;
}
