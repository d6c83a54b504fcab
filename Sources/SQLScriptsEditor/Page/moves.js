import { markOf } from "./scriptchanges.js";

const most = 50;

// Which steps the user has moved. Of two neighbors that have changed places, the steps alone do not tell which one it was.
export class Moves {
  constructor() {
    this.known = new Map();
  }

  // `numbers`: those of the moved steps before.
  note(before, after, numbers) {
    if (!after) return;
    const marks = new Set(before.items.filter((item) => numbers.includes(item.number)).map(markOf));
    this.known.set(keyOf(before, after), marks);
    if (this.known.size > most) this.known.delete(this.known.keys().next().value);
  }

  // The marks of the steps whose move made one of these versions of a script into the other one.
  between(before, after) {
    return this.known.get(keyOf(before, after)) ?? new Set();
  }
}

// Undoing a move goes the other way.
function keyOf(before, after) {
  return JSON.stringify([before.id, ...[before, after].map((version) => JSON.stringify(version.items.map(markOf))).sort()]);
}
