import { Dialog, opensDialog } from "./dialog.js";
import { el } from "./dom.js";
import { button } from "./icons.js";

const mac = /Mac|iP(hone|ad)/.test(navigator.platform);
const control = mac ? "Cmd" : "Ctrl";
const setting = "sqlscripts-single-keys";

const keys = [
  [[control, "S"], "Show the changes and save"],
  [[control, "Z"], "Undo, outside text fields"],
  [[control, "Shift", "Z"], "Redo, outside text fields"],
  [["Alt", "↑"], "Move this step up"],
  [["Alt", "↓"], "Move this step down"],
  [["/"], "Find a version"],
  [["←"], "In the list of versions: go to the previous one"],
  [["→"], "In the list of versions: go to the next one; digits and letters jump to a version"],
  [[control, "Space"], "In SQL: suggest names and keywords"],
  [["Tab"], "In SQL: take the suggestion"],
  [["Esc"], "Close suggestions, the SQL field or a dialog"],
  [["?"], "This help"],
];

// Whether “/” and “?” alone do something. People who dictate can turn it off.
export function singleKeysAllowed() {
  try {
    return localStorage.getItem(setting) !== "off";
  } catch {
    return true;
  }
}

function allowSingleKeys(allowed) {
  try {
    localStorage.setItem(setting, allowed ? "on" : "off");
  } catch {
    // Without storage the choice lasts until the page closes, which is not worth a message.
  }
}

export const helpDialog = opensDialog(() => {
  const box = el("input", { type: "checkbox", id: "single-keys", on: { change: (event) => allowSingleKeys(event.target.checked) } });
  box.checked = singleKeysAllowed();
  const close = button("Close", { kind: "primary", on: () => dialog.close() });
  const dialog = new Dialog({
    title: "How to use this page",
    body: [
      el("ul", { class: "help-list" }, [
        "Each update is a list of steps that runs once on every database. Sentences say what each step does; the SQL is below.",
        "Released updates are locked, because databases in use may have run them already. Create a new update to change something.",
        "Everything is checked while you type, on sample rows in memory. Your own databases are never touched.",
        "Nothing is written until you press Save and have seen the changes. You can undo everything since you opened the page, except a release.",
      ].map((text) => el("li", null, text))),
      el("h3", null, "Keyboard"),
      el("table", { class: "keys" }, el("tbody", null, keys.map(([combination, meaning]) => el("tr", null,
        el("th", { scope: "row" }, combination.map((key, index) => [index > 0 ? " + " : null, el("kbd", null, key)])), el("td", null, meaning))))),
      el("div", { class: "check" }, box, el("label", { for: "single-keys" }, "Use / and ? as shortcuts")),
    ],
    buttons: [close],
  });
  dialog.open(close);
});
