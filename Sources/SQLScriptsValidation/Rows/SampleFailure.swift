import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A statement or query that failed with sample rows.
package struct SampleFailure: Sendable {
  package enum Place: Sendable, Hashable {
    /// The index in the script's statements.
    case statement(Int)
    /// The index among the statements whose `onlyIf` is false without rows.
    case ruledOut(Int)
    /// The text of an `onlyIf` or `verify` query in the script's document.
    case query(Range<Int>)

    var isStatement: Bool {
      if case .statement = self { true } else { false }
    }
  }

  /// Whether other values in the rows avoid the failure.
  package enum Dependence: Sendable, Hashable {
    /// Nothing is known about it.
    case unknown
    /// It fails whatever the rows contain.
    case none
    /// Some values avoid it; if these are the values of one column, its name.
    case values(table: String?, column: String?)
  }

  package var place: Place
  package var error: SQLiteError
  package var dependence = Dependence.unknown

  /// Whether a CHECK refuses every row that the statement would change, whatever the rows contain.
  package var concernsAllRows = false

  /// The trigger that refused a row.
  package var trigger: String?

  package init(_ place: Place, _ error: SQLiteError) {
    self.place = place
    self.error = error
  }
}

extension RehearsedScript {
  /// The statement that failed with sample rows; nil if it was a query.
  package func statement(of failure: SampleFailure) -> RehearsedStatement? {
    switch failure.place {
    case .statement(let index): statements.indices.contains(index) ? statements[index] : nil
    case .ruledOut(let index): ruledOut.indices.contains(index) ? ruledOut[index] : nil
    case .query: nil
    }
  }

  /// The range of a statement or query that failed with sample rows.
  func span(of failure: SampleFailure) -> SourceSpan {
    if case .query(let range) = failure.place { return script.span(of: range) }
    return statement(of: failure)?.span ?? script.file.nameSpan
  }
}
