import { offerDependents, wordsOfChange } from "./dependents.js";
import { asSentence } from "./formpreview.js";
import { nextNumber, stepName } from "./store.js";

// After a form has added or changed a step: shows it, and offers what later steps need. `before`: { failed: whether a step failed,
// size: how many steps there were }.
export async function afterForm(app, { script, items, patch, before }) {
  app.show("steps");
  // What people press next is above the news then, unless the new step needs the room.
  if (!items) app.cards.foot.scrollIntoView({ block: "nearest" });
  app.cards.focus(patch.item ?? nextNumber(app.store.version) - 1);
  const words = wordsOfChange({ isNew: !items, several: items?.length > 1 });
  // A form adds its steps at the end.
  const growth = app.store.version.items.length - before.size;
  const isOwn = (number) => !items || (number >= items[0] && number <= items.at(-1) + growth);
  if (!before.failed && await offerDependents(app, script, patch, { words, isOwn })) return;
  app.say(items ? asSentence(`${stepName(items)} changed`) : "Added.", { undo: patch.revision });
}
