import { errorsOf, offerDependents, stepsInWords } from "./dependents.js";

// The move that is on its way: what was pressed, and the first number of the steps once they have moved.
let last = null;

// Moves a card past its neighbor. Pressed again before that is drawn, it means the same steps once more.
export const moveStep = (app, card, up) => {
  const press = JSON.stringify([app.store.revision, card.script, card.numbers]);
  const earlier = last?.press === press ? last.place : null;
  const move = async () => {
    const moved = earlier ? app.cards.cardWith(await earlier) : card;
    return moved && moved.script === card.script ? passNeighbor(app, moved, up) : null;
  };
  last = { press, place: move() };
  return last.place;
};

// The keyboard stays on the button, so that it can be pressed again. Null: nothing was moved.
async function passNeighbor(app, { script, group, above, below }, up) {
  const neighbor = up ? above : below;
  if (!neighbor) return null;
  const items = group.items.map((item) => item.number);
  const before = up ? neighbor.items[0].number : neighbor.items[neighbor.items.length - 1].number + 1;
  const patch = await app.edits.attemptEdit({ kind: "move", script, items, before });
  if (!patch) return null;
  app.cards.focus(patch.item, up ? "up" : "down");
  app.say(`${stepsInWords(group.items)} moved ${up ? "up" : "down"}.`, { undo: patch.revision });
  const several = items.length > 1;
  // Not waited for, so that the step can be moved on.
  offerDependents(app, script, patch, { isOwn: () => true, words: { done: "what you have moved", reverts: ["undoes what you have moved", "undo what you have moved"], without: `With the moved ${several ? "steps" : "step"}`, undo: "Undo the move" } });
  return patch.item;
}

// `revision`: the one whose numbers the group has. `earlier`: the deletion because of which this one is made.
export const removeStep = async (app, script, group, { revision = app.store.revision, earlier = null } = {}) => {
  const items = group.items.map((item) => item.number);
  const checks = app.store.version?.require.length ?? 0;
  // Errors that the script had already are no news.
  const before = earlier?.known ?? errorsOf(app.store.version);
  const patch = await app.edits.attemptEdit({ kind: "remove", script, items }, { revision });
  if (!patch) return;
  const gone = checks - (app.store.version?.require.length ?? 0);
  const left = app.store.version?.items ?? [];
  const next = left.find((item) => item.number >= items[0]) ?? left[left.length - 1];
  if (!next || !app.cards.focus(next.number)) document.getElementById("steps-heading")?.focus();
  // Undoing takes both back, unless another tab has changed something between them.
  const joins = earlier !== null && patch.revision === earlier.revision + 1;
  const times = joins ? earlier.times + 1 : 1;
  const steps = joins ? earlier.steps + items.length : items.length;
  const known = before.filter(({ item }) => !items.includes(item)).map(({ item, message }) => ({ item: item - items.filter((number) => number < item).length, message }));
  // No step needs one that failed itself.
  const needed = earlier !== null || known.length === before.length;
  if (needed && await offerDependents(app, script, patch, {
    words: { done: "what you have deleted", reverts: ["brings back what you have deleted", "bring back what you have deleted"], without: `Without the deleted ${steps > 1 ? "steps" : "step"}`, undo: times > 1 ? `Undo all ${times} deletions` : earlier ? "Undo the last deletion" : "Undo the deletion" },
    known, undo: { times },
    remove: (dependent) => removeStep(app, script, dependent, { revision: patch.revision, earlier: { known, revision: patch.revision, times, steps } }),
  })) return;
  const also = gone > 0 ? `, with the ${gone === 1 ? "check" : "checks"} of the rows` : "";
  const name = times > 1 ? `${steps} steps` : stepsInWords(group.items);
  app.say(`${name}${also} deleted. Undo brings ${steps > 1 || gone > 0 ? "them" : "it"} back.`, { undo: patch.revision, times });
};
