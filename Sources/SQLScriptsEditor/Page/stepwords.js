// The rules about the list of statements in a file, which call one of them an item. On the page it is a step.
const rules = new Set(["wrong-item-type", "missing-statements", "empty-statement", "multiple-statements"]);

// Replaces the word in what these rules say of scripts whose steps are shown.
export function sayStep(versions) {
  for (const version of versions.filter(({ items }) => items.length > 0)) {
    for (const finding of version.findings.filter(({ id }) => rules.has(id))) {
      for (const part of ["message", "help", "why"]) if (finding[part]) finding[part] = inSteps(finding[part]);
    }
  }
}

function inSteps(text) {
  return text.replace(/\b(a)n item\b/gi, "$1 step").replace(/(?<![“"])\b(I|i)tem(s?)\b/g, (_, letter, plural) => `${letter === "I" ? "S" : "s"}tep${plural}`);
}
