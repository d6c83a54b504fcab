import { numbersOf } from "./grouping.js";

function nameOf(items) {
  return items.length > 1 ? `Steps ${numbersOf(items)}` : `Step ${items[0].number}`;
}

// Moves all items of a card past its neighbor. The keyboard stays on the button, so that it can be pressed again.
export const moveStep = async (app, script, group, neighbor, up) => {
  const items = group.items.map((item) => item.number);
  const before = up ? neighbor.items[0].number : neighbor.items[neighbor.items.length - 1].number + 1;
  const patch = await app.edits.attemptEdit({ kind: "move", script, items, before });
  if (!patch) return;
  const first = before - (up ? 0 : items.filter((number) => number < before).length);
  app.cards.focus(first, up ? "up" : "down");
  app.say(`${nameOf(group.items)} moved ${up ? "up" : "down"}.`);
};

export const removeStep = async (app, script, group) => {
  const items = group.items.map((item) => item.number);
  const checks = app.store.version?.require.length ?? 0;
  const patch = await app.edits.attemptEdit({ kind: "remove", script, items });
  if (!patch) return;
  const left = app.store.version?.items ?? [];
  const next = left.find((item) => item.number >= items[0]) ?? left[left.length - 1];
  if (!next || !app.cards.focus(next.number)) document.getElementById("steps-heading")?.focus();
  const gone = checks - (app.store.version?.require.length ?? 0);
  const also = gone > 0 ? `, with the ${gone === 1 ? "check" : "checks"} of the rows` : "";
  app.say(`${nameOf(group.items)}${also} deleted. Undo brings ${items.length > 1 || gone > 0 ? "them" : "it"} back.`, { undo: true });
};
