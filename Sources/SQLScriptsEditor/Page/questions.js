import { field } from "./columnfields.js";
import { capital, el, freshId, visible } from "./dom.js";
import { valueField } from "./valuefield.js";

// The server's questions as plain radio buttons. A question keeps its answer for as long as it is asked.
export class Questions {
  // `given`: the answers to begin with.
  constructor(changed, given = []) {
    this.changed = changed;
    this.given = given;
    this.list = new Map();
    this.sent = [];
    // The questions that the last change of the form has dropped.
    this.moved = [];
    this.node = el("div", { class: "questions", "aria-live": "polite" });
  }

  get size() {
    return this.list.size;
  }

  // Drops those that are not asked any more. One that comes back has its answer again.
  keep(questions) {
    const ids = new Set(questions.map((question) => question.id));
    this.moved = [...this.list.values()].filter((entry) => !ids.has(entry.id));
    for (const entry of this.moved) this.drop(entry.id);
    this.add(questions);
  }

  drop(id) {
    const entry = this.list.get(id);
    const { answer, value = null, sql = null } = entry.answer() ?? {};
    entry.node.remove();
    this.list.delete(id);
    if (answer !== undefined) this.given = [...this.given.filter(({ question }) => question !== id), { question: id, kind: entry.kind, answer, value, sql }];
  }

  // The answer to begin with. A question that only has another name, because a table or column has, is the one that has just gone.
  givenTo(question, questions) {
    const asked = questions.filter((other) => !this.list.has(other.id) && questionKind(other) === questionKind(question));
    const gone = this.moved.filter((entry) => entry.kind === questionKind(question));
    const former = asked.length === gone.length ? gone[asked.indexOf(question)] : null;
    const fits = (id) => ({ question: other, kind }) => other === id && (kind ?? questionKind(question)) === questionKind(question);
    return this.given.find(fits(question.id)) ?? this.given.find(fits(former?.id));
  }

  // Returns whether one of them has its answer already.
  add(questions) {
    let added = null;
    let answered = false;
    const changed = questions.filter(({ id, answers }) => this.list.has(id) && this.list.get(id).mark !== JSON.stringify(answers));
    for (const question of changed) {
      const entry = this.list.get(question.id);
      // Somebody may be typing in it.
      if (entry.adapt?.(question)) Object.assign(entry, { mark: JSON.stringify(question.answers), kind: questionKind(question) });
      else this.drop(question.id);
    }
    const all = questions.map((question) => this.givenTo(question, questions));
    for (const [index, question] of questions.entries()) {
      const known = this.list.get(question.id);
      const mark = JSON.stringify(question.answers);
      // What has been typed stays.
      if (known) {
        known.say(question.text);
        continue;
      }
      const entry = { mark, id: question.id, kind: questionKind(question), ...questionView(question, this.changed) };
      this.list.set(question.id, entry);
      this.node.append(entry.node);
      const given = all[index];
      if (entry.isSettled) {
        answered = true;
      } else if (given) {
        entry.set(given);
        this.given = this.given.filter((answer) => answer !== given);
        answered = true;
      } else {
        added ??= entry;
      }
    }
    // After the outcome below has taken its place.
    if (added) setTimeout(() => added.node.scrollIntoView({ block: "nearest" }), 50);
    return answered;
  }

  answers() {
    this.sent = [...this.list.values()].filter((entry) => entry.answer() !== null && !entry.answer().incomplete);
    return this.sent.map((entry) => entry.answer());
  }

  // What the chosen answers change in rows, which the sentences of the steps do not say.
  decisions() {
    return [...this.list.values()].map((entry) => entry.decision()).filter(Boolean);
  }

  // What the author has to know of the chosen answers.
  warnings() {
    return [...this.list.values()].map((entry) => entry.warning()).filter(Boolean);
  }

  // Whether somebody has chosen that the update may fail, and was warned. It is no news then that it does.
  get acceptsFailure() {
    return [...this.list.values()].some((entry) => !entry.isSettled && entry.warning());
  }

  // The control of an answer that was sent: `answers[0]`.
  find(place) {
    const entry = this.sent[/^answers\[(\d+)\]$/.exec(place ?? "")?.[1]];
    return entry ? entry.value() ?? entry.first : null;
  }

  // An error for the first question without a complete answer, with the field to go to.
  missing() {
    for (const entry of this.list.values()) {
      const answer = entry.answer();
      if (answer && !answer.incomplete) continue;
      const error = new Error(answer ? "Enter a value for the answer that you have chosen." : "Please answer the question above.");
      error.control = answer ? entry.value() : entry.first;
      return error;
    }
    return null;
  }

  focusFirstOpen() {
    const open = [...this.list.values()].find((entry) => !entry.answer());
    open?.first.focus();
  }
}

// What a question is about, apart from names.
function questionKind({ id, type, answers }) {
  return JSON.stringify([id.split(" ")[0], type, answers.map(({ words }) => words)]);
}

function questionView(question, changed) {
  // What has to be entered is asked for.
  if (question.answers.length === 1 && !question.answers[0].needs) return onlyAnswerView(question);
  const name = freshId("question");
  const type = "radio";
  const choices = question.answers.map((answer, index) => {
    const id = freshId("answer");
    const radio = el("input", { type, name, id, value: String(index), on: { change: () => { show(); changed(); }, click: enter } });
    const value = valueFor(answer, question.type, changed);
    // Somebody who points at the answer types next; arrow keys may go on to another answer.
    function enter(event) {
      if (event.detail === 0 || !value?.isNeeded) return;
      show();
      value.field.focus();
    }
    const box = value ? el("div", { class: "answer-value", hidden: true }, value.node) : null;
    // The words of an answer are part of a sentence.
    return { radio, value, box, node: el("div", { class: "check" }, radio, el("label", { for: id }, visible(capital(answer.words)))) };
  });
  const chosen = () => choices.findIndex((choice) => choice.radio.checked);
  const show = () => {
    for (const choice of choices) if (choice.box) choice.box.hidden = !choice.radio.checked;
    choices[chosen()]?.box?.scrollIntoView({ block: "nearest" });
  };
  // Hardly anybody wants the other answer, and the value is asked for at once.
  if (choices[0].value?.isNeeded) {
    choices[0].radio.checked = true;
    show();
  }
  const answer = () => {
    const index = chosen();
    if (index < 0) return null;
    const { value } = choices[index];
    const input = value?.input() ?? null;
    if (value?.isNeeded && input === null) return { question: question.id, answer: index, incomplete: true };
    return { question: question.id, answer: index, value: input?.value ?? null, sql: input?.sql ?? null };
  };
  const set = (given) => {
    const choice = choices[given.answer];
    if (!choice) return;
    choice.radio.checked = true;
    const input = given.sql !== null ? { sql: given.sql } : given.value !== null ? { value: given.value } : null;
    if (input) choice.value?.set(input);
    show();
  };
  const decision = () => {
    const { words, suggestion } = question.answers[chosen()] ?? {};
    return !suggestion ? null : answer().sql === null ? words : "compute the value with your SQL expression";
  };
  const text = el("p", { id: `${name}-text`, class: "question-text" });
  const say = (words) => text.replaceChildren(...visible(words));
  say(question.text);
  const node = el("div", { class: "question", data: { state: "info" } },
    el("div", { class: "checks", role: type === "radio" ? "radiogroup" : "group", "aria-labelledby": text.id }, text, choices.map((choice) => choice.node)), choices.map((choice) => choice.box));
  // Each value stands below its answer, although it is no part of the group of radio buttons.
  choices.forEach((choice, at) => [choice.node, choice.box].forEach((part, next) => part?.style.setProperty("order", String(2 * at + next + 1))));
  const warning = () => question.answers[chosen()]?.warning ?? null;
  // Takes the place of the question if only the type of its values has changed.
  const adapt = (next) => {
    const sameAnswer = ({ words, needs, suggestion }, index) => words === question.answers[index].words && needs === question.answers[index].needs && suggestion === question.answers[index].suggestion;
    if (next.answers.length !== choices.length || !next.answers.every(sameAnswer)) return false;
    question = next;
    choices.forEach(({ value }, index) => value?.isNeeded && value.setType(next.type ?? "text", exampleOf(next.answers[index])));
    return true;
  };
  return { node, say, answer, adapt, decision, warning, set, first: choices[0]?.radio, value: () => choices[chosen()]?.value?.field };
}

// There is nothing to choose, so the page says what happens.
function onlyAnswerView(question) {
  const [{ words, warning }] = question.answers;
  const text = el("p");
  let said = question.text;
  const say = (words) => {
    said = words;
    text.replaceChildren(...visible(words));
  };
  say(said);
  return {
    node: el("div", { class: "question", data: { state: "info" } }, text, el("p", null, "There is only one way: ", visible(words), ".")),
    say, answer: () => ({ question: question.id, answer: 0, value: null, sql: null }), decision: () => null, warning: () => warning ? `${said} ${warning}` : null,
    set: () => {}, first: null, value: () => null, isSettled: true,
  };
}

// What belongs to an answer: a value that only the author knows, or SQL that is right for most.
function valueFor(answer, type, changed) {
  const { needs, suggestion } = answer;
  if (needs) return Object.assign(valueField({ label: "The value for these rows", type: type ?? "text", example: exampleOf(answer), changed }), { isNeeded: true });
  if (!suggestion) return null;
  const area = el("textarea", { id: freshId("sql"), class: "mono", rows: "3", autocomplete: "off", spellcheck: "false", on: { input: changed } });
  area.value = suggestion;
  const input = () => {
    const sql = area.value.trim();
    return sql === "" || sql === suggestion ? null : { sql };
  };
  return { node: el("details", { class: "more" }, el("summary", null, "Change the SQL"), field("SQL expression for these rows", area)), field: area, input, isNeeded: false, set: (given) => { area.value = given.sql ?? given.value; } };
}

function exampleOf({ example }) {
  return example === "''" ? null : example;
}
