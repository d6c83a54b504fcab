/// The meaning of one of SQLite's error messages, as far as a migration needs it.
///
/// SQLite has few result codes and many messages, and does not promise their wording. This type reads the messages that
/// the runtime needs, and `SQLiteMeaning` in `SQLScriptsSchema` the others. `SQLiteMeaningTests` provokes each message,
/// so a version with other wording is noticed.
package enum SQLiteMessage: Sendable, Hashable {
  /// No table, view, index or trigger has this name. It may have a schema before it: `main.user`.
  case noSuch(SQLObjectKind, String)
  /// No column has this name. It may have a table before it: `user.id`.
  case noSuchColumn(String)
  case noColumn(String, inTable: String)
  case noSuchFunction(String)
  case noSuchModule(String)
  case noSuchCollation(String)
  case unknownFunction(String)
  case duplicateColumn(String)
  /// A table or an index already has this name.
  case nameTaken(String)
  case mayNotBeModified(table: String)
  /// `INSERT INTO table` with another number of values than the table has columns.
  case valueCount(table: String)
  /// An object of the schema does not work, or would not after a change. The text contains its name and the reason.
  case broken(SQLObjectKind, String)
  case vacuumInTransaction
  /// A message that a migration does not distinguish.
  case other

  /// Parses a message.
  package init(_ text: String) {
    if let rest = text.after("error in ") {
      self = Self.broken(rest) ?? .other
    } else if let rest = text.after("table ") {
      self = Self.message(aboutTable: rest)
    } else {
      self = Self.beginning(of: text) ?? .other
    }
  }

  /// `view v: …`, `trigger t after rename: …`
  private static func broken(_ text: String) -> SQLiteMessage? {
    for kind in SQLObjectKind.allCases {
      guard let object = text.after("\(kind) ") else { continue }
      return object.cut(at: ": ").map { _ in .broken(kind, object) }
    }
    return nil
  }

  private static func beginning(of text: String) -> SQLiteMessage? {
    for kind in SQLObjectKind.allCases {
      if let name = text.after("no such \(kind): ") { return .noSuch(kind, name) }
    }
    for (beginning, message) in beginnings {
      if let rest = text.after(beginning) { return message(rest) }
    }
    return nil
  }

  private static let beginnings: [(String, @Sendable (String) -> SQLiteMessage)] = [
    ("no such column: ", { .noSuchColumn($0.withoutAdvice) }),
    ("unknown column ", { .noSuchColumn($0.before(" in foreign key").withoutAdvice) }),
    ("no such function: ", SQLiteMessage.noSuchFunction),
    ("no such module: ", SQLiteMessage.noSuchModule),
    ("no such collation sequence: ", SQLiteMessage.noSuchCollation),
    ("unknown function: ", SQLiteMessage.unknownFunction),
    ("duplicate column name: ", SQLiteMessage.duplicateColumn),
    ("there is already another table or index with this name: ", { .nameTaken($0.unquoted) }),
    ("cannot VACUUM from within", { _ in .vacuumInTransaction }),
  ]

  private static func message(aboutTable rest: String) -> SQLiteMessage {
    if let (table, column) = rest.cut(at: " has no column named ") {
      return .noColumn(column, inTable: table)
    }
    if let (table, rest) = rest.cut(at: " may not be modified"), rest.isEmpty {
      return .mayNotBeModified(table: table)
    }
    let words = rest.split(separator: " ")
    guard words.last == "supplied", words.compactMap({ Int($0) }).count >= 2,
      let (table, _) = rest.cut(at: " has ")
    else { return .other }
    return .valueCount(table: table)
  }
}

extension SQLiteMessage {
  /// Whether the connection lacks something that an app provides.
  package var isAboutConnection: Bool {
    switch self {
    case .noSuchFunction, .noSuchModule, .noSuchCollation, .unknownFunction: true
    default: false
    }
  }

  /// Whether a broken view or trigger stops ALTER TABLE.
  package var isBrokenViewOrTrigger: Bool {
    if case .broken(let kind, _) = self { return kind == .view || kind == .trigger }
    return false
  }

  /// The name at the error in the statement, for messages without an offset.
  package var subject: String? {
    switch self {
    case .noSuch(_, let name), .noSuchColumn(let name), .noSuchFunction(let name),
      .noSuchModule(let name), .unknownFunction(let name), .duplicateColumn(let name),
      .nameTaken(let name):
      name.lastName
    case .noColumn(let name, _): name
    case .valueCount(let table): table
    default: nil
    }
  }
}

extension String {
  /// The text after the last dot: `user` of `main.user`.
  package var lastName: String { split(separator: ".").last.map(String.init) ?? self }

  /// The text after this beginning; nil if the text begins differently.
  package func after(_ beginning: String) -> String? {
    guard utf8.starts(with: beginning.utf8) else { return nil }
    return String(decoding: utf8.dropFirst(beginning.utf8.count), as: UTF8.self)
  }

  /// The text before and after the first occurrence of a part; nil if there is none.
  package func cut(at part: String) -> (before: String, after: String)? {
    var rest = utf8[...]
    while rest.count >= part.utf8.count {
      if rest.starts(with: part.utf8) {
        return (
          String(decoding: utf8[..<rest.startIndex], as: UTF8.self),
          String(decoding: rest.dropFirst(part.utf8.count), as: UTF8.self)
        )
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  fileprivate func before(_ part: String) -> String { cut(at: part)?.before ?? self }

  /// A column's name without the quotes and the advice that newer versions of SQLite add:
  /// `"x" - should this be a string literal in single-quotes?`
  fileprivate var withoutAdvice: String {
    let name = before(" - should ")
    guard name.utf8.count > 2, name.utf8.first == UInt8(ascii: "\""),
      name.utf8.last == UInt8(ascii: "\"")
    else {
      return name
    }
    return String(decoding: name.utf8.dropFirst().dropLast(), as: UTF8.self).unquoted
  }

  /// A name without its quotes.
  package var unquoted: String {
    let pairs: Set = ["\"\"", "``", "[]"]
    guard utf8.count > 2, let first, let last, pairs.contains("\(first)\(last)") else {
      return self
    }
    return String(dropFirst().dropLast())
  }
}
