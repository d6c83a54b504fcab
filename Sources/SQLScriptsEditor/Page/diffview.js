import { count, el, nameOf, visible } from "./dom.js";
import { badge } from "./icons.js";

const lineSigns = { "+": ["+", "added: "], "-": ["−", "removed: "], " ": ["", ""] };
const lineLimit = 2000;

// The exact difference of one file, with signs and colors for the eye and words for the ear.
export function diffView({ file, state = "changed", oldName = null, diff }) {
  const added = diff.filter((line) => line.kind === "+").length;
  const removed = diff.filter((line) => line.kind === "-").length;
  const states = { new: ["added", "new file"], changed: ["changed", "changed"], deleted: ["removed", "deleted"] };
  const [mark, word] = oldName && state === "new" ? ["changed", "renamed"] : states[state] ?? states.changed;
  return el("section", { class: "diff-file" },
    el("div", { class: "diff-head" }, el("h3", null, nameOf(file)), badge(mark, word),
      diff.length === 0 ? null : el("span", { class: "small soft" }, `${count(added, "line")} added, ${count(removed, "line")} removed`)),
    el("div", { class: "diff scroll-region", tabindex: "0", role: "group", "aria-label": "Lines" },
      diff.length === 0 ? el("p", { class: "small soft diff-none" }, oldName ? "The lines stay the same." : "There are no lines to compare: the file is empty or is not plain text.") : diff.slice(0, lineLimit).map(lineView),
      diff.length > lineLimit ? el("p", { class: "small soft" }, `${count(diff.length - lineLimit, "more line")} not shown.`) : null));
}

function lineView({ kind, text }) {
  if (kind === "@") return el("div", { class: "diff-line", data: { kind: "@" } }, el("span", { class: "diff-sign", "aria-hidden": "true" }), el("span", { class: "small" }, placeOf(text)));
  const [sign, word] = lineSigns[kind] ?? lineSigns[" "];
  return el("div", { class: "diff-line", data: { kind } },
    el("span", { class: "diff-sign", "aria-hidden": "true" }, sign), word ? el("span", { class: "visually-hidden" }, word) : null,
    el("code", null, text === "" ? " " : visible(text, { lines: true })));
}

// “@@ -4,7 +4,7 @@” in words. What is left of a deleted file has no lines, so its old ones are named.
function placeOf(text) {
  const [, old, oldCount = "1", first, count = "1"] = /-(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))?/.exec(text) ?? [];
  if (!first) return "…";
  const [start, length] = count === "0" ? [Number(old), Number(oldCount)] : [Number(first), Number(count)];
  return length === 1 ? `Line ${start}` : `Lines ${start}–${start + length - 1}`;
}
