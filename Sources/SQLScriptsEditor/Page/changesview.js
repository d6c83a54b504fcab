import { el, nameOf, visible, words } from "./dom.js";
import { badge } from "./icons.js";
import { scriptChanges } from "./scriptchanges.js";
import { versionName } from "./store.js";

const changeBadges = { added: ["added", "added"], changed: ["changed", "changed"], moved: ["changed", "moved"], removed: ["removed", "deleted"] };

// What saving changes in a script: the steps that are other than in the file, before those that were there already.
export function changesSinceSaving(before, version, { heading = true } = {}) {
  const changes = scriptChanges(before, version);
  const { parts } = changes;
  // A file that cannot be read has no steps, which are not those that were deleted or added.
  const unread = [before, version].find((state) => state.text && state.items.length === 0);
  const steps = unread ? [] : changes.steps;
  const isFormat = steps.length === 0 && parts.length === 0;
  return el("section", { class: "stack" }, heading ? [el("h3", null, versionName(version)), el("p", { class: "faint small file-name" }, nameOf(version.file))] : null,
    isFormat ? null : el("ul", { class: "saved-changes" },
      parts.includes("description") ? partView("Description: ", version.description ? visible(version.description, { lines: true }) : el("span", { class: "soft" }, "none")) : null,
      parts.includes("text") ? partView(unread === version ? "The text of the file. It cannot be read as a script now, so its steps cannot be compared." : unread ? "The text of the file. It can be read as a script now." : "The text of the file, besides its steps.") : null,
      steps.map(changeView),
      parts.includes("checks") ? partView("Changes the checks of existing rows.") : null),
    isFormat ? el("p", { class: "soft" }, "The steps stay the same. Only the formatting of the file changes.") : null);
}

// Whether nothing differs but the name of the file.
export function isSameScript(before, version) {
  const { steps, parts } = scriptChanges(before, version);
  return steps.length === 0 && parts.every((part) => part === "file");
}

function partView(...children) {
  return el("li", null, badge("changed"), el("p", null, children));
}

function changeView({ kind, group, was }) {
  const now = sentences(group);
  const then = was ? sentences(was) : null;
  const isSame = then && then.text === now.text;
  return el("li", null, badge(...changeBadges[kind]), el("div", null, el("p", null, kind === "removed" ? el("del", null, now.nodes) : now.nodes),
    then ? el("p", { class: "small soft" }, isSame ? "Only its SQL has changed." : ["Before: ", then.nodes]) : null));
}

function sentences({ items, sentences: all }) {
  const told = all.filter((sentence) => !sentence.label || items.length === 0);
  if (told.length > 0) return { text: told.map((sentence) => sentence.text).join(" "), nodes: told.flatMap((sentence) => [words(sentence.words), " "]) };
  const sql = items[0].sql.replace(/\s+/g, " ").trim();
  return { text: sql, nodes: [el("code", null, visible(sql.slice(0, 300)))] };
}
