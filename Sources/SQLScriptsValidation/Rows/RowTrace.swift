import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// A table whose rows are followed from before a script to after it, with the columns that may have lost values.
struct RowTrace {
  struct Column {
    let old: SchemaColumn
    let new: SchemaColumn
    let source: ValueSource
    let span: SourceSpan
  }

  let before: SchemaTable
  let after: SchemaTable
  private(set) var columns: [Column] = []

  /// Whether the rows were copied in their order, so that the rowids identify them by their order only.
  private(set) var isInOrder = false
  private(set) var isRebuilt = false

  /// The tables that a script rebuilt, renamed or updated.
  static func all(in script: RehearsedScript) -> [RowTrace] {
    var traces: [RowTrace] = []
    for lineage in script.lineages where lineage.kind == .rebuilt || lineage.kind == .renamed {
      guard let after = lineage.after, lineage.before.kind == .table, after.kind == .table else {
        continue
      }
      traces.append(RowTrace(lineage, to: after, in: script))
    }
    for name in script.touchedTables.sorted() where script.lineage(of: name) == nil {
      guard let before = script.before[name], let after = script.after[name],
        before.kind == .table, after.kind == .table
      else { continue }
      var trace = RowTrace(before: before, after: after)
      trace.addUpdates(of: [name], in: script)
      if !trace.columns.isEmpty { traces.append(trace) }
    }
    return traces
  }

  private init(before: SchemaTable, after: SchemaTable) {
    self.before = before
    self.after = after
  }

  private init(_ lineage: TableLineage, to after: SchemaTable, in script: RehearsedScript) {
    self.init(before: lineage.before, after: after)
    isRebuilt = lineage.kind == .rebuilt
    if lineage.kind == .rebuilt, let last = lineage.copies.last {
      let copy = script.statements[last]
      let isOnly = lineage.copies.count == 1
      let words: Set = ["JOIN", "ORDER", "GROUP", "DISTINCT", "WHERE", "LIMIT", "UNION"]
      isInOrder = isOnly && !copy.indices.contains { words.contains(copy.word($0)) }
      let values = isOnly ? copy.copiedValues(from: before) : nil
      for new in after.columns where !new.isGenerated {
        guard let column = column(new, copiedBy: copy, values) else { continue }
        columns.append(column)
      }
    }
    addUpdates(of: lineage.names, in: script)
  }

  private func column(
    _ new: SchemaColumn, copiedBy copy: RehearsedStatement, _ values: [CopiedValue]?
  ) -> Column? {
    let same = before.column(new.name).flatMap { $0.isGenerated ? nil : $0 }
    guard let values else {
      return same.map { Column(old: $0, new: new, source: ValueSource(), span: copy.span) }
    }
    guard let value = values.first(where: { $0.column.isSameName(as: new.name) }) else {
      var source = ValueSource()
      source.isOmitted = true
      // SQLite gives a new INTEGER PRIMARY KEY, as another rule says.
      guard let same, new.primaryKeyPosition == 0 else { return nil }
      return Column(old: same, new: new, source: source, span: copy.span)
    }
    guard let range = value.range else {
      return value.source.map { Column(old: $0, new: new, source: ValueSource(), span: copy.span) }
    }
    let source = ValueSource(range, of: copy)
    guard let old = old(of: new, range, copy, source) else { return nil }
    return Column(
      old: old, new: new, source: source.deciding(about: old), span: span(range, of: copy))
  }

  /// The old column whose values an expression takes.
  private func old(
    of new: SchemaColumn, _ range: Range<Int>, _ statement: RehearsedStatement,
    _ source: ValueSource
  ) -> SchemaColumn? {
    let named = range.filter { statement.isName($0) && statement.kind($0 + 1) != .dot }
      .compactMap { before.column(statement.name($0)) }
    if let own = named.first(where: { $0.name.isSameName(as: new.name) }) { return own }
    if source.isConstant { return before.column(new.name) }
    guard let only = named.first, named.allSatisfy({ $0.name.isSameName(as: only.name) }),
      !only.isGenerated
    else { return nil }
    // A value that stays in its own column is not lost.
    return after.column(only.name) == nil || source.isDate ? only : nil
  }

  private mutating func addUpdates(of names: Set<SQLName>, in script: RehearsedScript) {
    for statement in script.statements where statement.succeeded {
      guard let verb = statement.verb, statement.word(verb) == "UPDATE",
        let table = statement.writtenTable, names.contains(table)
      else { continue }
      for (name, range) in statement.storedValues {
        guard let new = after.column(name), !new.isGenerated else { continue }
        let source = ValueSource(range, of: statement)
        columns.removeAll { $0.new.name.isSameName(as: new.name) }
        guard !source.isConstant, let old = old(of: new, range, statement, source) else { continue }
        columns.append(
          Column(
            old: old, new: new, source: source.deciding(about: old),
            span: span(range, of: statement)))
      }
    }
  }

  private func span(_ range: Range<Int>, of statement: RehearsedStatement) -> SourceSpan {
    guard !range.isEmpty, statement.tokens.indices.contains(range.lowerBound) else {
      return statement.span
    }
    return statement.span(range.lowerBound...range.upperBound - 1)
  }
}

/// A value that INSERT … SELECT stores in a column: an expression, or a column that `*` stands for.
struct CopiedValue {
  let column: String
  var range: Range<Int>?
  var source: SchemaColumn?
}

extension RehearsedStatement {
  /// The values that INSERT … SELECT stores; nil if they are not known.
  fileprivate func copiedValues(from table: SchemaTable) -> [CopiedValue]? {
    guard let written = writtenTable, let target = targetIndex,
      let select = outerIndex(of: "SELECT", from: target)
    else { return nil }
    let names =
      columnList ?? after[written].map { $0.columns.filter { !$0.isGenerated }.map(\.name) } ?? []
    if word(select + 1) == "*" {
      let sources = table.columns.filter { !$0.isGenerated }
      guard sources.count == names.count, copiedTable == SQLName(table.name) else { return nil }
      return zip(names, sources).map { CopiedValue(column: $0, source: $1) }
    }
    let ends: Set = ["FROM", "WHERE", "UNION", "ORDER", "LIMIT", "GROUP"]
    let end = outerIndices(from: select + 1).first { ends.contains(word($0)) } ?? tokens.count
    guard select + 1 < end else { return nil }
    let values = parts(of: select + 1..<end)
    guard values.count == names.count else { return nil }
    return zip(names, values).map { CopiedValue(column: $0, range: $1) }
  }
}
