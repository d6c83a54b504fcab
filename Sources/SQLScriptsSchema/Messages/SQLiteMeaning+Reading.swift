import SQLScriptsSQL

extension SQLiteMeaning {
  /// Parses a message.
  package init(_ text: String) {
    self =
      switch SQLiteMessage(text) {
      case .noSuch(let kind, let name): .noSuch(kind, name)
      case .noSuchColumn(let name): .noSuchColumn(name)
      case .noColumn(let name, let table): .noColumn(name, inTable: table)
      case .noSuchFunction(let name): .noSuchFunction(name)
      case .noSuchModule(let name): .noSuchModule(name)
      case .noSuchCollation(let name): .noSuchCollation(name)
      case .unknownFunction(let name): .unknownFunction(name)
      case .duplicateColumn(let name): .duplicateColumn(name)
      case .nameTaken(let name): .alreadyExists(nil, name)
      case .mayNotBeModified(let table): .mayNotBeModified(table: table)
      case .valueCount(let table): Self.count(text, inTable: table) ?? .other
      case .broken(let kind, let object): Self.broken(kind, object)
      case .vacuumInTransaction: .vacuumInTransaction
      case .other:
        Self.beginning(of: text) ?? Self.constraint(text) ?? Self.change(text)
          ?? Self.existing(text) ?? Self.count(text) ?? .other
      }
  }

  private static func beginning(of text: String) -> SQLiteMeaning? {
    if text.utf8.reversed().starts(with: ": syntax error".utf8.reversed()) { return .syntaxError }
    for (beginning, message) in beginnings {
      if let rest = text.after(beginning) { return message(rest) }
    }
    return nil
  }

  private static let beginnings: [(String, @Sendable (String) -> SQLiteMeaning)] = [
    ("no such ", { _ in .noSuchOther }),
    ("unknown database ", SQLiteMeaning.unknownDatabase),
    ("unknown table option: ", SQLiteMeaning.unknownTableOption),
    ("unknown datatype for ", { _ in .unknownDatatype }),
    ("object name reserved for internal use: ", SQLiteMeaning.reservedName),
    ("incomplete input", { _ in .incompleteInput }),
    ("unrecognized token: ", { _ in .unrecognizedToken }),
    ("the statement is empty", { _ in .emptyStatement }),
    ("all VALUES must have the same number of terms", { _ in .unequalRows }),
    ("HAVING clause on a non-aggregate", { _ in .havingWithoutGroup }),
    ("ON CONFLICT clause does not match", { _ in .conflictTargetNotUnique }),
    ("PRIMARY KEY missing on table", { _ in .missingPrimaryKey }),
    ("AUTOINCREMENT is only allowed on", { _ in .autoincrementWithoutIntegerKey }),
    ("foreign key mismatch", { _ in .foreignKeyMismatch }),
    ("datatype mismatch", { _ in .datatypeMismatch }),
    ("cannot store ", { _ in .cannotStore }),
    ("malformed JSON", { _ in .malformedJSON }),
    ("JSON path error near ", { _ in .badJSONPath }),
    ("bad JSON path: ", { _ in .badJSONPath }),
    ("integer overflow", { _ in .integerOverflow }),
    ("ESCAPE expression must be a single character", { _ in .badEscape }),
    ("SQL logic error", { _ in .withoutReason }),
  ]

  private static func constraint(_ text: String) -> SQLiteMeaning? {
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
  private static func change(_ text: String) -> SQLiteMeaning? {
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
    return rest.cut(at: " has more than one primary key") == nil ? nil : .severalPrimaryKeys
  }

  private static func existing(_ text: String) -> SQLiteMeaning? {
    for kind in SQLObjectKind.allCases {
      if let (name, rest) = text.after("\(kind) ")?.cut(at: " already exists"), rest.isEmpty {
        return .alreadyExists(kind, name.unquoted)
      }
      let article = kind == .index ? "an" : "a"
      if let name = text.after("there is already \(article) \(kind) named ") {
        return .alreadyExists(kind, name.unquoted)
      }
    }
    return nil
  }

  private static func count(_ text: String, inTable table: String? = nil) -> SQLiteMeaning? {
    let words = text.split(separator: " ")
    let numbers = words.compactMap { Int($0) }
    guard words.count > 3, numbers.count >= 2 else { return nil }
    let (first, last) = (numbers[numbers.count - 2], numbers[numbers.count - 1])
    if let table { return .valueCount(columns: first, values: last, table: table) }
    switch (words[1], words[2]) {
    case ("values", "for"): return .valueCount(columns: last, values: first, table: nil)
    case ("columns", "assigned"): return .valueCount(columns: first, values: last, table: nil)
    default: return nil
    }
  }

  /// `v: …`, `t after rename: …`
  private static func broken(_ kind: SQLObjectKind, _ object: String) -> SQLiteMeaning {
    for change in Change.allCases {
      if let (name, reason) = object.cut(at: " after \(change.rawValue): ") {
        return .broken(kind, name, after: change, because: SQLiteMeaning(reason))
      }
    }
    let (name, reason) = object.cut(at: ": ") ?? (object, "")
    return .broken(kind, name, after: nil, because: SQLiteMeaning(reason))
  }
}
