import { Card } from "./card.js";
import { addBar, hasTables } from "./addbar.js";
import { el, visible } from "./dom.js";
import { errorsOf } from "./dependents.js";
import { emptyUpdate, emptyUpdateNote } from "./emptyupdate.js";
import { FileText } from "./filetext.js";
import { bySeverity, findingView, signatureOf } from "./findingview.js";
import { folderNote } from "./foldernote.js";
import { groupsOf, scriptFindings } from "./grouping.js";
import { arrange, focusOn, keepingFocus, redraw } from "./keeping.js";
import { button, icon } from "./icons.js";
import { ignoreRestingPointer } from "./restingpointer.js";
import { StepForms } from "./stepforms.js";
import { nameInSentence, versionName, wasChanged } from "./store.js";
import { inWords } from "./writing.js";

// The middle: one card per sentence, in the order in which the items run.
export class Cards {
  constructor(app, root) {
    this.app = app;
    this.root = root;
    this.cards = new Map();
    this.forms = new StepForms(app);
    this.script = null;
    this.noted = [];
    this.head = el("div", { class: "steps-head" });
    this.folder = el("div", { class: "folder-note" });
    this.notes = el("div", { class: "stack" });
    this.list = el("ol", { class: "cards" });
    this.foot = el("div", { class: "steps-foot" });
    this.fileText = new FileText(app);
    ignoreRestingPointer(this.list, app);
    root.append(this.head, this.folder, this.notes, this.fileText.node, this.list, this.foot);
  }

  draw() {
    const { app } = this;
    const { version } = app.store;
    if (app.draft?.field.composing) return;
    if (version?.id !== this.script) {
      this.cards.clear();
      this.list.replaceChildren();
      this.script = version?.id ?? null;
      this.root.scrollTop = 0;
    }
    this.root.classList.toggle("is-empty", version === null);
    if (!version) return;
    const editable = app.store.canEdit(version) && !app.store.awaitsRestoring(version);
    const steps = !this.fileText.draw(version, editable);
    this.drawHead(version, editable, steps);
    keepingFocus(this.list, () => this.drawList(steps ? version : { ...version, findings: [] }, editable && steps));
    if (editable && steps) this.forms.update();
    redraw(this.foot, [version.id, editable && steps, hasTables(app.store), version.problem !== null], () => editable && steps ? addBar(app) : []);
  }

  drawHead(version, editable, steps) {
    const { app } = this;
    redraw(this.head, [version.id], () => el("h2", { id: "steps-heading", tabindex: "-1" }, "What this script does"));
    // An empty script that can be edited needs an invitation here, not a warning.
    // Above the text of a file whose steps cannot be read, all findings stand together.
    const own = steps ? scriptFindings(version) : bySeverity(version.findings);
    const findings = own.filter((finding) => !(editable && finding.id === "empty-script"));
    this.noted = findings;
    const users = editable && steps && app.store.mayHaveUsers(version) && !wasChanged(version);
    const { document } = app.store;
    const blocked = app.store.reasonBlocked(version);
    redraw(this.folder, signatureOf(document.findings), () => folderNote(app, document.findings));
    const empty = steps ? emptyUpdate(app.store, version) : null;
    redraw(this.notes, [version.id, version.released, blocked, empty, users, version.problem, version.items.length, signatureOf(findings), app.store.canEdit(version), editable, steps], () => [
      version.released ? this.lockedNote() : null,
      blocked ? el("div", { class: "locked-note" }, icon("lock"), el("p", null, visible(inWords({ message: blocked })))) : null,
      users ? this.usersNote(version) : null,
      // The error itself says more.
      version.problem && !findings.some((finding) => finding.severity === "error") ? el("div", { class: "callout", data: { state: "error" } }, icon("error"), el("p", null, `${versionName(version)} ${version.problem}.`)) : null,
      ...findings.map((finding) => findingView(app, finding, app.store.canEdit(version) ? version.id : null, { showLine: steps ? null : (line) => this.fileText.showLine(line) })),
      empty ? emptyUpdateNote(app, version, empty) : version.items.length === 0 && steps && !version.problem ? el("p", { class: "empty-script" },
        editable ? "This script does nothing yet. Add its first step below." : "This script does nothing.") : null,
    ]);
  }

  lockedNote() {
    const { app } = this;
    return el("div", { class: "locked-note" }, icon("lock"),
      el("p", null, "Released. Databases in use may have run this script, so it can no longer change."),
      button("Create a new update for this instead", { data: { focus: "new-instead" }, on: () => app.newScript() }));
  }

  // Without a record, the page cannot know what has been released.
  usersNote(version) {
    return el("div", { class: "locked-note" }, icon("info"),
      el("p", null, `Do users already have ${nameInSentence(version)}? Then leave it as it is, because their databases never run it again. Make a new update instead.`),
      button("New update", { data: { focus: "users-new" }, on: () => this.app.newScript() }));
  }

  drawList(version, editable) {
    const { draft } = this.app;
    const groups = groupsOf(version);
    const own = draft && draft.script === version.id ? draft : null;
    const kept = own ? [...this.cards.values()].find((card) => card.draft === own) : null;
    const next = new Map();
    let first = null;
    const shown = groups.map((group, index) => {
      const holds = own !== null && group.items.some((item) => item.number === own.item);
      const key = group.items[0].number;
      let card = holds && kept ? kept : this.cards.get(key);
      if (!card || next.has(card) || (card === kept && !holds)) card = new Card(this.app, version.id);
      next.set(card, key);
      card.update({ group, version, editable, forms: editable ? this.forms.of(group.items) : [], known: editable && this.forms.isKnown, tooLong: editable && this.forms.isTooLong(group.items), explains: first === null && errorsOf(version).length === 0, draft: holds ? own : null, above: groups[index - 1] ?? null, below: groups[index + 1] ?? null });
      if (card.withoutForm !== null) first ??= card;
      return card;
    });
    if (own && own.item === null) {
      const card = kept ?? new Card(this.app, version.id);
      card.update({ group: null, version, editable, forms: [], draft: own, above: null, below: null });
      shown.splice(groups.filter((group) => group.items[0].number < own.before).length, 0, card);
      next.set(card, `new`);
    }
    this.cards = new Map([...next].map(([card, key]) => [key, card]));
    arrange(this.list, shown.map((card) => card.node), shown.find((card) => card.draft)?.node ?? null);
  }

  cardWith(number) {
    return [...this.cards.values()].find((card) => card.numbers.includes(number)) ?? null;
  }

  // Shows a finding that belongs to no step.
  focusFinding(finding) {
    const index = this.noted.findIndex((entry) => entry.id === finding.id && entry.offset === finding.offset && entry.message === finding.message);
    const node = this.notes.querySelectorAll(".finding")[index];
    if (!node) return false;
    node.tabIndex = -1;
    node.scrollIntoView({ block: "nearest" });
    node.focus({ preventScroll: true });
    node.classList.add("flash");
    return true;
  }

  // Shows a step and puts the keyboard on it, or on one of its buttons.
  focus(number, control = null) {
    const card = this.cardWith(number);
    if (!card) return false;
    card.node.scrollIntoView({ block: "nearest" });
    if (!control || !focusOn(card.node, `${card.numbers[0]} ${control}`)) card.heading()?.focus({ preventScroll: true });
    card.flash();
    return true;
  }
}
