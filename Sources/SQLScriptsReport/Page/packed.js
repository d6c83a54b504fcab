// A document in which repeated values are written once. `PackedJSON` describes the form, and writes it.
export function unpackedDocument({ shapes, shared, document }) {
  const known = [];
  const valueOf = (packed) => {
    if (typeof packed === "number") return known[packed];
    if (!Array.isArray(packed)) return packed;
    const [kind, ...parts] = packed;
    if (kind === -2) return parts[0];
    const values = parts.map(valueOf);
    return kind === -1 ? values : Object.fromEntries(values.map((value, index) => [shapes[kind][index], value]));
  };
  for (const packed of shared) known.push(valueOf(packed));
  return valueOf(document);
}
