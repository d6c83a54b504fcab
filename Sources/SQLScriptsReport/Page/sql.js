import { el, visible } from "./dom.js";

// SQLite's 147 keywords.
const keywordList = `abort action add after all alter always analyze and as asc attach autoincrement before begin between by cascade case cast check collate column commit conflict constraint create cross current current_date current_time current_timestamp database default deferrable deferred delete desc detach distinct do drop each else end escape except exclude exclusive exists explain fail filter first following for foreign from full generated glob group groups having if ignore immediate in index indexed initially inner insert instead intersect into is isnull join key last left like limit match materialized natural no not nothing notnull null nulls of offset on or order others outer over partition plan pragma preceding primary query raise range recursive references regexp reindex release rename replace restrict returning right rollback row rows savepoint select set table temp temporary then ties to transaction trigger unbounded union unique update using vacuum values view virtual when where window with without`;

export const sqlKeywords = new Set(keywordList.split(" "));

const wordStart = /[A-Za-z_\u0080-\uffff]/;
const wordRun = /[A-Za-z0-9_$\u0080-\uffff]*/y;
const spaceRun = /[ \t\n\r\f]+/y;
const numberRun = /0[xX][0-9A-Fa-f_]+|(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9][0-9_]*)?/y;
const parameterRun = /\?[0-9]*|[:@$#][A-Za-z0-9_$\u0080-\uffff]+(?:::[A-Za-z0-9_$\u0080-\uffff]+)*/y;
const operatorRun = /->>|->|\|\||<<|>>|<=|>=|<>|==|!=|[\s\S]/y;

// Tokens that cover the text without gaps: { kind, text, start, end, unclosed }.
// Each character is looked at a fixed number of times, so that a long line cannot stall the page.
export function tokenize(sql) {
  const tokens = [];
  let position = 0;
  while (position < sql.length) {
    const [kind, end, unclosed] = next(sql, position);
    tokens.push({ kind, text: sql.slice(position, end), start: position, end, unclosed: unclosed === true });
    position = end;
  }
  return tokens;
}

function next(sql, position) {
  const character = sql[position];
  const following = sql[position + 1];
  const run = (pattern) => {
    pattern.lastIndex = position;
    return pattern.test(sql) ? pattern.lastIndex : -1;
  };
  let end = run(spaceRun);
  if (end > 0) return ["space", end];
  if (character === "-" && following === "-") {
    const newline = sql.indexOf("\n", position);
    return ["comment", newline < 0 ? sql.length : newline];
  }
  if (character === "/" && following === "*") {
    const close = sql.indexOf("*/", position + 2);
    return ["comment", close < 0 ? sql.length : close + 2, close < 0];
  }
  if (character === "'") return quoted(sql, position, "'", "string");
  if (character === '"' || character === "`") return quoted(sql, position, character, "quoted");
  if (character === "[") {
    const close = sql.indexOf("]", position);
    return ["quoted", close < 0 ? sql.length : close + 1, close < 0];
  }
  if ((character === "x" || character === "X") && following === "'") {
    const [, close, unclosed] = quoted(sql, position + 1, "'", "blob");
    return ["blob", close, unclosed];
  }
  end = run(parameterRun);
  if (end > 0) return ["parameter", end];
  if (/[0-9]/.test(character) || (character === "." && /[0-9]/.test(following ?? ""))) return ["number", run(numberRun)];
  if (wordStart.test(character)) {
    end = run(wordRun);
    return [sqlKeywords.has(sql.slice(position, Math.min(end, position + 20)).toLowerCase()) ? "keyword" : "word", end];
  }
  return ["operator", run(operatorRun)];
}

function quoted(sql, position, quote, kind) {
  let close = sql.indexOf(quote, position + 1);
  while (close >= 0 && sql[close + 1] === quote) close = sql.indexOf(quote, close + 2);
  return [kind, close < 0 ? sql.length : close + 1, close < 0];
}

export const colored = new Set(["keyword", "string", "blob", "number", "quoted", "comment", "parameter"]);

// Beyond this many characters the rest stays uncolored: thousands of elements help nobody to read.
const colorLimit = 60000;

export function coloredSQL(sql, { className = null } = {}) {
  const code = el("code", { class: ["sql", className] });
  code.append(...coloredNodes(sql));
  return code;
}

// The same without the element around it, for a layer behind a text field.
export function coloredNodes(sql) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    if (plain) nodes.push(...visible(plain, { lines: true, spaces: true }));
    plain = "";
  };
  for (const token of tokenize(sql.slice(0, colorLimit))) {
    if (!colored.has(token.kind)) {
      plain += token.text;
      continue;
    }
    flush();
    nodes.push(el("span", { class: [token.kind, token.unclosed ? "unclosed" : null] }, visible(token.text, { lines: true, spaces: token.kind === "quoted" })));
  }
  plain += sql.slice(colorLimit);
  flush();
  return nodes;
}
