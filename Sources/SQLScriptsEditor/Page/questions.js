import { el, freshId, visible } from "./dom.js";
import { valueField } from "./valuefield.js";

// The server's questions as plain radio buttons. A question keeps its answer for as long as it is asked.
export class Questions {
  constructor(changed) {
    this.changed = changed;
    this.list = new Map();
    this.node = el("div", { class: "questions", "aria-live": "polite" });
  }

  get size() {
    return this.list.size;
  }

  keep(questions) {
    const ids = new Set(questions.map((question) => question.id));
    for (const id of [...this.list.keys()]) if (!ids.has(id)) this.drop(id);
    this.add(questions);
  }

  drop(id) {
    this.list.get(id).node.remove();
    this.list.delete(id);
  }

  add(questions) {
    let added = null;
    for (const question of questions) {
      const known = this.list.get(question.id);
      const mark = JSON.stringify([question.text, question.answers]);
      if (known?.mark === mark) continue;
      if (known) this.drop(question.id);
      const entry = { mark, id: question.id, ...questionView(question, this.changed) };
      this.list.set(question.id, entry);
      this.node.append(entry.node);
      added ??= entry;
    }
    // After the outcome below has taken its place.
    if (added) setTimeout(() => added.node.scrollIntoView({ block: "nearest" }), 50);
  }

  answers() {
    return [...this.list.values()].map((entry) => entry.answer()).filter((answer) => answer && !(answer.incomplete));
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

function questionView(question, changed) {
  const name = freshId("question");
  const choices = question.answers.map((answer, index) => {
    const id = freshId("answer");
    const radio = el("input", { type: "radio", name, id, value: String(index), on: { change: () => { show(); changed(); }, click: enter } });
    const example = answer.example === "''" ? null : answer.example;
    const value = answer.needs ? valueField({ label: "The value for these rows", example, changed }) : null;
    // Somebody who points at the answer types next; arrow keys may go on to another answer.
    function enter(event) {
      if (event.detail === 0 || !value) return;
      show();
      value.field.focus();
    }
    const box = value ? el("div", { class: "answer-value", hidden: true }, value.node) : null;
    return { radio, value, box, node: el("div", { class: "check" }, radio, el("label", { for: id }, visible(capital(answer.words)))) };
  });
  const chosen = () => choices.findIndex((choice) => choice.radio.checked);
  const show = () => {
    for (const choice of choices) if (choice.box) choice.box.hidden = !choice.radio.checked;
    choices[chosen()]?.box?.scrollIntoView({ block: "nearest" });
  };
  const answer = () => {
    const index = chosen();
    if (index < 0) return null;
    const { value } = choices[index];
    if (!value) return { question: question.id, answer: index, value: null, sql: null };
    const input = value.input();
    if (input === null) return { question: question.id, answer: index, incomplete: true };
    return { question: question.id, answer: index, value: input.value ?? null, sql: input.sql ?? null };
  };
  const node = el("div", { class: "question", data: { state: "info" } },
    el("div", { class: "checks", role: "radiogroup", "aria-labelledby": `${name}-text` }, el("p", { id: `${name}-text`, class: "question-text" }, visible(question.text)), choices.map((choice) => choice.node)), choices.map((choice) => choice.box));
  // Each value stands below its answer, although it is no part of the group of radio buttons.
  choices.forEach((choice, at) => [choice.node, choice.box].forEach((part, next) => part?.style.setProperty("order", String(2 * at + next + 1))));
  return { node, answer, first: choices[0]?.radio, value: () => choices[chosen()]?.value?.field };
}

// The words of an answer are part of a sentence.
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
