import SQLScriptsSQL
import SQLScriptsSchema

/// A virtual table for full-text search, as it was created.
struct FullTextIndex {
  enum Content: Equatable {
    /// It stores the text itself.
    case own
    /// It stores no text.
    case none
    /// It reads the text from a table or view.
    case table(String)
  }

  let name: String
  /// 3, 4 or 5.
  let version: Int
  private(set) var content = Content.own
  /// The column with the rowid in the table with the text.
  private(set) var rowID = "rowid"
  /// The columns whose text is indexed.
  private(set) var columns: [String] = []
  /// Its columns that are only stored.
  private(set) var storedColumns: [String] = []
  private(set) var deletesWithoutContent = false

  init?(_ table: SchemaTable?) {
    guard let table, table.isFullText else { return nil }
    name = table.name
    let sql = SQLText(table.sql)
    guard let using = sql.indices.first(where: { sql.word($0) == "USING" }) else { return nil }
    version = sql.word(using + 1).last?.wholeNumberValue ?? 5
    for part in sql.kind(using + 2) == .leftParenthesis ? sql.arguments(using + 2) : [] {
      guard let first = part.first else { continue }
      let key = sql.name(first)
      guard sql.word(first + 1) == "=" else {
        let isStored = part.contains { sql.word($0) == "UNINDEXED" }
        if isStored { storedColumns.append(key) } else { columns.append(key) }
        continue
      }
      let value = part.count > 2 ? sql.name(first + 2) : ""
      switch key.asciiLowercased {
      case "content": content = value.isEmpty ? .none : .table(value)
      case "content_rowid": rowID = value
      case "contentless_delete": deletesWithoutContent = true
      // FTS4: a column that is only stored.
      case "notindexed":
        columns.removeAll { $0.isSameName(as: value) }
        storedColumns.append(value)
      default: break
      }
    }
    guard columns.isEmpty else { return }
    let hidden: Set = [SQLName(name), "rank", "docid"]
    columns = table.columns.map(\.name).filter { !hidden.contains(SQLName($0)) }
  }

  /// The table or view with its text; nil if there is none.
  var source: String? { if case .table(let name) = content { name } else { nil } }

  /// The statement that fills it.
  var rebuild: String {
    "INSERT INTO \(name.quotedIfNeeded) (\(name.quotedIfNeeded)) VALUES ('rebuild')"
  }

  /// What it needs and does not find in a schema: the table, or a column of it; nil if there is all.
  func missing(in schema: SchemaSnapshot) -> String? {
    guard let source else { return nil }
    guard let table = schema[source] else { return "there is no “\(source)” any more" }
    let implicit: Set<SQLName> = ["rowid", "oid", "_rowid_"]
    let needed = columns + storedColumns + (implicit.contains(SQLName(rowID)) ? [] : [rowID])
    return needed.first { table.column($0) == nil }.map {
      "“\(table.name)” has no column “\($0)” any more"
    }
  }

  /// The INSERT that fills an index from the table of a trigger, as the trigger would; nil if the trigger does more.
  static func filling(of name: String, by trigger: TriggerText) -> String? {
    let inserts = trigger.statements(writing: SQLName(name)).filter { $0.word(0) == "INSERT" }
    guard trigger.event == "INSERT", inserts.count == 1, let insert = inserts.first,
      let row = insert.valueRows.first
    else { return nil }
    let values = insert.arguments(row).map { part in
      let kept = part.filter { index in
        let isNew = insert.word(index) == "NEW" && insert.kind(index + 1) == .dot
        let isDot = insert.kind(index) == .dot && insert.word(index - 1) == "NEW"
        return !isNew && !isDot
      }
      return kept.map { insert.text(insert.tokens[$0]) }.joined()
    }
    let list = insert.columnList.map { columns in
      " (\(columns.map(\.quotedIfNeeded).joined(separator: ", ")))"
    }
    return
      "INSERT INTO \(name.quotedIfNeeded)\(list ?? "") SELECT \(values.joined(separator: ", ")) FROM \(trigger.table.quotedIfNeeded)"
  }

  /// The indexes that the triggers of a table keep up to date, each with its triggers.
  static func fed(
    by table: SchemaTable?, in schema: SchemaSnapshot
  ) -> [(index: FullTextIndex, triggers: [TriggerText])] {
    guard let table, !table.triggers.isEmpty else { return [] }
    var found: [SQLName: [TriggerText]] = [:]
    for trigger in table.triggers.compactMap({ TriggerText($0) }) {
      for name in Set(trigger.statements.compactMap { $0.writtenName.map { SQLName($0) } }) {
        found[name, default: []].append(trigger)
      }
    }
    return found.sorted { $0.key < $1.key }.compactMap { name, triggers in
      FullTextIndex(schema[name]).map { ($0, triggers) }
    }
  }
}

extension RehearsedStatement {
  /// Whether it writes an index directly, so that it is complete afterwards: a `rebuild`, or rows.
  func fills(_ index: SQLName) -> Bool {
    guard succeeded, actions.contains(where: { $0.kind == .insert && SQLName($0.name) == index })
    else { return false }
    guard let target, SQLName(name(target.name)) == index else { return false }
    guard let columns = columnList, columns.count == 1, SQLName(columns[0]) == index else {
      return true
    }
    return valueRows.first.map { name($0 + 1).asciiLowercased == "rebuild" } ?? false
  }

  /// Whether a trigger of the changed table writes the index.
  func feeds(_ index: SQLName) -> Bool {
    actions.contains { !$0.trigger.isEmpty && SQLName($0.name) == index && $0.kind != .read }
  }
}
