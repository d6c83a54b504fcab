import SQLScriptsSQL
import SQLScriptsSchema

/// The names that tables, columns and indexes have after somebody changed or added a form, by those that they had before.
package struct FormNewNames: Sendable {
  private var tables: [SQLName: String] = [:]
  private var columns: [SchemaPlace: String] = [:]
  private var indexes: [SQLName: String] = [:]

  /// No other names.
  package init() {}

  /// The names that a change gives.
  package init(of change: FormChange) {
    guard case .changeTable(let table, let name, let columns) = change else { return }
    tables[SQLName(table)] = name
    for column in columns {
      if let was = column.was { self.columns[SchemaPlace(table, was)] = column.name }
    }
  }

  package init(from old: FormChange, to new: FormChange) {
    switch (old, new) {
    case (.createTable(let before, let old), .createTable(let after, let new)):
      tables[SQLName(before)] = after
      add(zip(old, new), in: before, if: old.count == new.count)
    case (.changeTable(let table, let before, let old), .changeTable(let other, let after, let new))
    where table.isSameName(as: other):
      tables[SQLName(before)] = after
      let kept = old.filter { $0.was != nil }.compactMap { column in
        new.first { $0.was == column.was }.map { (column, $0) }
      }
      add(kept, in: before, if: true)
      let (first, second) = (old.filter { $0.was == nil }, new.filter { $0.was == nil })
      add(zip(first, second), in: before, if: first.count == second.count)
    default: break
    }
  }

  private mutating func add(
    _ pairs: some Sequence<(FormColumn, FormColumn)>, in table: String, if isKnown: Bool
  ) {
    guard isKnown else { return }
    for (old, new) in pairs { columns[SchemaPlace(table, old.name)] = new.name }
  }

  /// An answer to the same question, which names the table and the column that it is about.
  package func answer(_ answer: FormAnswer, of change: FormChange) -> FormAnswer {
    let (table, names): (String, [String]) =
      switch change {
      case .changeTable(_, let name, let columns): (name, columns.map(\.name))
      case .addIndex(let table, let columns, _): (table, columns)
      default: ("", [])
      }
    let old = [SchemaPlace(table)] + names.map { SchemaPlace(table, $0) }
    let new =
      [SchemaPlace(self.table(table))]
      + names.map { SchemaPlace(self.table(table), column($0, of: table)) }
    var answer = answer
    for (old, new) in zip(old, new) where answer.question.hasSuffix(" \(old.text)") {
      answer.question = answer.question.dropLast(old.text.count) + new.text
      break
    }
    return answer
  }

  /// Whether some statements have one of the names from before.
  package func isOutdated(_ statements: [String]) -> Bool {
    let old =
      (Array(tables) + Array(indexes)).filter { !$0.key.text.hasSameBytes(as: $0.value) }.map(\.key)
      + columns.compactMap { place, name in
        place.column.flatMap { $0.text.hasSameBytes(as: name) ? nil : $0 }
      }
    guard !old.isEmpty else { return false }
    let names = Set(old)
    return statements.contains { MentionedNames($0).mention(names) }
  }

  func index(_ name: String) -> String { indexes[SQLName(name)] ?? name }

  package func table(_ name: String) -> String { tables[SQLName(name)] ?? name }

  func column(_ name: String, of table: String) -> String {
    columns[SchemaPlace(table, name)] ?? name
  }

  mutating func setIndex(_ old: String, _ new: String) { indexes[SQLName(old)] = new }

  /// Forgets the names of what is not there any more.
  mutating func forget(missingFrom old: SchemaSnapshot) {
    tables = tables.filter { old[$0.key] != nil }
    indexes = indexes.filter { old.table(ofIndex: $0.key.text) != nil }
    columns = columns.filter { place, _ in
      place.column.map { old[place.table]?.column($0.text) != nil } ?? false
    }
  }
}
