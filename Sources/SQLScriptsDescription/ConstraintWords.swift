import SQLScriptsSQL
import SQLScriptsSchema

/// The keys of several columns, UNIQUEs and CHECKs of a new table as sentences: “No two rows can have the same **email**”.
struct ConstraintWords {
  let table: SchemaTable

  private static let manyKeys = 5
  private static let manyChecks = 3
  /// In characters.
  private static let longCheck = 140

  /// Without periods.
  var sentences: [Words] { computed + uniqueness + conflicts + types + checks }

  /// A STRICT table, in which a column without a type of its own accepts all values.
  private var types: [Words] {
    let isTyped = table.columns.contains { !$0.type.isEmpty && SQLName($0.type) != SQLName("ANY") }
    return table.isStrict && isTyped ? ["it refuses values of other types"] : []
  }

  private var computed: [Words] {
    let names = table.columns.filter(\.isGenerated).map(\.name)
    guard !names.isEmpty else { return [] }
    return ["\(names.names) \(names.count == 1 ? "is" : "are") computed from other columns"]
  }

  /// “it lets a new row replace the one with the same **a**”
  private var conflicts: [Words] {
    let bare = SchemaTable(name: table.name, kind: .table, sql: "")
    let words = ConflictChangeWords(old: bare, new: table) { SQLName($0) }
    return words.clauses.map { "it " + $0 }
  }

  private var uniqueness: [Words] {
    let primary = Set(table.primaryKey.map { SQLName($0) })
    let keys = table.indexes.filter { index in
      switch index.origin {
      // The number of a row has no index.
      case .primaryKey: true
      case .unique: Set(index.columns.compactMap { $0.map { SQLName($0) } }) != primary
      case .created: false
      }
    }
    guard !keys.isEmpty else { return [] }
    guard keys.count <= Self.manyKeys else {
      return ["no two rows can have the same values in any of its \(keys.count) keys"]
    }
    let all = keys.sorted { places($0).lexicographicallyPrecedes(places($1)) }.map { index in
      zip(index.columns, index.collations).compactMap { column, collation -> Words? in
        guard let column else { return nil }
        return ("\(name: column)" as Words).compared(by: collation)
      }.foldedFirst
    }
    // No two rows have the same values in more columns than those of another key.
    let told = all.enumerated().filter { place, key in
      !all.enumerated().contains { other, less in
        other != place && less.allSatisfy { term in key.contains { term.isAlike($0) } }
          && (less.count < key.count || other < place)
      }
    }.map(\.element)
    let words = told.map { $0.list() }
    let isOne = told.allSatisfy { $0.count == 1 }
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
      let words: Words = "each row must pass \(texts.count) checks"
      return [texts.reduce(words) { "\($0)\(aside: "Check", $1)" }]
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
