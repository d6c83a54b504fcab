import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What the constraints of a table do with rows that they do not allow, by ON CONFLICT.
struct TableConflicts: Hashable {
  /// The keys whose rows are replaced, each as “**a** and **b**”.
  let replaced: [Words]
  /// The keys whose new rows are left out.
  private let ignored: [Words]
  /// The columns without which a row is left out.
  private let required: [Words]

  /// - Parameter columns: only the constraints with one of these columns; nil for all.
  init(_ table: SchemaTable, of columns: [SQLName]? = nil) {
    let clauses = table.conflictClauses.filter { clause in
      columns.map { changed in clause.columns.contains { changed.contains(SQLName($0)) } } ?? true
    }
    let names = { (manner: String, isRequired: Bool) in
      clauses.filter { $0.manner == manner && ($0.kind == .required) == isRequired }
        .map { clause in clause.columns.map { table.column($0)?.name ?? $0 }.names }
    }
    replaced = names("REPLACE", false)
    ignored = names("IGNORE", false)
    required = names("IGNORE", true)
  }

  var leavesOut: Bool { !ignored.isEmpty || !required.isEmpty }

  var isEmpty: Bool { replaced.isEmpty && !leavesOut }

  /// “, except those with the same **a** as another row, replacing rows with the same **b**”
  func words(isOne: Bool) -> Words {
    let exceptions: [Words] =
      isOne
      ? ignored.map { "another row has the same \($0)" } + required.map { "it has no \($0)" }
      : ignored.map { "with the same \($0) as another row" } + required.map { "without \($0)" }
    var words: Words = ""
    if !exceptions.isEmpty {
      words += (isOne ? " unless " : ", except those ") + exceptions.list("or")
    }
    guard !replaced.isEmpty else { return words }
    let which = replaced.joined(by: ", or the same ")
    return words + ", replacing \(isOne ? "a row" : "rows") with the same \(which)"
  }

  /// “, except where another row has the same **a**, deleting rows that then have the same **b**”, of UPDATE.
  var ofUpdate: Words {
    let exceptions: [Words] =
      ignored.map { "another row has the same \($0)" }
      + required.map { "\($0) would have no value" }
    var words: Words = ""
    if !exceptions.isEmpty { words += ", except where " + exceptions.list("or") }
    guard !replaced.isEmpty else { return words }
    return words
      + ", deleting rows that then have the same \(replaced.joined(by: ", or the same "))"
  }
}

extension RehearsedStatement {
  /// Whether it says itself what happens in a conflict: `INSERT OR FAIL`.
  var hasConflictClause: Bool { verb.map { word($0 + 1) == "OR" } ?? false }
}
