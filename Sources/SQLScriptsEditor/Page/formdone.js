import { offerDependents } from "./dependents.js";
import { capital } from "./formpreview.js";
import { nextNumber, stepName } from "./store.js";

const added = {
  done: "what the new step has changed", reverts: ["undoes what you have added", "undo what you have added"],
  without: "With the new step", undo: "Undo the new step",
};

function changed(items) {
  return {
    done: "what you have changed", reverts: ["undoes your change", "undo your change"],
    without: `With the changed ${items.length > 1 ? "steps" : "step"}`, undo: "Undo the change",
  };
}

// After a form has added or changed a step: shows it, and offers what later steps need. `before`: { failed: whether a step failed,
// size: how many steps there were }.
export async function afterForm(app, { script, items, patch, before }) {
  app.show("steps");
  app.cards.focus(patch.item ?? nextNumber(app.store.version) - 1);
  const words = items ? changed(items) : added;
  // A form adds its steps at the end.
  const growth = app.store.version.items.length - before.size;
  const isOwn = (number) => !items || (number >= items[0] && number <= items.at(-1) + growth);
  if (!before.failed && await offerDependents(app, script, patch, { words, isOwn })) return;
  app.say(items ? capital(`${stepName(items)} changed`) : "Added.", { undo: patch.revision });
}
