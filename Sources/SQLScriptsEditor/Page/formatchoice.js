import { el, freshId } from "./dom.js";

const formatWords = {
  plist: ["Property list (.plist)", "Xcode shows and edits it."],
  json: ["JSON (.json)", "Every code editor knows it."],
  sql: ["SQL (.sql)", "For people who write SQL themselves."],
};

// The format of a new file, with a hint for each. Null: there is no choice. The first format is the recommended one; later scripts
// are best like those that are there.
export function formatChoice(formats, { isFirst }) {
  if (formats.length < 2) return null;
  const name = freshId("format");
  const options = formats.map((format) => [format, ...formatWords[format] ?? [format, ""]]);
  if (isFirst) options[0][2] = `Recommended: ${options[0][2]}`;
  else options.unshift(["", "Same as the other scripts", "Recommended."]);
  const radios = options.map(([format, title, hint], index) => {
    const id = `${name}-${index}`;
    const radio = el("input", { type: "radio", name, id, value: format, "aria-describedby": `${id}-hint` });
    radio.checked = index === 0;
    return { radio, node: el("div", { class: "check" }, radio, el("div", null, el("label", { for: id }, title), el("p", { id: `${id}-hint`, class: "field-help" }, hint))) };
  });
  const group = el("fieldset", { class: "checks" }, el("legend", { class: isFirst ? "label" : "visually-hidden" }, "File format"), radios.map(({ node }) => node));
  return {
    node: isFirst ? group : el("details", { class: "more" }, el("summary", null, "File format"), group),
    value: () => radios.find(({ radio }) => radio.checked).radio.value || null,
  };
}
