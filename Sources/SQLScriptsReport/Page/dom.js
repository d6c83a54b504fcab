// Builds elements. Every string reaches the page as text, because names and SQL come from files that nobody vouches for.

const svgNamespace = "http://www.w3.org/2000/svg";

export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svgEl(tag, attributes, ...children) {
  return fill(document.createElementNS(svgNamespace, tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) setAttribute(node, key, value);
  append(node, children);
  return node;
}

function setAttribute(node, key, value) {
  if (value === null || value === undefined) return;
  if (key === "class") {
    const list = (Array.isArray(value) ? value : [value]).filter(Boolean).join(" ");
    if (list) node.setAttribute("class", list);
  } else if (key === "on") {
    for (const [event, action] of Object.entries(value)) if (action) node.addEventListener(event, action);
  } else if (key === "data") {
    for (const [name, entry] of Object.entries(value)) if (entry !== null && entry !== undefined) node.dataset[name] = entry;
  } else if (key === "aria") {
    for (const [name, entry] of Object.entries(value)) if (entry !== null && entry !== undefined) node.setAttribute(`aria-${name}`, entry);
  } else if (key === "style") {
    // Through the CSSOM: the Content-Security-Policy forbids style attributes.
    for (const [name, entry] of Object.entries(value)) node.style.setProperty(name, entry);
  } else if (key === "value" && "value" in node) {
    node.value = value;
  } else if (key.startsWith("aria-")) {
    node.setAttribute(key, value);
  } else if (value === true) {
    node.setAttribute(key, "");
  } else if (value !== false) {
    node.setAttribute(key, value);
  }
}

export function append(node, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

export function clear(node) {
  node.replaceChildren();
  return node;
}

// Controls, direction marks, zero-width characters, lone surrogates and tag characters.
const unseen = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;
// Spaces that SQLite takes for letters. They are legitimate in prose, and a trap in names and SQL.
const foreignSpace = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const unseenOrSpace = new RegExp(`${unseen.source}|${foreignSpace.source}`, "gu");
const joiner = /[\u200c\u200d]/;

// Strings and boxed stand-ins for the characters that cannot be seen.
// `lines: true` keeps line breaks and tabs; `spaces: true` marks spaces that are not ASCII.
export function visible(text, { lines = false, spaces = false } = {}) {
  const string = String(text);
  const parts = [];
  let start = 0;
  for (const match of string.matchAll(spaces ? unseenOrSpace : unseen)) {
    const mark = match[0];
    if (lines && (mark === "\n" || mark === "\t" || mark === "\r")) continue;
    if (match.index > start) parts.push(...joined(string.slice(start, match.index)));
    parts.push(markElement(mark));
    start = match.index + mark.length;
  }
  if (start < string.length) parts.push(...joined(string.slice(start)));
  return parts;
}

// Joiners belong between letters of some scripts and between emoji; between ASCII letters they only deceive.
function joined(string) {
  if (!joiner.test(string)) return [string];
  const parts = [];
  let plain = "";
  for (let index = 0; index < string.length; index += 1) {
    const neighbors = [string.charCodeAt(index - 1), string.charCodeAt(index + 1)];
    if (joiner.test(string[index]) && !neighbors.every((code) => code > 0x7f)) {
      if (plain) parts.push(plain);
      parts.push(markElement(string[index]));
      plain = "";
    } else {
      plain += string[index];
    }
  }
  if (plain) parts.push(plain);
  return parts;
}

function markElement(character) {
  return el("span", { class: "mark" }, codePointWords(character));
}

function codePointWords(character) {
  return `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

// The same for places that take plain text only, such as accessible names and titles.
export function plainVisible(text, limit = 120) {
  return shortened(String(text), limit).replace(unseen, (mark) => `[${codePointWords(mark)}]`);
}

// Keeps the beginning and the end, and never cuts a character in half.
export function shortened(text, limit = 120) {
  if (text.length <= limit) return text;
  const head = Array.from(text.slice(0, Math.ceil(limit * 0.7))).slice(0, -1).join("");
  const tail = Array.from(text.slice(-Math.floor(limit * 0.25))).slice(1).join("");
  return `${head}…${tail}`;
}

// The name of a table, column, index or file, kept apart from the direction of the text around it.
export function nameOf(text, { limit = 120, tag = "bdi", className = "name" } = {}) {
  const string = String(text);
  const cut = string.length > limit;
  return el(tag, { class: className, title: cut ? plainVisible(string, 400) : null },
    string === "" ? el("span", { class: "mark" }, "empty name") : visible(shortened(string, limit), { spaces: true }));
}

export function words(pieces) {
  return (pieces ?? []).map((piece) => {
    if (typeof piece === "string") return visible(piece, { lines: true });
    if (piece.name !== undefined) return el("b", { class: "name" }, el("bdi", null, visible(shortened(String(piece.name), 120), { spaces: true })));
    if (piece.strong !== undefined) return el("strong", null, visible(piece.strong));
    if (piece.code !== undefined) return el("code", null, el("bdi", null, visible(shortened(String(piece.code), 400))));
    return null;
  }).flat();
}

export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}

// "a, b and c". Null: there is none.
export function listed(parts) {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0] ?? null;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

let lastIdentifier = 0;
export function freshId(prefix = "n") {
  lastIdentifier += 1;
  return `${prefix}-${lastIdentifier}`;
}
