import SQLScriptsDiagnostics
import SQLScriptsSQL

/// Where tables, views, indexes, triggers and added columns were made, so that a second one can be told
/// of the first.
struct Origins {
  private var spans: [String: SourceSpan] = [:]

  /// Notes what a statement has made.
  mutating func note(_ statement: RehearsedStatement) {
    guard statement.succeeded else { return }
    if let column = statement.addedColumn, let table = statement.alteredTable {
      spans[Self.key(table, column.name)] = statement.span
    } else if let name = statement.createdName {
      spans[Self.key(name)] = statement.span
    } else if let old = statement.alteredTable, let new = statement.renamedTo {
      spans[Self.key(new)] = spans.removeValue(forKey: Self.key(old)) ?? statement.span
    }
  }

  /// Where that was made which a statement makes again.
  func origin(of statement: RehearsedStatement) -> SourceSpan? {
    if let column = statement.addedColumn, let table = statement.alteredTable {
      return spans[Self.key(table, column.name)] ?? spans[Self.key(table)]
    }
    return (statement.createdName ?? statement.renamedTo).flatMap { spans[Self.key($0)] }
  }

  private static func key(_ names: String...) -> String {
    // A name may have any character but this one.
    names.map { $0.asciiLowercased }.joined(separator: "\u{0}")
  }
}
