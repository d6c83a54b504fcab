import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// A table that a script created anew, filled with its rows and put in the place of the old one.
struct RebuildWords {
  let lineage: TableLineage
  let after: SchemaTable
  let script: RehearsedScript
  let samples: SampleTable
  /// The columns that the script renamed, by table.
  let columnRenames: [SQLName: RowPairs.Columns]

  static let manyClauses = 3
  static let manyCopies = 4

  /// The indices of its statements.
  let statements: [Int]
  /// Those that copy rows.
  let copiesOfRows: [Int]
  /// The indices of the statements of all rebuilds of the table.
  private let all: [Int]
  /// The first statement of the next rebuild of the table; nil for the last one.
  let next: Int?
  /// The tables that its lineage does not go through.
  let others: Set<SQLName>
  /// The names of the old table during its statements.
  private(set) var oldNames: NamesInTurn
  /// The columns that it renames.
  private(set) var renames: RowPairs.Columns = []

  /// The rebuilds of a table, in order. A script may rebuild one more than once. Empty if one of them is unusual.
  static func all(
    of lineage: TableLineage, in script: RehearsedScript, _ samples: SampleTables,
    _ columnRenames: [SQLName: RowPairs.Columns]
  ) -> [RebuildWords] {
    guard lineage.kind == .rebuilt, let after = lineage.after else { return [] }
    let sample = samples.table(lineage)
    let parts = RebuildParts(lineage, after, in: script)
    let rebuilds = parts.rebuilds
    let all = rebuilds.flatMap { $0 }
    let (others, names) = (lineage.otherTables(in: script), lineage.oldNames(in: script))
    let words = rebuilds.enumerated().map { number, statements in
      let next = rebuilds.dropFirst(number + 1).first?.first
      let own = Set(statements)
      var words = RebuildWords(
        lineage: lineage, after: after, script: script, samples: sample,
        columnRenames: columnRenames, statements: statements,
        copiesOfRows: lineage.copies.filter(own.contains), all: all, next: next, others: others,
        oldNames: names)
      if let first = statements.first, let last = statements.last {
        let name = SQLName(words.oldTable.table.name)
        words.oldNames = NamesInTurn(of: name, in: script, first..<last + 1)
        words.renames = words.foundRenames
      }
      return words
    }
    return words.contains { UnusualRebuild($0).isUnusual } ? [] : words
  }

  /// The indexes and triggers that have sentences of their own. Those created before it are lost with the old table.
  private var toldParts: Set<SQLName> {
    let own = Set(all)
    let names = script.statements.indices.compactMap { index -> String? in
      let statement = script.statements[index]
      guard !own.contains(index), statement.succeeded else { return nil }
      let isOwn = index > statements.first ?? 0 && !statement.createsPart(besides: lineage)
      let created = isOwn ? statement.createdName : nil
      if let dropped = statement.droppedPart, let again = script.recreation(of: dropped, index) {
        return statements.contains(again.index) && !again.isSame ? nil : dropped.text
      }
      return created ?? statement.dropped.map { statement.name($0.name) }
    }
    return Set(names.map { SQLName($0) })
  }

  var words: Words {
    let (old, new) = (oldTable, newTable)
    var changes = TableChangeWords(old: old, new: new)
    changes.renames = renames
    changes.columnRenames = columnRenames
    changes.told = toldParts
    changes.lost = lostColumns
    changes.rest = rest
    let name = old.table.name
    var clauses = changes.clauses
    if copiesOfRows.isEmpty {
      if let interruption {
        let start: Words = "rebuilds \(name: name)"
        let words = clauses.isEmpty ? start : "\(start): \(joined(clauses))"
        return "\(words), but \(interruption)"
      }
      let start: Words =
        rest.map {
          "renames \(name: name) with its rows to \(name: $0) and puts another table in its place"
        }
        ?? removal(of: name)
      if rest != nil { clauses += movedReferences }
      return clauses.isEmpty ? start : "\(start): \(joined(clauses))"
    }
    var start: Words = "rebuilds \(name: name)"
    if name != new.table.name { start += " as \(name: new.table.name)" }
    if clauses.isEmpty { start += similarity }
    clauses += leftOut + values + kept + danglingReferences
    if let leftoverTable {
      clauses.append(
        "leaves behind the table \(name: leftoverTable), which held the rows during the copy")
    }
    if let rest {
      clauses.append("keeps the old table as \(name: rest)")
      clauses += movedReferences
    }
    let words = clauses.isEmpty ? start : "\(start): \(joined(clauses))"
    return hasFailureInBetween ? "\(words), but a statement in between fails" : words
  }

  /// The name under which the old table stays; nil if it was dropped.
  var rest: String? { lineage.rest(in: script) }

  /// Semicolons separate clauses that are many, or that contain commas themselves.
  private func joined(_ clauses: [Words]) -> Words {
    let hasCommas = clauses.contains { $0.hasComma }
    return clauses.joined(by: clauses.count > Self.manyClauses || hasCommas ? "; " : ", ")
  }

  /// How alike two tables are whose difference no clause says.
  private var similarity: Words {
    let definitions = [newTable.table, oldTable.table, lineage.before].map { table in
      let sql = SQLText(table.sql)
      let body = sql.tableBody ?? sql.indices.upperBound
      return CanonicalSQL(sql.code(of: body..<sql.indices.upperBound)).tokens
    }
    return definitions.dropFirst().contains(definitions[0])
      ? " with the same definition" : " with the same columns, but other details in its SQL"
  }
}
