import { groupsOf } from "./grouping.js";

// Comparing every pair of more steps than these would take too long, and nobody reads so many changes.
const mostPairs = 4_000_000;
// That of a step that was not moved. No script that is compared has so many moved steps that they outweigh one.
const weight = 100_000;
// Less alike, one step was deleted and another one added.
const leastLikeness = 0.5;

// What a script has other than before. Both are versions of the document; the sentences are those of the steps as they are, or
// as they were. `moved`: the marks of the steps that the user has moved, as far as that is known. { steps: [{ kind: "added", "changed", "moved" or "removed", group, was }], parts: the names of what else changed }
export function scriptChanges(before, after, moved = new Set()) {
  const pairs = pairsOf(before.items, after.items, moved);
  const [oldGroups, newGroups] = [groupsByNumber(before), groupsByNumber(after)];
  const steps = [];
  const told = new Set();
  for (const group of new Set(newGroups.values())) {
    const states = group.items.map((item) => pairs.get(item.number) ?? { state: "added" });
    const was = states.map(({ old }) => old && oldGroups.get(old.number)).find(Boolean) ?? null;
    const kind = changeOf(states.map(({ state }) => state));
    if (kind === null) continue;
    if (kind === "changed") told.add(was);
    steps.push({ kind, group, was: kind === "changed" ? was : null });
  }
  const kept = new Map([...pairs].filter(([, { old }]) => old).map(([number, { old }]) => [old.number, number]));
  for (const was of new Set(oldGroups.values())) {
    const left = was.items.filter((item) => kept.has(item.number));
    if (left.length === 0) steps.push({ kind: "removed", group: was, was: null });
    else if (left.length < was.items.length && !told.has(was)) steps.push({ kind: "changed", group: newGroups.get(kept.get(left[0].number)), was });
  }
  return { steps, parts: partsOf(before, after) };
}

function groupsByNumber(version) {
  return new Map(groupsOf(version).flatMap((group) => group.items.map((item) => [item.number, group])));
}

// A card with a step that stays as it was is not new, even if others have joined it.
function changeOf(states) {
  const [first] = states;
  if (states.every((state) => state === first)) return first === "kept" ? null : first;
  return states.some((state) => state === "added" || state === "changed") ? "changed" : "moved";
}

// Map(number of a step now → { state, old: the same step as it was }); none for a new one.
function pairsOf(before, after, movedMarks) {
  const pairs = new Map();
  const pair = (old, now, state) => pairs.set(now.number, { state, old });
  const anchors = commonSteps(before, after, movedMarks);
  for (const [old, now] of anchors) pair(before[old], after[now], "kept");
  // What stands between the same steps as before.
  const gaps = [...anchors, [before.length, after.length]].map(([old, now], index) => {
    const [lastOld, lastNow] = anchors[index - 1] ?? [-1, -1];
    return { old: before.slice(lastOld + 1, old), now: after.slice(lastNow + 1, now) };
  });
  const leaving = new Map();
  for (const gap of gaps) for (const item of gap.old) leaving.set(markOf(item), [...leaving.get(markOf(item)) ?? [], item]);
  const moved = new Set();
  for (const item of gaps.flatMap((gap) => gap.now)) {
    const old = leaving.get(markOf(item))?.shift();
    if (!old) continue;
    moved.add(old);
    pair(old, item, "moved");
  }
  for (const gap of gaps) {
    const old = gap.old.filter((item) => !moved.has(item));
    const now = gap.now.filter((item) => !pairs.has(item.number));
    for (const item of now) {
      const best = old.map((other) => [likeness(other, item), other]).reduce((one, next) => (next[0] > one[0] ? next : one), [0, null]);
      if (best[0] < leastLikeness) continue;
      old.splice(old.indexOf(best[1]), 1);
      pair(best[1], item, "changed");
    }
  }
  return pairs;
}

// [[place before, place now]]: the longest list of steps that are in both, in this order. Of equally long ones, it is the one with
// the fewest steps that were moved.
function commonSteps(before, after, moved) {
  const [old, now] = [before.map(markOf), after.map(markOf)];
  const weights = old.map((mark) => weight - (moved.has(mark) ? 1 : 0));
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [height, width] = [old.length - start - end, now.length - start - end];
  const found = Array.from({ length: start }, (_, index) => [index, index]);
  if (height * width > 0 && height * width <= mostPairs) {
    const lengths = Array.from({ length: height + 1 }, () => new Float64Array(width + 1));
    for (let row = height - 1; row >= 0; row -= 1) {
      for (let column = width - 1; column >= 0; column -= 1) {
        lengths[row][column] = old[start + row] === now[start + column] ? Math.max(lengths[row + 1][column + 1] + weights[start + row], lengths[row + 1][column], lengths[row][column + 1]) : Math.max(lengths[row + 1][column], lengths[row][column + 1]);
      }
    }
    for (let row = 0, column = 0; row < height && column < width;) {
      const isCommon = old[start + row] === now[start + column] && lengths[row][column] === lengths[row + 1][column + 1] + weights[start + row];
      if (isCommon) found.push([start + row++, start + column++]);
      else if (lengths[row + 1][column] >= lengths[row][column + 1]) row += 1;
      else column += 1;
    }
  }
  for (let index = end; index > 0; index -= 1) found.push([old.length - index, now.length - index]);
  return found;
}

// Steps with the same mark are the same.
export function markOf(item) {
  return JSON.stringify([item.sql, item.onlyIf, item.note]);
}

// The part of their words that two steps have in common.
function likeness(one, other) {
  const [words, others] = [one, other].map((item) => item.sql.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
  const left = [...others];
  const common = words.filter((word) => {
    const place = left.indexOf(word);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
  return common.length / Math.max(words.length, others.length, 1);
}

function partsOf(before, after) {
  const differ = (key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null);
  return [
    (before.description ?? "") !== (after.description ?? "") ? "description" : null,
    differ("require") || differ("verify") ? "checks" : null, differ("text") ? "text" : null, differ("file") ? "file" : null,
  ].filter(Boolean);
}
