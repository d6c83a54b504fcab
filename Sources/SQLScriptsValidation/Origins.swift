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

extension RehearsedStatement {
  /// The table of an ALTER TABLE.
  package var alteredTable: String? {
    guard has("ALTER", "TABLE", at: 0) else { return nil }
    let index = word(3) == "." ? 4 : 2
    return tokens.indices.contains(index) ? name(tokens[index]) : nil
  }

  /// The name of the column that ALTER TABLE … ADD COLUMN adds, and the index of the token.
  package var addedColumn: (name: String, index: Int)? {
    guard alteredTable != nil else { return nil }
    var index = word(3) == "." ? 5 : 3
    guard word(index) == "ADD" else { return nil }
    index += word(index + 1) == "COLUMN" && tokens.count > index + 2 ? 2 : 1
    return tokens.indices.contains(index) ? (name(tokens[index]), index) : nil
  }
}
