import { el } from "./dom.js";

const names = [["script", "Script"], ["steps", "Steps"], ["effects", "Tables"]];

// On a narrow screen the three columns are tabs; on a wide one all are there and the tabs are not.
export class Panes {
  constructor(root) {
    this.root = root;
    this.narrow = matchMedia("(max-width: 1023px)");
    this.current = "steps";
    this.tabs = names.map(([id, label]) => el("button", { type: "button", role: "tab", class: "tab", id: `pane-tab-${id}`, "aria-controls": id, on: { click: () => this.show(id) } }, label));
    this.bar = el("div", { class: "tab-bar", role: "tablist", "aria-label": "Parts of the page", on: { keydown: (event) => this.key(event) } }, this.tabs);
    root.append(this.bar);
    this.narrow.addEventListener("change", () => this.draw());
  }

  draw(empty = this.empty) {
    this.empty = empty;
    const narrow = this.narrow.matches && !empty;
    this.root.hidden = !narrow;
    names.forEach(([id], index) => {
      const pane = document.getElementById(id);
      const chosen = id === this.current;
      this.tabs[index].setAttribute("aria-selected", String(chosen));
      this.tabs[index].tabIndex = chosen ? 0 : -1;
      pane.classList.toggle("put-away", narrow && !chosen);
      if (narrow) pane.setAttribute("role", "tabpanel");
      else pane.removeAttribute("role");
      pane.setAttribute("aria-labelledby", narrow ? `pane-tab-${id}` : `${id}-heading`);
    });
  }

  show(id) {
    this.current = id;
    this.draw();
  }

  key(event) {
    const at = names.findIndex(([id]) => id === this.current);
    const goal = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    const index = (goal + names.length) % names.length;
    this.show(names[index][0]);
    this.tabs[index].focus();
  }
}
