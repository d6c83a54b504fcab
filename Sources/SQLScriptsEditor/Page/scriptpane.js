import { count, el, nameOf, plainVisible, visible } from "./dom.js";
import { countWords, problemsOf } from "./findings.js";
import { bySeverity, findingView, signatureOf } from "./findingview.js";
import { badge, button, icon } from "./icons.js";
import { redraw } from "./keeping.js";
import { coloredSQL } from "./sql.js";
import { labelOf } from "./statements.js";
import { DescriptionField } from "./description.js";
import { versionName, wasChanged } from "./store.js";
import { tryOnCopy } from "./trial.js";

function statusBadge(version) {
  if (wasChanged(version)) return badge("error", "released, but changed");
  return badge(version.released ? "released" : "draft", version.released ? "released" : "draft");
}

// The words of the file name, unless the description repeats them.
function isSaidBelow(version) {
  return !version.label || labelOf(version) === (version.description ?? "").trim();
}

// The left column: what the script is called and for, and its problems.
export class ScriptPane {
  constructor(app, root) {
    this.app = app;
    this.root = root;
    this.head = el("div", { class: "stack" });
    this.description = new DescriptionField(app);
    this.problems = el("div", { class: "stack" });
    this.facts = el("div", { class: "stack wide-gap" });
    this.general = el("div", { class: "stack" });
    root.append(this.head, this.description.node, this.problems, this.facts, this.general);
  }

  draw() {
    const { version, editor, document } = this.app.store;
    this.root.hidden = version === null;
    if (!version) return;
    const editable = this.app.store.canEdit(version);
    redraw(this.head, [version.id, labelOf(version), isSaidBelow(version), version.file, version.released, wasChanged(version), version.items.length], () => this.drawHead(version));
    this.description.draw(version, editable);
    redraw(this.problems, [version.id, version.problem, document.findings.length > 0, signatureOf(version.findings), this.app.store.toldFindings(version).length], () => this.drawProblems(version, document));
    redraw(this.general, signatureOf(document.findings), () => this.drawGeneral(document.findings));
    const last = this.app.store.lastVersion.id === version.id;
    redraw(this.facts, [version.id, version.requires, version.require, version.verify, editable, last, version.items.length > 0, editor.canTryData], () => this.drawFacts(version, editable && last));
  }

  // What was found outside the scripts counts in the header, so it has to be somewhere.
  drawGeneral(findings) {
    return findings.length === 0 ? [] : [
      el("h3", { class: "pane-title" }, `Folder: ${countWords(findings)}`),
      ...bySeverity(findings).map((finding) => findingView(this.app, finding, null, { file: true, index: findings.indexOf(finding) })),
    ];
  }

  drawHead(version) {
    return [
      el("h2", { id: "script-heading" }, versionName(version)),
      isSaidBelow(version) ? null : el("p", { class: "script-label" }, nameOf(labelOf(version))),
      el("p", { class: "badge-row" }, statusBadge(version), el("span", { class: "soft small" }, count(version.items.length, "step"))),
      el("p", { class: "faint small file-name" }, nameOf(version.file)),
    ];
  }

  drawProblems(version, document) {
    const findings = bySeverity(this.app.store.toldFindings(version));
    return [
      el("h3", { class: "pane-title" }, countWords(findings) || "Problems"),
      findings.length === 0 && version.problem ? el("p", { class: "soft small" }, "Not known, because the script was not run.")
      : findings.length < version.findings.length && findings.length === 0 ? el("p", { class: "soft small" }, "None yet, because the script has no steps.")
      : findings.length === 0 ? el("p", { class: "soft small none" }, icon("check"), document.findings.length > 0 ? "None found in this script" : "None found") : el("ul", { class: "problem-list" }, problemsOf(findings).map((same) => this.drawProblem(same))),
    ];
  }

  // The same words about several steps stand once, with a way to each step.
  drawProblem(same) {
    const [finding] = same;
    const steps = same.filter(({ item }) => item !== null);
    const place = same.length > 1 ? `${count(same.length, steps.length === same.length ? "step" : "place")}: ` : finding.item === null ? null : `Step ${finding.item}: `;
    return el("li", null,
      el("button", {
        type: "button", class: "problem", data: { state: finding.severity, focus: `problem ${finding.id} ${finding.offset}` },
        on: { click: () => this.jump(finding) },
      }, icon(finding.severity, { error: "error", warning: "warning", info: "note" }[finding.severity]),
        el("span", null, place ? el("b", null, place) : null, visible(finding.message))),
      same.length > 1 && steps.length > 0 ? el("p", { class: "problem-steps small" }, steps.map((each) => el("button", {
        type: "button", class: "link", data: { focus: `problem ${each.id} ${each.offset} step` }, on: { click: () => this.jump(each) },
      }, `Step ${each.item}`))) : null);
  }

  // Shows the worst problem of the folder.
  jumpToFolder() {
    const [worst] = bySeverity(this.app.store.document.findings);
    if (worst) this.jump(worst, true);
  }

  // `general`: it is one of the folder.
  jump(finding, general = false) {
    if (general) {
      this.app.show("script");
      const node = [...this.general.querySelectorAll(".finding")].find((each) => each.dataset.rule === finding.id) ?? this.general;
      node.tabIndex = -1;
      node.scrollIntoView({ block: "nearest" });
      node.focus();
      return;
    }
    this.app.show("steps");
    if (this.app.cards.focusFinding(finding)) return;
    if (finding.item !== null && this.app.cards.focus(finding.item)) return;
    document.getElementById("steps-heading")?.focus();
    document.getElementById("steps").scrollTop = 0;
  }

  drawFacts(version, removable) {
    const { requires } = version;
    const editable = this.app.store.canEdit(version);
    const queries = (title, text, list, removal = null) => list.length > 0 ? el("details", { class: "queries", open: removal ? "" : null }, el("summary", { data: { focus: title } }, `${title} (${list.length})`), el("p", { class: "small soft" }, text),
      list.map((sql, index) => [coloredSQL(sql, { className: "sql-block" }), removal ? removal(index + 1) : null])) : null;
    const removal = (query) => button("Delete this check", { icon: "trash", kind: "quiet", data: { focus: `check ${query}` }, on: () => this.app.edits.attemptEdit({ kind: "removeRequirement", script: version.id, query }) });
    return [
      requires ? el("div", { class: "fact" }, el("h3", { class: "pane-title" }, "Needs"),
        el("p", { class: "small" }, `SQLite ${plainVisible(requires.sqlite, 20)} or newer, which has `, el("bdi", null, visible(requires.feature)), requires.item ? ` (in step ${requires.item}).` : "."),
        requires.systems.length > 0 ? el("p", { class: "small soft" }, "Available since ", visible(requires.systems.join(", ")), ".") : null) : null,
      queries("Checked before it runs", "The update stops, and changes nothing, if one of these queries finds a row.", version.require, editable ? removal : null),
      queries("Checked after it has run", "The update is undone if one of these queries finds a row.", version.verify),
      this.app.store.editor.canTryData ? button("Try on a copy of the database", { icon: "device", data: { focus: "try" }, on: () => tryOnCopy(this.app) }) : null,
      editable && !removable && !wasChanged(version) && version.kind === "update" && version.items.length > 0 ? el("p", { class: "small soft" }, "Later updates build on this one. It can be deleted once it has no steps.") : null,
      removable ? button("Delete this script", { icon: "trash", data: { focus: "remove-script" }, on: () => this.remove(version) }) : null,
    ];
  }

  async remove(version) {
    const patch = await this.app.edits.attemptEdit({ kind: "removeScript", script: version.id });
    if (!patch) return;
    this.app.say(`${versionName(version)} deleted. Undo brings it back.`, { undo: patch.revision });
    document.querySelector("[data-focus=versions]")?.focus();
  }
}
