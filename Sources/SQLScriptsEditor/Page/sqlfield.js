import { Completion } from "./completion.js";
import { el } from "./dom.js";
import { colored, tokenize } from "./sql.js";

const fieldLimit = 20000;

// A text field with a colored copy of its text behind it. The copy has exactly the characters of the field, so that both wrap alike.
export class SQLField {
  constructor({ text, label, tables, onInput, onDone, describedBy = null }) {
    this.composing = false;
    this.onInput = onInput;
    this.onComposed = () => {};
    this.behind = el("pre", { class: "sql sql-behind", "aria-hidden": "true" });
    this.input = el("textarea", {
      class: "sql sql-input", spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off", dir: "ltr",
      "aria-label": label, "aria-describedby": describedBy, data: { focus: "sql-field" },
      on: {
        input: () => this.typed(),
        compositionstart: () => this.compose(true),
        compositionend: () => this.compose(false),
        keydown: (event) => this.key(event, onDone),
        blur: () => this.completion.close(),
        click: () => this.completion.close(),
      },
    });
    this.input.value = text;
    this.node = el("div", { class: "sql-field" }, this.behind, this.input);
    this.completion = new Completion(this, tables);
    this.color();
  }

  get text() {
    return this.input.value;
  }

  // New text from elsewhere. The caret stays where it was as far as the new text allows.
  replace(text) {
    if (text === this.text) return;
    const { selectionStart, selectionEnd, scrollTop } = this.input;
    this.input.value = text;
    this.input.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionEnd, text.length));
    this.input.scrollTop = scrollTop;
    this.color();
  }

  // Through the browser's own editing where possible, so that its undo still works.
  insert(text, start, end) {
    this.input.setSelectionRange(start, end);
    if (!document.execCommand("insertText", false, text)) {
      this.input.setRangeText(text, start, end, "end");
      this.typed();
    }
  }

  typed() {
    this.color();
    if (this.composing) return;
    this.onInput();
    this.completion.update();
  }

  // While an input method composes, the field shows its own text and nothing else happens.
  compose(composing) {
    this.composing = composing;
    this.node.classList.toggle("composing", composing);
    if (composing) {
      this.completion.close();
    } else {
      this.typed();
      this.onComposed();
    }
  }

  key(event, onDone) {
    if (this.composing || event.isComposing || event.keyCode === 229) return;
    if (this.completion.key(event)) return;
    if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      event.stopPropagation();
      onDone();
    }
  }

  color() {
    const { text } = this;
    const nodes = [];
    let plain = "";
    for (const token of tokenize(text.slice(0, fieldLimit))) {
      if (!colored.has(token.kind)) {
        plain += token.text;
        continue;
      }
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(el("span", { class: [token.kind, token.unclosed ? "unclosed" : null] }, token.text));
    }
    // The last line break has no height of its own.
    this.behind.replaceChildren(...nodes, `${plain}${text.slice(fieldLimit)}\n`);
  }

  // Where the character at `offset` stands on the screen.
  rectangleAt(offset) {
    const walker = document.createTreeWalker(this.behind, NodeFilter.SHOW_TEXT);
    let rest = offset;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (rest < node.length) {
        const range = document.createRange();
        range.setStart(node, rest);
        range.setEnd(node, rest + 1);
        return range.getClientRects()[0] ?? range.getBoundingClientRect();
      }
      rest -= node.length;
    }
    return this.behind.getBoundingClientRect();
  }
}
