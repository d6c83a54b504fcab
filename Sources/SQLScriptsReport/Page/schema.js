// The tables after each version: those of the version before it, plus `set`, minus `removed`.

const memory = new WeakMap();

// SQLite compares names without regard to ASCII case only.
export function foldName(name) {
  return String(name).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const collator = new Intl.Collator("en", { numeric: true });

// As people sort names: thing2 comes before thing10.
export function inOrder(entries, nameOf = (table) => table.name) {
  return [...entries].sort((one, other) => collator.compare(nameOf(one), nameOf(other)));
}

function memoryOf(document) {
  let entry = memory.get(document);
  if (!entry) {
    entry = { versions: new Map(document.versions.map((version) => [version.id, version])), schemas: new Map() };
    memory.set(document, entry);
  }
  return entry;
}

// After a change to the document's versions or tables.
export function forgetSchemas(document) {
  memory.delete(document);
}

export function versionOf(document, id) {
  return memoryOf(document).versions.get(id) ?? null;
}

// Map(folded name → Table) in the order of creation. Not to be modified.
export function schemaOf(document, id) {
  const { versions, schemas } = memoryOf(document);
  const chain = [];
  let current = id;
  while (current !== null && current !== undefined && !schemas.has(current) && versions.has(current) && !chain.includes(current)) {
    chain.push(current);
    current = versions.get(current).previous;
  }
  let schema = schemas.get(current) ?? new Map();
  for (const next of chain.reverse()) {
    const version = versions.get(next);
    if (version.set.length > 0 || version.removed.length > 0) {
      schema = new Map(schema);
      for (const name of version.removed) schema.delete(foldName(name));
      for (const index of version.set) {
        const table = document.tables[index];
        if (table) schema.set(foldName(table.name), table);
      }
    }
    schemas.set(next, schema);
  }
  return schema;
}

export function schemaBefore(document, id) {
  const version = versionOf(document, id);
  return version === null || version.previous === null ? new Map() : schemaOf(document, version.previous);
}

// What the version changed: Map(folded table name → { change, state, was, columns: Map(folded name → { state, was }), gone: [Column] }).
// `gone` holds the columns that no longer exist, as they were.
export function columnStates(document, id) {
  const version = versionOf(document, id);
  const before = schemaBefore(document, id);
  const states = new Map();
  for (const change of version?.changes ?? []) {
    const old = before.get(foldName(change.was ?? change.table));
    const removed = change.columns.filter((column) => column.state === "removed").map((column) => foldName(column.name));
    states.set(foldName(change.table), {
      change,
      state: change.state,
      was: change.was,
      columns: new Map(change.columns.map((column) => [foldName(column.name), { state: column.state, was: column.was }])),
      gone: (old?.columns ?? []).filter((column) => removed.includes(foldName(column.name))),
      old: old ?? null,
    });
  }
  return states;
}

// The tables to show for a version, including those it removed: [{ table, state, was, columns, gone, change, old }]. `old`: the
// table before it, if it changed.
export function markedTables(document, id) {
  const states = columnStates(document, id);
  const before = schemaBefore(document, id);
  const marked = [];
  for (const [name, table] of schemaOf(document, id)) {
    const entry = states.get(name);
    marked.push(entry && entry.state !== "removed"
      ? { table, state: entry.state, was: entry.was, columns: entry.columns, gone: entry.gone, change: entry.change, old: entry.old }
      : { table, state: "kept", was: null, columns: new Map(), gone: [], change: null, old: null });
  }
  for (const [name, entry] of states) {
    const table = before.get(name);
    if (entry.state === "removed" && table && !schemaOf(document, id).has(name)) {
      marked.push({ table, state: "removed", was: null, columns: new Map(), gone: [], change: entry.change, old: null });
    }
  }
  return inOrder(marked, ({ table }) => table.name);
}

export function isChanged(marked) {
  return marked.state !== "kept";
}
