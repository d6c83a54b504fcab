import { el, visible, words } from "./dom.js";
import { problemsOf } from "./findings.js";
import { bySeverity, findingView, signatureOf } from "./findingview.js";
import { numbersOf } from "./grouping.js";
import { button } from "./icons.js";
import { arrange, redraw } from "./keeping.js";
import { editStep } from "./forms.js";
import { chooseStep } from "./stepchoice.js";
import { stepName } from "./store.js";
import { moveStep, removeStep } from "./steps.js";
import { isFailure } from "./stepwords.js";
import { coloredSQL } from "./sql.js";

// One sentence with its SQL below, and the findings below that, so that a field does not move while somebody types in it. The parts are drawn anew one by one, so that typing in one disturbs no other.
export class Card {
  constructor(app, script) {
    this.app = app;
    this.script = script;
    this.draft = null;
    this.numbers = [];
    this.withoutForm = null;
    this.rows = new Map();
    this.head = el("div", { class: "card-head" });
    this.formButton = el("span", { class: "form-button" });
    this.size = el("div", { class: "card-size" });
    this.findings = el("div", { class: "stack card-findings" });
    this.summary = el("summary", { class: "card-summary" });
    this.items = el("ol", { class: "card-items" });
    this.details = el("details", { class: "card-sql" }, this.summary, this.items);
    this.node = el("li", { class: "card step" }, this.head, this.size, this.details, this.findings);
  }

  heading() {
    return this.head.querySelector("h3");
  }

  flash() {
    this.node.classList.remove("flash");
    requestAnimationFrame(() => this.node.classList.add("flash"));
  }

  // `explains`: whether it says why it has no Edit. The first such card does.
  update({ group, version, editable, forms, known = false, tooLong = false, explains = false, draft, above, below }) {
    const items = group?.items ?? [];
    const findings = bySeverity(group?.findings ?? []);
    this.numbers = items.map((item) => item.number);
    [this.group, this.above, this.below] = [group, above, below];
    const opened = draft !== null && this.draft !== draft;
    this.draft = draft;
    this.node.dataset.state = findings[0]?.severity ?? "";
    const failing = group ? failingBefore(group, version) : null;
    redraw(this.head, [this.numbers, group?.sentences, reasonsOf(items), failing, editable, version.problem !== null, above?.items[0].number, below?.items.at(-1).number], () => this.drawHead(group, version, editable, above, below, failing));
    // Comes later than the rest, which must not change under the pointer. Until the server has answered, a step without a form stays one.
    const sql = JSON.stringify(items.map((item) => item.sql));
    // A step that fails, or that was not reached, may have a form once the error is corrected.
    const runs = version.problem === null && failing === null && findings[0]?.severity !== "error";
    this.withoutForm = editable && runs && forms.length === 0 && (known || this.withoutForm === sql) ? sql : null;
    redraw(this.formButton, [forms, this.numbers, this.withoutForm !== null], () => this.withoutForm !== null ? el("span", { class: "faint small" }, "SQL only") : forms.length > 0 ? button("Edit", {
      icon: "draft", label: forms.length > 1 ? `Edit one of steps ${numbersOf(items)}` : `Edit ${stepName(forms[0])}`, kind: "quiet", data: { focus: `${this.numbers[0]} form` },
      on: () => forms.length > 1 ? chooseStep(this.app, forms) : editStep(this.app, forms[0]),
    }) : null);
    const reason = tooLong ? "More than 50 rows have no Edit. To change one of them, edit its SQL below."
      : explains && this.withoutForm !== null ? "“SQL only”: no form covers this step, so it has no Edit button. Change its SQL below." : null;
    redraw(this.size, reason, () => reason ? el("p", { class: "small soft" }, reason) : []);
    this.size.hidden = reason === null;
    redraw(this.findings, [signatureOf(findings), editable, forms, findings.map((finding) => items.length > 1 && finding.item)], () =>
      problemsOf(findings).map((same) => findingView(this.app, same[0], editable ? version.id : null, {
        form: forms.find((step) => step.includes(same[0].item)) ?? null, steps: items.length > 1 ? [...new Set(same.map((finding) => finding.item))] : null,
      })));
    this.findings.hidden = findings.length === 0;
    redraw(this.summary, [items.length, items[0]?.sql.slice(0, 200), draft !== null], () => summaryOf(items, draft));
    this.summary.dataset.focus = `${this.numbers[0]} sql`;
    if (opened) this.details.open = true;
    this.drawItems(items, editable, draft);
  }

  drawHead(group, version, editable, above, below, failing) {
    if (!group) return el("div", { class: "sentence" }, el("h3", { tabindex: "-1" }, "New step"));
    const { items, sentences } = group;
    const first = items[0].number;
    const name = items.length > 1 ? `steps ${numbersOf(items)}` : `step ${first}`;
    const move = (up) => moveStep(this.app, this, up);
    return [
      el("span", { class: "step-number", "aria-hidden": "true" }, numbersOf(items)),
      el("div", { class: "sentence" }, el("h3", { tabindex: "-1" }, el("span", { class: "visually-hidden" }, `${name}: `),
        sentences.length > 0 ? sentences.map((sentence) => el("span", { class: ["line", sentence.label ? "soft" : null] }, failing !== null && isFailure(sentence) ? reasonWords(failing, items) : words(sentence.words), " ")) : el("span", { class: "soft" }, version.problem ? "Not described, because the script could not be run." : "Not checked yet.")),
        reasonsOf(items).map((reason) => el("p", { class: "small soft" }, "Kept, because: ", visible(reason)))),
      editable ? el("div", { class: "step-actions" },
        this.formButton,
        button(null, { icon: "up", label: `Move ${name} up`, kind: "quiet", data: { focus: `${first} up` }, aria: { disabled: above ? null : "true" }, on: () => above && move(true) }),
        button(null, { icon: "down", label: `Move ${name} down`, kind: "quiet", data: { focus: `${first} down` }, aria: { disabled: below ? null : "true" }, on: () => below && move(false) }),
        button(null, { icon: "trash", label: `Delete ${name}`, kind: "quiet", data: { focus: `${first} delete` }, on: () => removeStep(this.app, this.script, group) })) : null,
    ];
  }

  drawItems(items, editable, draft) {
    const rows = items.map((item) => {
      const row = this.rowFor(item, draft);
      row.update(item, { editable, several: items.length > 1, draft: draft?.item === item.number ? draft : null });
      return row;
    });
    if (draft?.item === null) {
      const row = this.draftRow ?? new ItemRow(this.app);
      row.update(null, { editable, several: false, draft });
      rows.push(row);
    }
    this.draftRow = rows.find((row) => row.draft) ?? null;
    this.rows = new Map(items.map((item, index) => [item.number, rows[index]]));
    arrange(this.items, rows.map((row) => row.node), this.draftRow?.node ?? null);
  }

  rowFor(item, draft) {
    if (draft?.item === item.number && this.draftRow?.draft === draft) return this.draftRow;
    const row = this.rows.get(item.number);
    return row && row !== this.draftRow ? row : new ItemRow(this.app);
  }
}

// Why findings of these steps are ignored, from the comments that “Keep it” writes.
function reasonsOf(items) {
  return items.flatMap((item) => [...item.sql.matchAll(/\/\*\s*sqlscripts:\s*ignore\[[^\]]*\]\s*(.*?)\s*\*\//gs)].map((match) => match[1]).filter(Boolean));
}

// The step whose error keeps this one from running: itself, or one before it. Null: there is none, so the words of SQLite
// are all that is known.
function failingBefore(group, version) {
  const own = group.items.map((item) => item.number);
  const errors = version.findings.filter((finding) => finding.severity === "error" && finding.item !== null).map((finding) => finding.item);
  return errors.find((number) => own.includes(number)) ?? errors.find((number) => number < own[0]) ?? null;
}

function reasonWords(failing, items) {
  return items.some((item) => item.number === failing) ? "Cannot run." : `Cannot run, because step ${failing} fails.`;
}

// Closed, the first line of the SQL stands next to the word.
function summaryOf(items, draft) {
  if (items.length > 1) return `SQL of ${items.length} steps`;
  const line = items[0]?.sql.replace(/\s+/g, " ").trim().slice(0, 160) ?? "";
  return [el("span", null, "SQL"), draft ? null : el("code", { class: "first-line", "aria-hidden": "true" }, visible(line))];
}

class ItemRow {
  constructor(app) {
    this.app = app;
    this.draft = null;
    this.before = el("div", { class: "stack" });
    this.sql = el("div");
    this.after = el("div", { class: "stack" });
    this.node = el("li", { class: "item" }, this.before, this.sql, this.after);
  }

  update(item, { editable, several, draft }) {
    redraw(this.before, [several && item.number, item?.onlyIf], () => [
      several ? el("p", { class: "label" }, `Step ${item.number}`) : null,
      item?.onlyIf ? el("div", { class: "small soft" }, "Runs only if this returns a row:", coloredSQL(item.onlyIf, { className: "sql-block" })) : null,
    ]);
    if (draft) {
      if (this.draft !== draft) this.sql.replaceChildren(draft.node);
      this.sql.drawnFrom = null;
    } else {
      redraw(this.sql, item.sql, () => coloredSQL(item.sql, { className: "sql-block" }));
    }
    this.draft = draft;
    redraw(this.after, [item?.number, item?.note, editable, draft !== null], () => [
      item?.note ? el("p", { class: "note" }, el("span", { class: "label" }, "Note "), visible(item.note, { lines: true })) : null,
      draft ? el("div", { class: "button-row" },
        button("Done", { icon: "check", data: { focus: "draft done" }, on: () => this.app.closeDraft(true) }),
        el("span", { class: "faint small draft-hint" }, "Changes are checked while you type. Press Ctrl+Space for suggestions."))
      : editable ? el("div", { class: "button-row" },
        button("Edit SQL", { data: { focus: `${item.number} edit` }, on: () => this.app.openDraft({ item: item.number }) })) : null,
    ]);
  }
}
