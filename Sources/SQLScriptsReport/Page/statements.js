import { count, el, visible, words } from "./dom.js";
import { coloredSQL } from "./sql.js";
import { findingElement } from "./findings.js";

export function scriptTitle(version) {
  return version.kind === "default" ? "Default script" : `Update ${version.id}`;
}

// The words of the file name. They have no hyphens or capitals, so a description that says the same spells them.
export function labelOf({ label, description }) {
  const line = (description ?? "").trim().split(/[\r\n]/)[0];
  const letters = (text) => (text ?? "").toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, "");
  return label && letters(line) === letters(label) ? line : label;
}

// The first thing that the script does, rather than what it checks. Why a step fails is said elsewhere.
export function firstSentence({ sentences }) {
  const told = sentences.filter((sentence) => !sentence.label);
  return (told.find((sentence) => sentence.items?.length > 0) ?? told[0])?.text ?? "";
}

// What the script does, as a numbered list. `linkTo(number)` gives the address of a statement, or null.
export function sentenceList(version, { linkTo = null } = {}) {
  if (version.sentences.length === 0) return el("p", { class: "soft" }, "There is nothing to describe.");
  // With one sentence for each statement, the numbers already say which belongs to which.
  const matching = version.sentences.length === version.items.length && version.sentences.every((sentence, index) => sentence.items?.length === 1 && sentence.items[0] === index + 1);
  return el("ol", { class: "sentences" }, version.sentences.map((sentence) => el("li", { class: sentence.label ? "soft" : null },
    el("span", null, words(sentence.words ?? [sentence.text])),
    !matching && sentence.items?.length > 0 ? [" ", itemsReference(sentence.items, linkTo)] : null)));
}

function itemsReference(items, linkTo) {
  const text = `${items.length === 1 ? "statement" : "statements"} ${numberWords(items)}`;
  const address = linkTo?.(items[0]);
  return address ? el("a", { class: "reference", href: address }, text) : el("span", { class: "reference" }, text);
}

// [1, 2, 3, 5] → “1–3, 5”
export function numberWords(numbers) {
  const runs = [];
  for (const number of numbers) {
    const last = runs[runs.length - 1];
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

// One statement with its SQL and, under it, its findings.
export function statementElement(item, findings = [], { anchor = null } = {}) {
  return el("li", { class: "statement", id: anchor },
    el("div", { class: "statement-head" },
      el("h4", null, `Statement ${item.number}`),
      item.line ? el("span", { class: "small faint" }, `line ${item.line.toLocaleString("en-US")}`) : null),
    item.note ? el("p", { class: "statement-note" }, visible(item.note, { lines: true })) : null,
    item.onlyIf ? el("div", { class: "only-if" }, el("p", { class: "label" }, "Runs only if this query returns a row"), sqlBlock(item.onlyIf)) : null,
    sqlBlock(item.sql),
    findings.length > 0 ? el("div", { class: "finding-list" }, findings.map((finding) => findingElement(finding, { file: true }))) : null);
}

export function sqlBlock(sql) {
  const long = sql.length > 4000 || sql.split("\n", 32).length > 30;
  return el("div", { class: ["sql-block", long ? "long" : null], tabindex: long ? "0" : null, role: long ? "region" : null, aria: long ? { label: "SQL" } : null }, coloredSQL(sql));
}

// The queries that guard a script.
export function guardElements(version) {
  const groups = [
    [version.require ?? [], "Before: the script runs only if", "this query returns no row", "these queries return no row"],
    [version.verify ?? [], "After: the script is undone unless", "this query returns no row", "these queries return no row"],
  ];
  return groups.filter(([queries]) => queries.length > 0).map(([queries, start, one, many]) => el("div", { class: "guard" },
    el("p", { class: "label" }, `${start} ${queries.length === 1 ? one : many}`), queries.map(sqlBlock)));
}

export function requirementWords(requires) {
  const reason = requires.feature ? ` (${requires.feature}${requires.item ? `, statement ${requires.item}` : ""})` : "";
  return { version: `SQLite ${requires.sqlite}`, reason, systems: requires.systems ?? [] };
}

export function millisecondsWords(milliseconds) {
  if (milliseconds < 0.01) return "less than 0.01 ms";
  if (milliseconds < 1000) return `${Number(milliseconds.toPrecision(2))} ms`;
  return count(Number((milliseconds / 1000).toPrecision(2)), "second");
}
