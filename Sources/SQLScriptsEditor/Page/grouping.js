// Which items form one card. Items that share a sentence belong together; an item without a sentence stands alone.

export function groupsOf(version) {
  const leader = new Map(version.items.map((item) => [item.number, item.number]));
  const find = (number) => {
    while (leader.get(number) !== number) number = leader.get(number);
    return number;
  };
  for (const sentence of version.sentences) {
    const numbers = sentence.items.filter((number) => leader.has(number));
    for (const number of numbers.slice(1)) {
      const [one, other] = [find(numbers[0]), find(number)];
      leader.set(Math.max(one, other), Math.min(one, other));
    }
  }
  const groups = new Map();
  for (const item of version.items) {
    const key = find(item.number);
    if (!groups.has(key)) groups.set(key, { items: [], sentences: [], findings: [] });
    groups.get(key).items.push(item);
  }
  for (const sentence of version.sentences) {
    const first = sentence.items.find((number) => leader.has(number));
    if (first !== undefined) groups.get(find(first)).sentences.push(sentence);
  }
  for (const finding of version.findings) {
    if (finding.item !== null && leader.has(finding.item)) groups.get(find(finding.item)).findings.push(finding);
  }
  return [...groups.values()];
}

// The findings that belong to the script rather than to one of its items.
export function scriptFindings(version) {
  const numbers = new Set(version.items.map((item) => item.number));
  return version.findings.filter((finding) => finding.item === null || !numbers.has(finding.item));
}

// “3”, “4–7” or “4, 6, 7”.
export function numbersOf(items) {
  const first = items[0].number;
  const last = items[items.length - 1].number;
  if (first === last) return String(first);
  if (last - first === items.length - 1) return `${first}–${last}`;
  return items.map((item) => item.number).join(", ");
}
