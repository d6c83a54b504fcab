import { sqlKeywords, tokenize } from "./sql.js";
import { foldName } from "./schema.js";

const tableWords = new Set(["from", "join", "into", "update", "table", "references", "exists", "on"]);
const limit = 12;

// A name as SQL has to spell it: in double quotes unless it is an ordinary word.
export function spelled(name) {
  const ordinary = /^[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*$/.test(name) && !sqlKeywords.has(name.toLowerCase());
  return ordinary ? name : `"${name.replaceAll('"', '""')}"`;
}

// What the word before the caret may become: { start, end, list: [{ text, kind, detail }] } or null.
export function suggestionsAt(sql, caret, tables, { asked = false } = {}) {
  const tokens = tokenize(sql);
  const index = tokens.findIndex((token) => token.start < caret && caret <= token.end);
  const current = tokens[index];
  if (current && ["string", "comment", "blob", "number", "parameter"].includes(current.kind) && (current.unclosed || caret < current.end || current.kind !== "string")) return null;
  const typing = current && ["word", "keyword"].includes(current.kind) || (current?.kind === "quoted" && current.unclosed);
  const start = typing ? current.start : caret;
  const prefix = sql.slice(start, caret).replace(/^["`[]/, "");
  const before = tokens.slice(0, typing ? index : index + 1).filter((token) => !["space", "comment"].includes(token.kind));
  const last = before[before.length - 1];
  const qualified = last?.text === "." && current && (typing ? tokens[index - 1] === last : current === last);
  if (!asked && !prefix && !qualified) return null;
  const list = qualified ? columnsBehind(before[before.length - 2], tokens, tables) : everything(tokens, last, tables);
  return ranked(list, prefix, asked || qualified, { start, end: caret, qualified });
}

function nameIn(token) {
  if (!token) return "";
  return token.kind === "quoted" ? token.text.slice(1, token.unclosed ? undefined : -1).replaceAll('""', '"') : token.text;
}

function columnEntries(table) {
  return table.columns.map((column) => ({ text: column.name, kind: "column", detail: `${table.name} · ${column.words}` }));
}

// After “u.”: the columns of the table u, or of the table that u stands for.
function columnsBehind(owner, tokens, tables) {
  const name = foldName(nameIn(owner));
  const direct = tables.get(name);
  if (direct) return columnEntries(direct);
  const solid = tokens.filter((token) => !["space", "comment"].includes(token.kind));
  for (let position = 1; position < solid.length; position += 1) {
    if (foldName(nameIn(solid[position])) !== name) continue;
    const back = solid[position - 1].text.toLowerCase() === "as" ? solid[position - 2] : solid[position - 1];
    const table = tables.get(foldName(nameIn(back)));
    if (table) return columnEntries(table);
  }
  return [];
}

function everything(tokens, last, tables) {
  const mentioned = new Set(tokens.map((token) => foldName(nameIn(token))));
  const wantsTable = last?.kind === "keyword" && tableWords.has(last.text.toLowerCase());
  const tableList = [];
  const near = [];
  const far = [];
  for (const [name, table] of tables) {
    tableList.push({ text: table.name, kind: "table", detail: table.kind });
    (mentioned.has(name) ? near : far).push(...columnEntries(table));
  }
  const keywords = [...sqlKeywords].map((word) => ({ text: word.toUpperCase(), kind: "keyword", detail: "keyword" }));
  return wantsTable ? [...tableList, ...keywords] : [...near, ...tableList, ...keywords, ...far];
}

function ranked(list, prefix, short, range) {
  const wanted = foldName(prefix);
  const seen = new Set();
  const found = [];
  for (const entry of list) {
    const text = foldName(entry.text);
    if (text === wanted && !short) return null;
    if (!text.startsWith(wanted) || seen.has(text)) continue;
    seen.add(text);
    if (found.length < limit) found.push(entry);
  }
  return found.length > 0 ? { ...range, prefix, list: found } : null;
}
