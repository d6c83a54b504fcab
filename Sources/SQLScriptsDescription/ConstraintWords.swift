import SQLScriptsSQL
import SQLScriptsSchema

/// The keys of several columns, UNIQUEs and CHECKs of a new table as sentences: “No two rows can have the same **email**”.
struct ConstraintWords {
  let table: SchemaTable

  private static let manyKeys = 3
  private static let manyChecks = 2
  /// In characters.
  private static let longCheck = 140

  /// Without periods.
  var sentences: [Words] { uniqueness + checks }

  private var uniqueness: [Words] {
    let primary = Set(table.primaryKey.map { SQLName($0) })
    let keys = table.indexes.filter { index in
      switch index.origin {
      // That every row has an ID of its own is known.
      case .primaryKey: index.columns.count > 1
      case .unique: Set(index.columns.compactMap { $0.map { SQLName($0) } }) != primary
      case .created: false
      }
    }
    guard !keys.isEmpty, keys.count <= Self.manyKeys else { return [] }
    let words = keys.sorted { places($0).lexicographicallyPrecedes(places($1)) }.map { index in
      zip(index.columns, index.collations).compactMap { column, collation -> Words? in
        guard let column else { return nil }
        let words: Words = "\(name: column)"
        return SQLName(collation) == SQLName("NOCASE") ? words.folded : words
      }.foldedFirst.list()
    }
    let isOne = keys.allSatisfy { $0.columns.count == 1 }
    return [
      "no two rows can have the same \(isOne ? words.list("or") : words.joined(by: ", or the same "))"
    ]
  }

  /// The places of its columns in the table.
  private func places(_ index: SchemaIndex) -> [Int] {
    let names = table.columns.map { SQLName($0.name) }
    return index.columns.compactMap { $0.flatMap { names.firstIndex(of: SQLName($0)) } }
  }

  private var checks: [Words] {
    let texts = table.checks
    guard texts.count <= Self.manyChecks else {
      return ["each row must pass \(texts.count) checks"]
    }
    let words = CheckWords(old: table, new: table)
    let clauses = texts.map { text in
      let addition = words.addition(text)
      return "it " + (addition.plain.count <= Self.longCheck ? addition : words.code(text))
    }
    // The SQL of those without words follows all sentences.
    var rest = clauses.filter { !$0.asides.isEmpty }
    guard var last = rest.popLast() else { return clauses }
    last.asides = (rest + [last]).flatMap(\.asides)
    return clauses.filter(\.asides.isEmpty) + [last]
  }
}
