import { el, freshId, nameOf, plainVisible, visible } from "./dom.js";
import { columnFrom, deleteChoices, newColumn, typeChoices } from "./columntypes.js";
import { badge, button } from "./icons.js";
import { valueField } from "./valuefield.js";

// The fields of one column. `open`: with all of them; otherwise the rarer ones are behind “More”.
export function columnFields(column, { tables, changed, open = false, remove = null, keyable = true }) {
  const ids = Array.from({ length: 5 }, () => freshId("column"));
  const name = el("input", { id: ids[0], type: "text", value: column.name, autocomplete: "off", spellcheck: "false", autocapitalize: "off", on: { input: () => { told(); changed(); } } });
  const type = el("select", { id: ids[1], on: { change: () => { told(); changed(); } } }, typeChoices.map(([value, words]) => el("option", { value }, words)));
  type.value = column.type;
  type.disabled = column.was !== null && column.key;
  const sqlType = el("input", { id: ids[2], type: "text", class: "mono", value: column.sqlType ?? "", placeholder: "VARCHAR(20)", autocomplete: "off", spellcheck: "false", on: { input: changed } });
  const required = check("Required", column.required, changed);
  const unique = check("Unique: no two rows have the same value", column.unique, changed);
  const key = check("Key: identifies the row", column.key, () => { told(); changed(); });
  const keyMark = badge("key", "key", { title: "Identifies the row" });
  const standard = valueField({ label: "Default value", type: column.type, start: column.default, help: "New rows get it if nothing else is given.", changed });
  const parent = el("select", { id: ids[3], on: { change: () => { matchParent(); told(); changed(); } } }, el("option", { value: "" }, "nothing"),
    tables.map((table) => el("option", { value: table.name }, plainVisible(table.name, 60))));
  parent.value = column.belongsTo?.table ?? "";
  const onDelete = el("select", { id: ids[4], on: { change: changed } }, deleteChoices.map(([value, words]) => el("option", { value }, words)));
  onDelete.value = column.belongsTo?.onDelete ?? "refuse";
  const otherType = field("Type in SQL", sqlType);
  const deletion = field("If that row is deleted", onDelete);
  const was = el("p", { class: "field-help column-was-name" });
  const more = el("div", { class: "column-more" },
    el("div", { class: "checks" }, unique.node, keyable ? key.node : null), standard.node,
    el("div", { class: "field-pair" }, field("Belongs to a row of", parent), deletion));
  const unseen = el("p", { class: "field-help" });
  const legend = el("legend", { class: "visually-hidden" });
  const details = open ? more : el("details", { class: "more" }, el("summary", null, "More: default, unique, belongs to …"), more);
  const removal = remove ? button(null, { icon: "trash", kind: "quiet", label: "Remove this column", on: () => remove(entry) }) : null;
  const fields = el("div", { class: "column-fields" },
    el("div", { class: "column-line" }, field("Name", name), field("Type", type), el("div", { class: "column-required" }, keyMark, required.node), removal), was, unseen, otherType, details);
  const node = el("fieldset", { class: "column" }, legend, fields);

  // Shows the fields that the others call for.
  function told() {
    otherType.hidden = type.value !== "other";
    keyMark.hidden = !key.box.checked;
    // SQLite fills in a whole number that is the key, so it is never empty.
    required.node.hidden = key.box.checked && type.value === "whole";
    deletion.hidden = parent.value === "";
    standard.setType(type.value);
    was.hidden = column.was === null || name.value.trim() === column.was;
    was.replaceChildren("Was ", nameOf(column.was ?? ""), ". All values are kept.");
    const shown = visible(name.value);
    unseen.hidden = shown.every((part) => typeof part === "string");
    unseen.replaceChildren("The name has characters that cannot be seen: ", el("bdi", null, shown));
    legend.textContent = name.value.trim() ? `Column ${plainVisible(name.value, 60)}` : "New column";
    removal?.setAttribute("aria-label", `${column.was === null ? "Remove" : "Delete"} the column ${plainVisible(name.value, 60)}`);
  }

  // A new reference has the type of the key that it refers to.
  function matchParent() {
    const table = tables.find((candidate) => candidate.name === parent.value);
    const keys = table?.columns.filter((candidate) => candidate.key > 0) ?? [];
    if (column.was === null && keys.length === 1) type.value = columnFrom(table, keys[0]).type;
  }

  const controls = { name, type, sqlType, required: required.box, unique: unique.box, key: key.box, get default() { return standard.field; }, belongsTo: parent };
  const entry = {
    node, name, column,
    control: (place) => controls[/\.(\w+)$/.exec(place)?.[1]] ?? name,
    get isEmpty() {
      return JSON.stringify(entry.read()) === JSON.stringify(newColumn());
    },
    read() {
      return {
        was: column.was, name: name.value.trim(), type: type.value, sqlType: type.value === "other" ? sqlType.value.trim() : null,
        required: required.box.checked, unique: unique.box.checked, key: key.box.checked, default: standard.input(),
        belongsTo: parent.value === "" ? null : { table: parent.value, onDelete: onDelete.value },
      };
    },
  };
  told();
  return entry;
}

export function field(label, control, help = null) {
  return el("div", { class: "field" }, el("label", { for: control.id }, label), control, help ? el("p", { class: "field-help" }, help) : null);
}

export function check(label, checked, changed) {
  const id = freshId("check");
  const box = el("input", { type: "checkbox", id, on: { change: changed } });
  box.checked = checked;
  return { box, node: el("div", { class: "check" }, box, el("label", { for: id }, label)) };
}
