import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// A table that a script created anew, filled with its rows and put in the place of the old one.
struct RebuildWords {
  let lineage: TableLineage
  let after: SchemaTable
  let script: RehearsedScript
  let samples: SampleTable

  private static let manyClauses = 3

  /// The indices of its statements.
  let statements: [Int]
  /// Those that copy rows.
  private let copiesOfRows: [Int]
  /// The indices of the statements of all rebuilds of the table.
  private let all: [Int]
  /// The first statement of the next rebuild of the table; nil for the last one.
  private let next: Int?

  /// The rebuilds of a table, in order. A script may rebuild one more than once.
  static func all(
    of lineage: TableLineage, in script: RehearsedScript, _ samples: SampleTables
  ) -> [RebuildWords] {
    guard lineage.kind == .rebuilt, let after = lineage.after else { return [] }
    let sample = samples.table(lineage.before, after)
    let parts = RebuildParts(lineage, after, in: script)
    return parts.rebuilds.enumerated().map { number, statements in
      let next = parts.rebuilds.dropFirst(number + 1).first?.first
      return RebuildWords(
        lineage: lineage, after: after, script: script, samples: sample, statements: statements,
        copiesOfRows: lineage.copies.filter(statements.contains), all: parts.statements, next: next)
    }
  }

  /// The indexes and triggers that have sentences of their own. Those created before it are lost with the old table.
  private var toldParts: Set<SQLName> {
    let own = Set(all)
    let names = script.statements.indices.compactMap { index -> String? in
      let statement = script.statements[index]
      guard !own.contains(index), statement.succeeded else { return nil }
      let created = index > statements.first ?? 0 ? statement.createdName : nil
      return created ?? statement.dropped.map { statement.name($0.name) }
    }
    return Set(names.map { SQLName($0) })
  }

  /// The table just before the first statement. Those before it have sentences of their own.
  private var oldTable: (table: SchemaTable, schema: SchemaSnapshot) {
    let schema = statements.first.map { script.statements[$0].before } ?? script.before
    return (schema[lineage.before.name] ?? lineage.before, schema)
  }

  /// The table just after the last statement.
  private var newTable: (table: SchemaTable, schema: SchemaSnapshot) {
    let schema = statements.last.map { script.statements[$0].after } ?? script.after
    let known = schema[after.name] ?? lineage.names.sorted().lazy.compactMap { schema[$0] }.first
    guard var table = known else { return (after, schema) }
    // What follows a rebuild usually belongs to it, and may replace a constraint.
    let end = next.flatMap { script.statements[$0].before[table.name] } ?? after
    (table.indexes, table.triggers) = (end.indexes, end.triggers)
    return (table, schema)
  }

  var words: Words {
    let (old, new) = (oldTable, newTable)
    var changes = TableChangeWords(old: old, new: new)
    changes.renames = samples.renames.filter { rename in
      old.table.column(rename.old) != nil && new.table.column(rename.new) != nil
        && new.table.column(rename.old) == nil
    }
    changes.told = toldParts
    let name = old.table.name
    var clauses = changes.clauses
    if copiesOfRows.isEmpty {
      let start: Words =
        rest.map { "renames \(name: name) to \(name: $0) and puts another table in its place" }
        ?? "removes the table \(name: name) with all its rows and creates it again"
      return clauses.isEmpty ? start : "\(start): \(joined(clauses))"
    }
    var start: Words = "rebuilds \(name: name)"
    if SQLName(name) != SQLName(new.table.name) { start += " as \(name: new.table.name)" }
    if clauses.isEmpty { start += similarity }
    clauses += leftOut + values + kept
    if let rest { clauses.append("keeps the old table as \(name: rest)") }
    return clauses.isEmpty ? start : "\(start): \(joined(clauses))"
  }

  /// The name under which the old table stays; nil if it was dropped.
  private var rest: String? {
    var name = SQLName(lineage.before.name)
    for statement in script.statements where statement.succeeded {
      if statement.droppedTable == name { return nil }
      if let (old, new) = statement.renamedTable, old == name { name = new }
    }
    return script.after[name]?.name
  }

  /// Semicolons separate clauses that are many, or that contain commas themselves.
  private func joined(_ clauses: [Words]) -> Words {
    let hasCommas = clauses.contains { $0.hasComma }
    return clauses.joined(by: clauses.count > Self.manyClauses || hasCommas ? "; " : ", ")
  }

  /// How alike two tables are whose difference no clause says.
  private var similarity: Words {
    var definitions: [[String]] = []
    for table in [oldTable.table, newTable.table] {
      let sql = SQLText(table.sql)
      let body = sql.tableBody ?? sql.indices.upperBound
      definitions.append(CanonicalSQL(sql.code(of: body..<sql.indices.upperBound)).tokens)
    }
    return definitions[0] == definitions[1]
      ? " with the same definition" : " with an equivalent definition"
  }

  /// What the statements do with the values, and the columns whose values differ in rows with the same key. A value may
  /// have another type now, as its column.
  private var values: [Words] {
    var clauses: [Words] = []
    for clause in copies.flatMap(\.valueClauses) where !clauses.contains(clause) {
      clauses.append(clause)
    }
    if clauses.count > Self.manyClauses {
      let changed = Set(changedColumns.map { SQLName($0) })
      let names = newTable.table.columns.map(\.name).filter { changed.contains(SQLName($0)) }
      clauses = ["computes new values of \(names.names)"]
    }
    let known = (changedColumns + omitted).map { SQLName($0) }
    let key = newTable.table.rowIDAlias.map { SQLName($0.name) }
    let lost = omitted.filter { SQLName($0) != key }
    if !lost.isEmpty { clauses.append("does not copy the values of \(lost.names)") }
    guard !isChangedElsewhere else { return clauses }
    if changesKeys || omitted.contains(where: { SQLName($0) == key }) {
      clauses.append("gives its rows new values of \(after.primaryKey.names)")
    }
    let observed = samples.changedColumns.filter { !known.contains(SQLName($0)) }
    return observed.isEmpty ? clauses : clauses + ["changes values in \(observed.names)"]
  }

  private var copies: [CopyWords] {
    copiesOfRows.map { script.statements[$0] }
      .filter { $0.verb.map($0.word) != "UPDATE" }
      .map {
        CopyWords(
          statement: $0, names: lineage.names, old: oldTable.table, new: newTable.table,
          renames: samples.renames)
      }
  }

  private var changedColumns: [String] { copies.flatMap(\.changedColumns) }

  /// The kept columns that a copy leaves out, and that no UPDATE from the old table fills.
  private var omitted: [String] {
    let filled = Set(
      copiesOfRows.map { script.statements[$0] }.flatMap { statement in
        statement.assignments.map { SQLName(statement.name($0.column)) }
      })
    let all = Set(copies.flatMap(\.omittedColumns).map { SQLName($0) })
    return newTable.table.columns.map(\.name).filter {
      all.contains(SQLName($0)) && !filled.contains(SQLName($0))
    }
  }

  /// What the copy leaves out, which sample rows may not show.
  private var leftOut: [Words] {
    let all = copies.map(\.rowClauses).filter { !$0.isEmpty }
    return all.count > 1 ? ["copies only rows that \(all.count) queries select"] : all.first ?? []
  }

  /// Whether no row has the key that it had. Such rows are paired by their contents.
  private var changesKeys: Bool {
    let key = after.primaryKey
    let names = Set(key.map { SQLName($0) })
    let places = samples.columns.indices.filter {
      names.contains(SQLName(samples.columns[$0].name))
    }
    let pairs = samples.rows.compactMap { row in
      row.before.flatMap { old in row.after.map { (old, $0) } }
    }
    guard !key.isEmpty, !pairs.isEmpty, places.allSatisfy({ samples.columns[$0].state == .kept }),
      pairs.allSatisfy({ pair in places.contains { pair.0[$0] != pair.1[$0] } })
    else { return false }
    return true
  }

  /// Whether the rows after the script are not only the work of the rebuild.
  private var isChangedElsewhere: Bool {
    let own = Set(statements)
    return script.statements.indices.contains { index in
      let statement = script.statements[index]
      guard !own.contains(index), statement.succeeded,
        let table = statement.emptiedTable ?? statement.writtenTable
      else { return false }
      return lineage.names.contains(table)
    }
  }

  private var kept: [Words] {
    let (paired, total) = samples.kept
    // Rows whose keys all changed are no others.
    let count = paired > 0 ? paired : min(samples.rows.count { $0.after != nil }, total)
    guard total > 0 else { return [] }
    let rows = total == 1 ? "sample row" : "sample rows"
    if count < total, isChangedElsewhere { return [] }
    let more = samples.rows.count { $0.after != nil } - count
    let added: [Words] =
      more > 0 && !isChangedElsewhere ? ["adds rows (\(more) with the sample rows)"] : []
    return added
      + [
        count == total
          ? "keeps \(count) of \(total) \(rows)"
          : count == 0
            ? "keeps \(strong: "none") of \(total) \(rows)"
            : "keeps only \(strong: "\(count)") of \(total) \(rows)"
      ]
  }
}
