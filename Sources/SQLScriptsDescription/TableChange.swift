import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What a script changed in the schema of one table or view.
package struct TableChange: Sendable, Hashable {
  /// `unreached`: an earlier step fails, so nothing adds it yet.
  package enum State: String, Sendable { case added, changed, removed, unreached }

  package struct Column: Sendable, Hashable {
    package enum State: String, Sendable { case added, changed, removed, renamed, unreached }

    /// The name that it has now, or had last.
    package let name: String
    package let state: State
    /// Its name before, if that was another one.
    package let was: String?
  }

  /// The name that the table has now, or had last.
  package let table: String
  /// Its name before, if that was another one.
  package let was: String?
  package let state: State
  package let columns: [Column]
  /// The changes as clauses: “makes **email** required”. Empty if it is new or gone.
  package let words: [Words]

  /// All changes of a script, by table.
  static func all(of script: RehearsedScript, _ samples: [SampleTable]) -> [TableChange] {
    // What comes after a failure does not happen.
    let reached = script.schemaAtFailure
    let end = reached ?? script.after
    guard script.before != end || end != script.after else { return [] }
    let renames = Dictionary(
      samples.compactMap { sample in sample.after.map { (SQLName($0.name), sample.renames) } },
      uniquingKeysWith: { first, _ in first })
    var known: Set<SQLName> = []
    var changes: [TableChange] = []
    for sample in samples {
      let tables = [sample.after, sample.before].compactMap { $0 }
      let after =
        reached.map { schema in tables.lazy.compactMap { schema[$0.name] }.first } ?? sample.after
      known.formUnion([sample.before, after].compactMap { $0.map { SQLName($0.name) } })
      let made = sample.renames.filter {
        reached == nil || after?.column($0.new) != nil && after?.column($0.old) == nil
      }
      changes +=
        change(sample.before, after, made, renames, (script.before, end)).map { [$0] } ?? []
    }
    let (before, after) = (script.before.tables, end.tables)
    for name in Set(before.keys).union(after.keys).subtracting(known).sorted() {
      changes +=
        change(before[name], after[name], [], renames, (script.before, end)).map { [$0] } ?? []
    }
    if let reached { addUnreached(to: &changes, reached, script.after) }
    return changes.sorted { SQLName($0.table) < SQLName($1.table) }
  }

  /// Adds the tables and columns that only come after a failure.
  private static func addUnreached(
    to changes: inout [TableChange], _ reached: SchemaSnapshot, _ after: SchemaSnapshot
  ) {
    for table in after.tables.values
    where table.kind != .shadow && !SQLName(table.name).isReserved {
      let known = reached[table.name]
      let columns = table.columns.filter { known?.column($0.name) == nil }
        .map { Column(name: $0.name, state: .unreached, was: nil) }
      if columns.isEmpty { continue }
      let index = changes.firstIndex { SQLName($0.table) == SQLName(table.name) }
      let change = index.map { changes.remove(at: $0) }
      changes.append(
        TableChange(
          table: table.name, was: change?.was,
          state: change?.state ?? (known == nil ? .unreached : .changed),
          columns: (change?.columns ?? []) + columns, words: change?.words ?? []))
    }
  }

  private static func change(
    _ before: SchemaTable?, _ after: SchemaTable?, _ renames: [(old: String, new: String)],
    _ all: [SQLName: RowPairs.Columns],
    _ schemas: (before: SchemaSnapshot, after: SchemaSnapshot)
  ) -> TableChange? {
    // The tables of a virtual table come and go with it.
    guard before != after, (after ?? before)?.kind != .shadow else { return nil }
    switch (before, after) {
    case (nil, let table?):
      return TableChange(
        table: table.name, was: nil, state: .added,
        columns: table.columns.map { Column(name: $0.name, state: .added, was: nil) }, words: [])
    case (let table?, nil):
      return TableChange(
        table: table.name, was: nil, state: .removed,
        columns: table.columns.map { Column(name: $0.name, state: .removed, was: nil) }, words: [])
    case (let old?, let new?):
      var words = TableChangeWords(old: (old, schemas.before), new: (new, schemas.after))
      words.renames = renames
      words.columnRenames = all
      return TableChange(
        table: new.name, was: SQLName(old.name) == SQLName(new.name) ? nil : old.name,
        state: .changed, columns: columns(of: old, new, renames), words: words.clauses)
    case (nil, nil): return nil
    }
  }

  private static func columns(
    of old: SchemaTable, _ new: SchemaTable, _ renames: [(old: String, new: String)]
  ) -> [Column] {
    let former = Set(renames.map { SQLName($0.old) })
    let present = new.columns.compactMap { column -> Column? in
      let rename = renames.first { SQLName($0.new) == SQLName(column.name) }
      if let rename { return Column(name: column.name, state: .renamed, was: rename.old) }
      guard let before = old.column(column.name) else {
        return Column(name: column.name, state: .added, was: nil)
      }
      return before == column ? nil : Column(name: column.name, state: .changed, was: nil)
    }
    let gone = old.columns.filter {
      new.column($0.name) == nil && !former.contains(SQLName($0.name))
    }
    return present + gone.map { Column(name: $0.name, state: .removed, was: nil) }
  }
}
