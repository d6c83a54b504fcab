import { el, visible } from "./dom.js";
import { countWords } from "./findings.js";
import { bySeverity } from "./findingview.js";
import { button, icon } from "./icons.js";

// Above the steps of each script: what is wrong with the folder may be the cause of what they show.
export function folderNote(app, findings) {
  const open = bySeverity(findings.filter((finding) => finding.severity !== "info"));
  if (open.length === 0) return [];
  const [worst, ...others] = open;
  return el("div", { class: "callout", data: { state: worst.severity } }, icon(worst.severity),
    el("p", null, el("b", null, "Folder: "), visible(worst.message), others.length > 0 ? `. It also has ${countWords(others)}` : null, "."),
    button(open.length > 1 ? "Show them" : `Show the ${worst.severity}`, { data: { focus: "folder-problems" }, on: () => app.script.jumpToFolder() }));
}
