import { clear, el, freshId } from "./dom.js";

// Tabs with a roving tabindex. Each tab is { id, label, content: () => node }; the content is made when its tab is first chosen.
// Returns the element; `element.choose(id)` opens a tab and `element.refresh()` makes the contents anew.
export function tabs(label, list, { chosen = list[0]?.id, onChoose = null, className = null } = {}) {
  const prefix = freshId("tab");
  const made = new Map();
  let current = chosen;
  const buttons = list.map((tab) => el("button", {
    type: "button", role: "tab", class: "tab", id: `${prefix}-${tab.id}`, aria: { controls: `${prefix}-panel-${tab.id}` },
    on: { click: () => choose(tab.id) },
  }, tab.label));
  const panels = list.map((tab) => el("div", {
    role: "tabpanel", class: "tab-panel", id: `${prefix}-panel-${tab.id}`, aria: { labelledby: `${prefix}-${tab.id}` }, tabindex: "0", hidden: true,
  }));
  const bar = el("div", { role: "tablist", class: "tab-bar", aria: { label }, on: { keydown: move } }, buttons);
  const element = el("div", { class: ["tabs", className] }, bar, panels);

  function choose(id, focus = false, quiet = false) {
    const index = Math.max(0, list.findIndex((tab) => tab.id === id));
    current = list[index].id;
    list.forEach((tab, position) => {
      const selected = position === index;
      buttons[position].setAttribute("aria-selected", String(selected));
      buttons[position].tabIndex = selected ? 0 : -1;
      panels[position].hidden = !selected;
    });
    if (!made.has(current)) {
      made.set(current, true);
      clear(panels[index]).append(list[index].content());
    }
    if (focus) buttons[index].focus();
    if (!quiet) onChoose?.(current);
  }

  function move(event) {
    const index = list.findIndex((tab) => tab.id === current);
    const goals = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: list.length - 1 };
    if (!(event.key in goals)) return;
    event.preventDefault();
    choose(list[(goals[event.key] + list.length) % list.length].id, true);
  }

  element.choose = choose;
  element.refresh = () => {
    made.clear();
    choose(current, false, true);
  };
  choose(current, false, true);
  return element;
}
