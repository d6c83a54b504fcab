import { ask } from "./dialog.js";
import { plainVisible } from "./dom.js";
import { groupsOf, numbersOf } from "./grouping.js";

function nameOf(items) {
  return items.length > 1 ? `Steps ${numbersOf(items)}` : `Step ${items[0].number}`;
}

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
  app.say(`${nameOf(group.items)} moved ${up ? "up" : "down"}.`);
  return patch.item;
}

// `revision`: the one whose numbers the group has. `known`: the errors that are no news, if not those that the script has now.
export const removeStep = async (app, script, group, { revision = app.store.revision, known = null } = {}) => {
  const items = group.items.map((item) => item.number);
  const checks = app.store.version?.require.length ?? 0;
  const before = known ?? errorsOf(app.store.version);
  const patch = await app.edits.attemptEdit({ kind: "remove", script, items }, { revision });
  if (!patch) return;
  const several = items.length > 1;
  const after = before.filter(({ item }) => !items.includes(item)).map(({ item, message }) => ({ item: item - items.filter((number) => number < item).length, message }));
  // No step needs one that failed itself.
  const needed = known !== null || after.length === before.length;
  if (needed && await offerDependents(app, script, patch, {
    done: "what you have deleted", without: `Without the deleted ${several ? "steps" : "step"}`, undo: "Undo the deletion", known: after,
  })) return;
  const left = app.store.version?.items ?? [];
  const next = left.find((item) => item.number >= items[0]) ?? left[left.length - 1];
  if (!next || !app.cards.focus(next.number)) document.getElementById("steps-heading")?.focus();
  const gone = checks - (app.store.version?.require.length ?? 0);
  const also = gone > 0 ? `, with the ${gone === 1 ? "check" : "checks"} of the rows` : "";
  app.say(`${nameOf(group.items)}${also} deleted. Undo brings ${items.length > 1 || gone > 0 ? "them" : "it"} back.`, { undo: patch.revision });
};

// The errors in steps, in the order of the steps.
export function errorsOf(version) {
  return (version?.findings ?? []).filter((finding) => finding.severity === "error" && finding.item !== null).sort((one, other) => one.item - other.item);
}

// Later steps may have been written for the tables that the deleted one left. Returns whether something was done about it.
// The patch has the revision of the change. Others may change the scripts while the question is open. `known`: older errors.
export async function offerDependents(app, script, patch, { done, without, undo, known = [] }) {
  const failure = errorsOf(app.store.version).find((error) => !known.some(({ item, message }) => item === error.item && message === error.message));
  const dependent = failure && groupsOf(app.store.version).find((group) => group.items.some((item) => item.number === failure.item));
  if (!dependent) return false;
  const title = nameOf(dependent.items);
  const name = title.toLowerCase();
  const several = dependent.items.length > 1;
  const adaptable = patch.adaptable === true;
  const answer = await ask({
    title: `${title} ${several ? "need" : "needs"} ${done}`,
    text: `${without}, ${name} ${several ? "fail" : "fails"}: ${plainVisible(failure.message, 300)}.${adaptable ? " The editor can rewrite the later steps so that they still do their part." : ""}`,
    answers: [{ text: "Leave it like this", value: "leave" }, { text: `Delete ${name} too`, value: "delete" }, { text: undo, value: "undo", kind: adaptable ? null : "primary" },
      adaptable ? { text: "Adapt the later steps", value: "adapt", kind: "primary" } : null].filter(Boolean),
  });
  const { revision } = patch;
  if (answer === "delete") await removeStep(app, script, dependent, { revision, known });
  else if (answer === "undo") await app.header.act("undo", { revision });
  else if (answer === "adapt") {
    const adapted = await app.edits.attemptEdit({ kind: "adapt" }, { revision });
    if (adapted) app.say("The later steps were adapted.", { undo: adapted.revision });
  }
  return ["delete", "undo", "adapt"].includes(answer);
}
