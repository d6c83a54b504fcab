import { el, freshId } from "./dom.js";

const examples = { whole: "42", number: "3.5", datetime: "2026-01-31 12:00:00", date: "2026-01-31", binary: "", yesno: "" };

// A value as people type it, or an SQL expression. `input()` gives the contract's Input, or null if nothing has been entered.
export function valueField({ label, type = "text", start = null, example = null, help = null, changed }) {
  const id = freshId("value");
  const field = el("input", { id, type: "text", autocomplete: "off", spellcheck: "false", on: { input: changed } });
  const select = el("select", { id: `${id}-choice`, on: { change: changed } }, el("option", { value: "" }, "–"), el("option", { value: "1" }, "Yes"), el("option", { value: "0" }, "No"));
  const manner = el("select", { class: "manner", "aria-label": `${label}: kind of entry`, on: { change: () => { show(); changed(); } } },
    el("option", { value: "value" }, "Value"), el("option", { value: "sql" }, "SQL expression"));
  const caption = el("label", { for: id }, label);
  const choice = el("div", { class: "value-inputs" }, field, select, manner);
  const node = el("div", { class: "field" }, caption, choice, help ? el("p", { class: "field-help" }, help) : null);
  let kind = type;

  function show() {
    const yesno = kind === "yesno" && manner.value === "value";
    field.hidden = yesno;
    select.hidden = !yesno;
    caption.htmlFor = yesno ? select.id : id;
    field.placeholder = manner.value === "sql" ? "lower(name)" : example ? `such as ${example}` : examples[kind] ? `such as ${examples[kind]}` : "";
    field.classList.toggle("mono", manner.value === "sql");
  }

  function set(input) {
    manner.value = input && "sql" in input ? "sql" : "value";
    field.value = input ? input.sql ?? input.value : "";
    if (input && "value" in input) select.value = input.value;
    show();
  }
  set(start);
  return {
    node,
    get field() {
      return field.hidden ? select : field;
    },
    setType(next, sample = example) {
      kind = next;
      example = sample;
      show();
    },
    set,
    setLabel(words) {
      caption.textContent = words;
      manner.setAttribute("aria-label", `${words}: kind of entry`);
    },
    input() {
      if (manner.value === "sql") return field.value.trim() ? { sql: field.value.trim() } : null;
      const value = kind === "yesno" ? select.value : field.value;
      return value === "" ? null : { value };
    },
  };
}
