import { el, nameOf, visible } from "./dom.js";
import { badge, icon } from "./icons.js";
import { tabs } from "./tabs.js";
import { countBadges, findingElement } from "./findings.js";
import { changesView, listView, sqlView } from "./tables.js";
import { diagram } from "./diagram.js";
import { rowsElement, sampleNote } from "./rows.js";
import { guardElements, labelOf, millisecondsWords, requirementWords, scriptTitle, sentenceList, statementElement } from "./statements.js";

export function releaseBadge(version) {
  return badge(version.released ? "released" : "draft");
}

// Everything about one version. `anchors: false` leaves the ids out, for a second copy in print.
export function versionElement(document, version, { navigation = null, anchors = true, schema = schemaTabs, schemaTitle = "Tables after" } = {}) {
  const anchor = (part) => (anchors ? `${version.id}/${part}` : null);
  const general = version.findings.filter((finding) => !version.items.some((item) => item.number === finding.item));
  return el("article", { class: "version" },
    el("header", { class: "version-head" },
      el("div", { class: "version-title" }, el("h2", { tabindex: "-1" }, scriptTitle(version)), navigation),
      // The file name often has the words of the description.
      version.label && labelOf(version) !== version.description?.trim() ? el("p", { class: "version-label" }, visible(labelOf(version))) : null,
      el("div", { class: "badge-row" }, releaseBadge(version), version.findings.length > 0 ? countBadges(version.findings) : version.problem ? null : badge("ok"),
        el("span", { class: "version-file" }, nameOf(version.file, { limit: 60 }))),
      version.description ? el("p", { class: "lead" }, visible(version.description, { lines: true })) : null),
    version.problem ? el("div", { class: "callout", data: { state: "error" } }, icon("error"), el("p", null, "This script ", el("bdi", null, visible(version.problem, { lines: true })))) : null,
    general.length > 0 ? el("div", { class: "finding-list" }, general.map((finding) => findingElement(finding))) : null,
    version.problem && version.sentences.length === 0 ? null : section("What it does", anchor("what"), sentenceList(version, { linkTo: anchors ? (number) => `#${version.id}/statement-${number}` : null })),
    facts(version),
    section("Statements", anchor("statements"),
      version.items.length === 0 ? el("p", { class: "soft" }, "This script has no statements.") : null,
      el("ol", { class: "statements" }, version.items.map((item) => statementElement(item,
        version.findings.filter((finding) => finding.item === item.number), { anchor: anchor(`statement-${item.number}`) }))),
      guardElements(version)),
    section(`${schemaTitle} ${version.kind === "default" ? "the default script" : `update ${version.id}`}`, anchor("tables"), schema(document, version)),
    version.rows.length > 0 ? section("Sample rows, before and after", anchor("rows"), el("div", { class: "rows-list" }, version.rows.map((rows) => rowsElement(rows)), sampleNote())) : null);
}

function section(title, id, ...children) {
  return el("section", { class: "version-section", id }, el("h3", null, title), children);
}

export function schemaTabs(document, version) {
  return tabs("Tables", [
    { id: "diagram", label: "Diagram", content: () => diagram(document, version.id) },
    { id: "list", label: "List", content: () => listView(document, version.id) },
    { id: "changes", label: "Changes", content: () => changesView(document, version.id) },
    { id: "sql", label: "SQL", content: () => sqlView(document, version.id) },
  ]);
}

function facts(version) {
  const entries = [];
  if (version.version !== null && version.version !== version.id) entries.push(["Leads to", `version ${version.version}`]);
  if (version.requires) {
    const need = requirementWords(version.requires);
    entries.push(["Needs", [el("strong", null, visible(need.version)), visible(need.reason), need.systems.length > 0 ? [": ", visible(need.systems.join(", "))] : null]]);
  }
  if (version.milliseconds !== null && version.milliseconds !== undefined) entries.push(["Time", `${millisecondsWords(version.milliseconds)} per 1,000 rows`]);
  return entries.length === 0 ? null : el("dl", { class: "facts" }, entries.map(([term, value]) => [el("dt", null, term), el("dd", null, value)]));
}
