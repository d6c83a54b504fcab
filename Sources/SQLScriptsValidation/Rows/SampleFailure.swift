import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A statement or query that failed with sample rows.
package struct SampleFailure: Sendable {
  package enum Place: Sendable, Hashable {
    /// The index in the script's statements.
    case statement(Int)
    /// The text of an `onlyIf` or `verify` query in the script's document.
    case query(Range<Int>)
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
    guard case .statement(let index) = failure.place, statements.indices.contains(index) else {
      return nil
    }
    return statements[index]
  }

  /// The range of a statement or query that failed with sample rows.
  func span(of failure: SampleFailure) -> SourceSpan {
    switch failure.place {
    case .statement(let index):
      statements.indices.contains(index) ? statements[index].span : script.file.nameSpan
    case .query(let range): script.span(of: range)
    }
  }
}
