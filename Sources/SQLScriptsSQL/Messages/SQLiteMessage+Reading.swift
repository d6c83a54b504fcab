extension SQLiteMessage {
  /// Parses a message.
  package init(_ text: String) {
    self =
      Self.broken(text) ?? Self.beginning(of: text) ?? Self.constraint(text) ?? Self.change(text)
      ?? Self.existing(text) ?? Self.count(text) ?? .other
  }

  private static func beginning(of text: String) -> SQLiteMessage? {
    if text.utf8.reversed().starts(with: ": syntax error".utf8.reversed()) { return .syntaxError }
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
    ("no such ", { _ in .noSuchOther }),
    ("unknown function: ", SQLiteMessage.unknownFunction),
    ("unknown database ", SQLiteMessage.unknownDatabase),
    ("unknown table option: ", SQLiteMessage.unknownTableOption),
    ("unknown datatype for ", { _ in .unknownDatatype }),
    ("duplicate column name: ", SQLiteMessage.duplicateColumn),
    ("object name reserved for internal use: ", SQLiteMessage.reservedName),
    ("incomplete input", { _ in .incompleteInput }),
    ("unrecognized token: ", { _ in .unrecognizedToken }),
    ("the statement is empty", { _ in .emptyStatement }),
    ("all VALUES must have the same number of terms", { _ in .unequalRows }),
    ("HAVING clause on a non-aggregate", { _ in .havingWithoutGroup }),
    ("ON CONFLICT clause does not match", { _ in .conflictTargetNotUnique }),
    ("PRIMARY KEY missing on table", { _ in .missingPrimaryKey }),
    ("AUTOINCREMENT is only allowed on", { _ in .autoincrementWithoutIntegerKey }),
    ("foreign key mismatch", { _ in .foreignKeyMismatch }),
    ("cannot VACUUM from within", { _ in .vacuumInTransaction }),
    ("datatype mismatch", { _ in .datatypeMismatch }),
    ("cannot store ", { _ in .cannotStore }),
  ]

  private static func constraint(_ text: String) -> SQLiteMessage? {
    guard let (kind, rest) = text.cut(at: " constraint failed") else { return nil }
    let list = rest.after(": ") ?? ""
    switch kind {
    case "CHECK": return .check(list)
    case "NOT NULL": return columns(list).map { .notNull($0) } ?? .otherConstraint
    case "UNIQUE":
      if let name = list.after("index ") { return .uniqueIndex(name) }
      return columns(list).map { .unique($0) } ?? .otherConstraint
    default: return .otherConstraint
    }
  }

  /// `user.id, user.name`
  private static func columns(_ list: String) -> Columns? {
    let parts = list.split(separator: ",").map { part in
      part.drop { $0 == " " }.split(separator: ".", maxSplits: 1).map(String.init)
    }
    guard let table = parts.first?.first, parts.allSatisfy({ $0.count == 2 }) else { return nil }
    return Columns(table: table, names: parts.map { $0[1] })
  }

  /// A change that is not possible for a table or a view.
  private static func change(_ text: String) -> SQLiteMessage? {
    if let addition = Addition.allCases.first(where: { text.after($0.rawValue) != nil }) {
      return .cannotAdd(addition)
    }
    if let rest = text.after("cannot drop ") {
      if rest.after("PRIMARY KEY") != nil { return .cannotDrop(.primaryKey) }
      if rest.after("UNIQUE") != nil { return .cannotDrop(.unique) }
      return rest.cut(at: ": no other columns") == nil ? nil : .cannotDrop(.last)
    }
    if text.cut(at: " because it is a view") != nil { return .viewNotModifiable }
    if text.after("cannot create ")?.cut(at: " trigger on view") != nil { return .triggerOnView }
    guard let rest = text.after("table ") else { return nil }
    if let (table, column) = rest.cut(at: " has no column named ") {
      return .noColumn(column, inTable: table)
    }
    if let (table, rest) = rest.cut(at: " may not be modified"), rest.isEmpty {
      return .mayNotBeModified(table: table)
    }
    return rest.cut(at: " has more than one primary key") == nil ? nil : .severalPrimaryKeys
  }

  private static func existing(_ text: String) -> SQLiteMessage? {
    for kind in SQLObjectKind.allCases {
      if let (name, rest) = text.after("\(kind) ")?.cut(at: " already exists"), rest.isEmpty {
        return .alreadyExists(kind, name.unquoted)
      }
      let article = kind == .index ? "an" : "a"
      if let name = text.after("there is already \(article) \(kind) named ") {
        return .alreadyExists(kind, name.unquoted)
      }
    }
    return text.after("there is already another table or index with this name: ").map {
      .alreadyExists(nil, $0.unquoted)
    }
  }

  private static func count(_ text: String) -> SQLiteMessage? {
    let words = text.split(separator: " ")
    let numbers = words.compactMap { Int($0) }
    guard words.count > 3, numbers.count >= 2 else { return nil }
    let (first, last) = (numbers[numbers.count - 2], numbers[numbers.count - 1])
    if let (table, _) = text.after("table ")?.cut(at: " has "), words.last == "supplied" {
      return .valueCount(columns: first, values: last, table: table)
    }
    switch (words[1], words[2]) {
    case ("values", "for"): return .valueCount(columns: last, values: first, table: nil)
    case ("columns", "assigned"): return .valueCount(columns: first, values: last, table: nil)
    default: return nil
    }
  }

  /// `error in view v: …`, `error in trigger t after rename: …`
  private static func broken(_ text: String) -> SQLiteMessage? {
    guard let rest = text.after("error in ") else { return nil }
    for kind in SQLObjectKind.allCases {
      guard let object = rest.after("\(kind) ") else { continue }
      for change in Change.allCases {
        if let (name, reason) = object.cut(at: " after \(change.rawValue): ") {
          return .broken(kind, name, after: change, because: SQLiteMessage(reason))
        }
      }
      guard let (name, reason) = object.cut(at: ": ") else { return nil }
      return .broken(kind, name, after: nil, because: SQLiteMessage(reason))
    }
    return nil
  }
}

extension String {
  /// The text after this beginning; nil if the text begins differently.
  fileprivate func after(_ beginning: String) -> String? {
    guard utf8.starts(with: beginning.utf8) else { return nil }
    return String(decoding: utf8.dropFirst(beginning.utf8.count), as: UTF8.self)
  }

  /// The text before and after the first occurrence of a part; nil if there is none.
  fileprivate func cut(at part: String) -> (before: String, behind: String)? {
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
  fileprivate var unquoted: String {
    let pairs: Set = ["\"\"", "``", "[]"]
    guard utf8.count > 2, let first, let last, pairs.contains("\(first)\(last)") else {
      return self
    }
    return String(dropFirst().dropLast())
  }
}
