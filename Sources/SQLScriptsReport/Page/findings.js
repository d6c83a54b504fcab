import { count, el, nameOf, visible } from "./dom.js";
import { badge, icon } from "./icons.js";

export const severityWords = { error: "Error", warning: "Warning", info: "Note" };

// One finding, worded as in the document. `actions` are nodes such as buttons; `folded: true` puts the advice, which is for those
// who write SQL, below them. `file: false` leaves the file name out. `where`: in which steps it is. `link` makes the node for another place, if it leads there.
export function findingElement(finding, { actions = null, folded = false, file = true, where = null, link = () => null } = {}) {
  const long = finding.message.length > 1500;
  const help = finding.help ? el("p", { class: "finding-help" }, el("bdi", null, visible(finding.help, { lines: true }))) : null;
  const why = finding.why ? el("p", null, visible(finding.why, { lines: true })) : null;
  const more = (title, ...parts) => parts.some(Boolean) ? el("details", { class: "finding-why" }, el("summary", null, title), parts) : null;
  const related = (finding.related ?? []).map((entry) => el("p", { class: "finding-related" },
    el("bdi", null, visible(entry.message, { lines: true })), " ", link(entry) ?? placeElement(entry)));
  // The name of the rule is for those who look for it.
  const rule = el("p", { class: "finding-meta" }, "Rule: ", nameOf(finding.id, { tag: "code", className: "finding-id" }));
  const place = file ? placeElement(finding) : null;
  const meta = place ? el("p", { class: "finding-meta" }, place) : null;
  const row = actions ? el("div", { class: "button-row finding-actions" }, actions) : null;
  return el("div", { class: "finding", role: "group", aria: { label: severityWords[finding.severity] ?? "Note" }, data: { state: finding.severity, rule: finding.id } },
    icon(finding.severity),
    el("div", { class: "finding-body" },
      el("p", { class: ["finding-message", long ? "long" : null], tabindex: long ? "0" : null },
        el("strong", { class: "finding-severity" }, `${severityWords[finding.severity] ?? "Note"}:`), " ",
        el("bdi", null, visible(finding.message, { lines: true }))),
      where ? el("p", { class: "small soft" }, where) : null,
      folded ? [related, row, more("Details", help, why, rule), meta] : [help, related, more(why ? "Why?" : "Details", why, rule), meta, row]));
}

function placeElement(place) {
  if (!place.file) return null;
  const position = place.line ? `:${place.line}${place.column ? `:${place.column}` : ""}` : "";
  return el("span", { class: "place" }, nameOf(fileName(place.file), { limit: 80 }), position);
}

// Where the folder lies on this computer is of no use to readers.
export function fileName(path) {
  return path.split("/").findLast((part) => part !== "") ?? path;
}

// The findings that “validate” counts.
export function openFindings(document) {
  return [...document.findings, ...document.versions.flatMap((version) => version.findings), ...(document.data?.findings ?? [])].filter((finding) => !finding.past);
}

// “and 198 in released scripts”, next to the badges. Null: there are none.
export function releasedCount(document, open) {
  const number = document.summary?.released ?? 0;
  if (number === 0) return null;
  const words = open.length > 0 ? `and ${number.toLocaleString("en-US")}` : count(number, "finding");
  return el("span", { class: "small soft" }, `${words} in released scripts`);
}

// Findings by problem: one problem at several places is one, as “validate” counts it.
export function problemsOf(findings) {
  const problems = new Map();
  for (const finding of findings) {
    const words = JSON.stringify([finding.id, finding.severity, finding.message, finding.help, finding.why, finding.related]);
    problems.set(words, [...(problems.get(words) ?? []), finding]);
  }
  return [...problems.values()];
}

function severityCounts(findings) {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const [finding] of problemsOf(findings)) counts[finding.severity] = (counts[finding.severity] ?? 0) + 1;
  return counts;
}

const counted = [["error", "error"], ["warning", "warning"], ["info", "note"]];

// “1 error, 2 warnings and 1 note”.
export function countWords(findings) {
  const counts = severityCounts(findings);
  const parts = counted.filter(([state]) => counts[state] > 0).map(([state, word]) => count(counts[state], word));
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join();
}

// “1 error”, “2 warnings”, “1 note”. `brief` shows the number only and says the word to screen readers. `scripts`: the findings of
// each script; a problem that several of them have is one, which the words say, because each script counts it.
export function countBadges(findings, { brief = false, scripts = [] } = {}) {
  const counts = severityCounts(findings);
  return counted.filter(([state]) => counts[state] > 0).map(([state, word]) => {
    const text = count(counts[state], word);
    const numbers = scripts.map((own) => severityCounts(own)[state]).filter((number) => number > 0);
    const isShared = numbers.reduce((sum, number) => sum + number, 0) > counts[state];
    if (!brief) return badge(state, isShared ? `${text} in ${count(numbers.length, "script")}` : text);
    return badge(state, el("span", null, String(counts[state]), el("span", { class: "visually-hidden" }, `${text.replace(/^\S+/, "")}, `)), { title: text });
  });
}
