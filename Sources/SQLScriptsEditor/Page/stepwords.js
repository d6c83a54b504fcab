// The rules about the list of statements in a file, which call one of them an item. On the page it is a step.
const rules = new Set(["wrong-item-type", "missing-statements", "empty-statement", "multiple-statements"]);

// Replaces the word in what these rules say of scripts whose steps are shown.
export function sayStep(versions) {
  for (const version of versions.filter(({ items }) => items.length > 0)) {
    for (const finding of version.findings.filter(({ id }) => rules.has(id))) {
      for (const part of ["message", "help", "why"]) if (finding[part]) finding[part] = inSteps(finding[part]);
      if (finding.fix) finding.fix = { ...finding.fix, message: inSteps(finding.fix.message) };
      finding.suggestions = finding.suggestions?.map(inSteps);
    }
  }
}

function inSteps(text) {
  return text.replace(/\b(a)n item\b/gi, "$1 step").replace(/(?<![“"])\b(I|i)tem(s?)\b/g, (_, letter, plural) => `${letter === "I" ? "S" : "s"}tep${plural}`);
}

// Whether a sentence says that its steps fail.
export function isFailure(sentence) {
  return sentence.label && /^(Fails|Not reached( in that case)?, and would fail, too): /.test(sentence.text);
}
