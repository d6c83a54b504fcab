import { singleKeysAllowed } from "./help.js";
import { inTextField } from "./keeping.js";

// The keyboard shortcuts of the page. Text fields keep their own undo.
export function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented) return;
    const control = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    if (control && key === "s") {
      event.preventDefault();
      app.save();
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    if (control && !inTextField(event.target) && (key === "z" || key === "y")) {
      event.preventDefault();
      app.header.act(key === "y" || event.shiftKey ? "redo" : "undo");
    } else if (event.altKey && !control && (key === "arrowup" || key === "arrowdown")) {
      moveWithKeys(event, key === "arrowup" ? "up" : "down");
    } else if (!control && !event.altKey && !inTextField(event.target) && singleKeysAllowed()) {
      if (key === "/") {
        event.preventDefault();
        app.findVersion();
      } else if (key === "?") {
        event.preventDefault();
        app.help();
      }
    }
  });
}

function moveWithKeys(event, direction) {
  const card = event.target.closest?.(".step");
  const buttons = card ? [...card.querySelectorAll(".step-actions [data-focus]")] : [];
  const found = buttons.find((node) => node.dataset.focus.endsWith(` ${direction}`));
  if (!found) return;
  event.preventDefault();
  found.click();
}
