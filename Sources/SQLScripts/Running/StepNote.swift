import SQLScriptsSQL

/// State for the run that continues a script outside a transaction (laws 17, 18 and 19).
///
/// It is committed together with its statement.
enum StepNote: Hashable {
  /// A table before the script, with its foreign keys in order.
  case table(SQLName)
  case column(SQLName, of: SQLName, KeyAffinity)
  case key(ForeignKey)
  /// The effects of a statement on tables.
  case touch(Set<ScriptAuthorizer.Touch>, reads: Set<SQLName>, from: SQLName?, to: SQLName?)
  /// The violations of a foreign key were looked up before a statement touched it: their number in the log, and whether
  /// SQLite could use the key. The number is negative if the lookup failed.
  case look(number: Int, ForeignKey, isUsable: Bool)
  /// A statement that `onlyIf` skipped, by its number from zero.
  case skipped(Int)
  /// A note for law 18.
  case schema(SchemaNote, SQLName)

  enum SchemaNote: String {
    case dropped, renamed, changed
    /// A view or trigger that was unusable before the script.
    case broken
    /// Whether views and triggers have to be checked, and whether the unusable ones before the script are known.
    /// Without a name.
    case endangered, known
  }

  /// Nil for bytes that this version did not write.
  init?(_ bytes: [UInt8]) {
    // A name cannot contain a NUL.
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }[...]
    guard let kind = fields.popFirst(), let note = Self(kind, &fields) else { return nil }
    self = note
  }

  private init?(_ kind: String, _ fields: inout ArraySlice<String>) {
    switch kind {
    case "table":
      guard let name = fields.popName() else { return nil }
      self = .table(name)
    case "column":
      guard let name = fields.popName(), let table = fields.popName(),
        let affinity = fields.popFirst().flatMap(KeyAffinity.init(rawValue:))
      else { return nil }
      self = .column(name, of: table, affinity)
    case "key":
      guard let key = ForeignKey(&fields) else { return nil }
      self = .key(key)
    case "touch":
      guard let from = fields.popName(), let to = fields.popName(), let reads = fields.popNames()
      else { return nil }
      var touches: Set<ScriptAuthorizer.Touch> = []
      while !fields.isEmpty {
        guard let touch = ScriptAuthorizer.Touch(&fields) else { return nil }
        touches.insert(touch)
      }
      let isRename = !to.text.isEmpty
      self = .touch(
        touches, reads: Set(reads), from: isRename ? from : nil, to: isRename ? to : nil)
    case "look":
      // Int32, because the numbers continue after the greatest.
      guard let number = fields.popFirst().flatMap({ Int32($0) }), let isUsable = fields.popFirst(),
        let key = ForeignKey(&fields)
      else { return nil }
      self = .look(number: Int(number), key, isUsable: isUsable == "1")
    case "skipped":
      guard let number = fields.popFirst().flatMap({ Int($0) }) else { return nil }
      self = .skipped(number)
    case "schema":
      guard let note = fields.popFirst().flatMap(SchemaNote.init(rawValue:)),
        let name = fields.popName()
      else { return nil }
      self = .schema(note, name)
    default: return nil
    }
  }

  var bytes: [UInt8] { Array(fields.joined(separator: "\0").utf8) }

  private var fields: [String] {
    switch self {
    case .table(let name): ["table", name.text]
    case .column(let name, let table, let affinity):
      ["column", name.text, table.text, affinity.rawValue]
    case .key(let key): ["key"] + key.fields
    case .touch(let touches, let reads, let from, let to):
      ["touch", from?.text ?? "", to?.text ?? ""] + Array(reads).fields
        + touches.flatMap(\.fields)
    case .look(let number, let key, let isUsable):
      ["look", "\(number)", isUsable ? "1" : "0"] + key.fields
    case .skipped(let number): ["skipped", "\(number)"]
    case .schema(let note, let name): ["schema", note.rawValue, name.text]
    }
  }
}

extension ForeignKey {
  fileprivate init?(_ fields: inout ArraySlice<String>) {
    guard let child = fields.popName(), let parent = fields.popName(),
      let columns = fields.popNames(), let keys = fields.popNames()
    else { return nil }
    self.init(child: child, columns: columns, parent: parent, keys: keys)
  }

  fileprivate var fields: [String] { [child.text, parent.text] + columns.fields + keys.fields }
}

extension ScriptAuthorizer.Touch {
  fileprivate init?(_ fields: inout ArraySlice<String>) {
    guard let kind = fields.popFirst(), let table = fields.popName(),
      let column = fields.popName()
    else { return nil }
    switch kind {
    case "insert": self = .insert(table)
    case "update": self = .update(table, column: column)
    case "delete": self = .delete(table)
    case "create": self = .create(table)
    case "drop": self = .drop(table)
    case "alter": self = .alter(table)
    case "dropIndex": self = .dropIndex(table)
    default: return nil
    }
  }

  fileprivate var fields: [String] {
    switch self {
    case .insert(let table): ["insert", table.text, ""]
    case .update(let table, let column): ["update", table.text, column.text]
    case .delete(let table): ["delete", table.text, ""]
    case .create(let table): ["create", table.text, ""]
    case .drop(let table): ["drop", table.text, ""]
    case .alter(let table): ["alter", table.text, ""]
    case .dropIndex(let table): ["dropIndex", table.text, ""]
    }
  }
}

extension [SQLName] {
  /// Their number, and the names.
  fileprivate var fields: [String] { ["\(count)"] + map(\.text) }
}

extension ArraySlice<String> {
  fileprivate mutating func popName() -> SQLName? { popFirst().map { SQLName($0) } }

  fileprivate mutating func popNames() -> [SQLName]? {
    guard let number = popFirst().flatMap({ Int($0) }), number >= 0, number <= count else {
      return nil
    }
    defer { removeFirst(number) }
    return prefix(number).map { SQLName($0) }
  }
}
