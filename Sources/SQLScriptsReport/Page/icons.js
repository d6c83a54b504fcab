import { el, svgEl } from "./dom.js";

// 16 × 16 outlines in the color of the text around them.
const outlines = {
  lock: ["M4 7.5h8v6H4z", "M5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5"],
  draft: ["M3 13l.6-2.8L10.8 3l2.2 2.2-7.2 7.2z", "M9.4 4.4l2.2 2.2"],
  error: ["M5.3 2h5.4L14 5.3v5.4L10.7 14H5.3L2 10.7V5.3z", "M6 6l4 4M10 6l-4 4"],
  warning: ["M8 2.2l6.3 11.3H1.7z", "M8 6.4v3.2M8 11.4v.1"],
  info: ["M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z", "M8 7.3v3.6M8 5v.1"],
  check: ["M2.8 8.6l3.4 3.4 7-7.8"],
  added: ["M8 3v10M3 8h10"],
  changed: ["M2.5 9.5c1.6-3 3.4-3 5.5-1.5s3.9 1.5 5.5-1.5"],
  removed: ["M3 8h10"],
  key: ["M5.2 7.4a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z", "M7.2 8.2l5.6-5.6M10.6 4.8l1.8 1.8"],
  left: ["M10 3L5 8l5 5"],
  right: ["M6 3l5 5-5 5"],
  up: ["M3 10l5-5 5 5"],
  down: ["M3 6l5 5 5-5"],
  arrow: ["M2 8h11M9 4l4 4-4 4"],
  search: ["M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z", "M10.4 10.4L14 14"],
  close: ["M3.5 3.5l9 9M12.5 3.5l-9 9"],
  trash: ["M2.5 4.5h11M6 4.5V2.5h4v2M4 4.5l.7 9h6.6l.7-9"],
  undo: ["M5.5 3L2.5 6l3 3", "M2.5 6h7a4 4 0 0 1 0 8H7"],
  redo: ["M10.5 3l3 3-3 3", "M13.5 6h-7a4 4 0 0 0 0 8H9"],
  plus: ["M8 3v10M3 8h10"],
  minus: ["M3 8h10"],
  fit: ["M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"],
  print: ["M4.5 6V2.5h7V6", "M4.5 11.5h-2V6h11v5.5h-2", "M4.5 9.5h7v4h-7z"],
  table: ["M2.5 3h11v10h-11z", "M2.5 6.5h11M6.5 6.5V13"],
  save: ["M2.5 2.5h8.5l2.5 2.5v8.5h-11z", "M5 13.5v-4h6v4M5 2.5V5h4.5"],
  clock: ["M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z", "M8 4.5V8l2.4 1.6"],
  device: ["M4.5 1.8h7v12.4h-7z", "M7 12h2"],
};

// Without a label the icon is decoration and the words next to it speak.
export function icon(name, label = null) {
  return svgEl("svg", {
    class: ["icon", `icon-${name}`], viewBox: "0 0 16 16", width: "16", height: "16", focusable: "false",
    role: label ? "img" : null, aria: label ? { label } : { hidden: "true" },
  }, (outlines[name] ?? outlines.info).map((path) => svgEl("path", { d: path })));
}

export const stateWords = {
  added: "new", changed: "changed", removed: "gone", renamed: "renamed", kept: "unchanged", lost: "lost", unreached: "not reached",
  released: "released", draft: "unreleased", error: "error", warning: "warning", info: "note", ok: "no problems",
};

const stateIcons = {
  added: "added", changed: "changed", removed: "removed", renamed: "changed", lost: "removed",
  released: "lock", draft: "draft", error: "error", warning: "warning", info: "info", ok: "check", key: "key",
};

// A state in color, with an icon and in words. `text` replaces the usual word.
export function badge(state, text = null, attributes = {}) {
  return el("span", { ...attributes, class: ["badge", attributes.class], data: { ...attributes.data, state } },
    stateIcons[state] ? icon(stateIcons[state]) : null, el("span", null, text ?? stateWords[state] ?? state));
}

// A button with an icon, words or both. Without words, give `label`.
export function button(text, { icon: symbol = null, label = null, kind = null, on = null, ...attributes } = {}) {
  return el("button", {
    type: "button", "aria-label": label, title: text ? null : label, on: typeof on === "function" ? { click: on } : on, ...attributes,
    class: ["button", kind, text ? null : "icon-only", attributes.class],
  }, symbol ? icon(symbol) : null, text ? el("span", null, text) : null);
}
