import SQLScriptsDiagnostics
import SQLScriptsSQL

/// The places where tables, views, indexes, triggers and columns were created, so that a duplicate can point at the
/// first one.
struct CreationSites {
  private var spans: [String: SourceSpan] = [:]

  /// Records what a statement created.
  mutating func note(_ statement: RehearsedStatement) {
    guard statement.succeeded, statement.changesSchema else { return }
    if let column = statement.addedColumn, let table = statement.alteredTable {
      spans[Self.key(table, column.name)] = statement.span
    } else if let name = statement.createdName {
      spans[Self.key(name)] = statement.span
    } else if let old = statement.alteredTable, let new = statement.renamedTo {
      spans[Self.key(new)] = spans.removeValue(forKey: Self.key(old)) ?? statement.span
    }
  }

  /// The place where the duplicate of a statement was first created.
  func site(of statement: RehearsedStatement) -> SourceSpan? {
    if let column = statement.addedColumn, let table = statement.alteredTable {
      return spans[Self.key(table, column.name)] ?? spans[Self.key(table)]
    }
    return (statement.createdName ?? statement.renamedTo).flatMap { spans[Self.key($0)] }
  }

  private static func key(_ names: String...) -> String {
    // A name may contain any character except this one.
    names.map { $0.asciiLowercased }.joined(separator: "\u{0}")
  }
}
