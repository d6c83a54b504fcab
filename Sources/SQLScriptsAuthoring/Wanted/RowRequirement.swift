import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Something that the wanted table demands of rows, and that the old one did not.
struct RowRequirement {
  enum Kind {
    /// A new column needs a value.
    case newColumn
    case notNull
    case type
    /// The rows for which this is true do not fit.
    case check(String)
    /// Rows with the same values in these columns do not fit.
    case unique([String], collations: [String], condition: String?)
    case foreignKey(SchemaForeignKey)
  }

  let kind: Kind
  let column: SchemaColumn?
  let table: SchemaTable

  /// Whether the old table does not have the column, so that its author knows all its values.
  let isNew: Bool

  /// The column, or the table if it is about several columns.
  var place: SchemaPlace { SchemaPlace(table.name, column?.name) }

  /// All demands of a table on the rows of another one.
  ///
  /// - Parameter filled: the columns that get other values, so that what was true before may be wrong.
  static func all(
    from now: SchemaTable, to wanted: SchemaTable, filled: Set<SQLName> = []
  ) -> [RowRequirement] {
    var found: [RowRequirement] = []
    func add(_ kind: Kind, _ column: SchemaColumn? = nil) {
      let isNew = column.map { now.column($0.name) == nil } ?? false
      found.append(RowRequirement(kind: kind, column: column, table: wanted, isNew: isNew))
    }
    let alias = wanted.rowIDAlias?.name
    for column in wanted.columns where !column.isGenerated {
      let isAlias = alias?.isSameName(as: column.name) ?? false
      guard let before = now.column(column.name) else {
        let hasDefault = column.defaultValue.map { $0.uppercased() != "NULL" } ?? false
        if column.isNotNull, !hasDefault, !isAlias { add(.newColumn, column) }
        continue
      }
      let wasAlias = now.rowIDAlias?.name.isSameName(as: column.name) ?? false
      // SQLite gives a row with NULL in its rowid a new number.
      if column.isNotNull || isAlias, !before.isNotNull, !wasAlias { add(.notNull, column) }
      let isStrict = wanted.isStrict && (!now.isStrict || column.type != before.type)
      if isNarrower(column, of: wanted, than: before, of: now, isStrict: isStrict)
        || isAlias && !wasAlias
      {
        add(.type, column)
      }
    }
    for key in keys(of: wanted)
    where !isImplied(key, by: now) || key.columns.contains(where: { filled.contains(SQLName($0)) })
    {
      let columns = key.columns.compactMap { wanted.column($0) }
      let isEmpty = columns.contains { column in
        now.column(column.name) == nil && !column.isGenerated
          && (column.defaultValue ?? "NULL").uppercased() == "NULL"
      }
      // Rows without a value are never the same.
      if isEmpty { continue }
      add(
        .unique(key.columns, collations: key.collations, condition: key.condition),
        columns.count == 1 ? columns[0] : nil)
    }
    let known = Set(RowCondition.all(of: now).map { CanonicalSQL($0.text) })
    for condition in RowCondition.all(of: wanted) {
      let columns = condition.columns.compactMap { wanted.column($0) }
      let isFilled = columns.contains { filled.contains(SQLName($0.name)) }
      if known.contains(CanonicalSQL(condition.text)), !isFilled { continue }
      add(.check(condition.text), columns.count == 1 ? columns[0] : nil)
    }
    for key in wanted.foreignKeys
    where !now.foreignKeys.contains(where: { $0.isSameReference(as: key) }) {
      // A row with NULL in one of the columns refers to nothing.
      let isEmpty = key.columns.contains { name in
        now.column(name) == nil && !filled.contains(SQLName(name))
          && (wanted.column(name)?.defaultValue ?? "NULL").uppercased() == "NULL"
      }
      if isEmpty { continue }
      add(.foreignKey(key), key.columns.count == 1 ? wanted.column(key.columns[0]) : nil)
    }
    return found
  }

  private typealias Key = (columns: [String], collations: [String], condition: String?)

  /// The unique keys of a table without expressions, and the conditions of partial ones.
  private static func keys(of table: SchemaTable) -> [Key] {
    let indexed = table.indexes.filter(\.isUnique).compactMap { index -> Key? in
      let columns = index.columns.compactMap { $0 }
      let isExpression = columns.count < index.columns.count
      let condition = index.isPartial || isExpression ? index.sql ?? "" : nil
      return (columns, index.collations, condition)
    }
    let alias = table.rowIDAlias.map { ([$0.name], ["BINARY"], nil as String?) }
    return indexed + [alias].compactMap { $0 }
  }

  /// Whether the rows of the old table have no duplicates of a key.
  private static func isImplied(_ key: Key, by now: SchemaTable) -> Bool {
    let wanted = zip(key.columns, key.collations).map { (SQLName($0), $1.uppercased()) }
    return keys(of: now).contains { old in
      if old.condition != nil || key.condition != nil {
        return old.condition.map { CanonicalSQL($0) } == key.condition.map { CanonicalSQL($0) }
      }
      return zip(old.columns, old.collations).allSatisfy { name, collation in
        wanted.contains { $0.0 == SQLName(name) && $0.1 == collation.uppercased() }
      }
    }
  }

  /// Whether a column may change a value or refuse it. A text is no longer exact as a number, and neither is a large
  /// integer as a real number.
  private static func isNarrower(
    _ column: SchemaColumn, of wanted: SchemaTable, than before: SchemaColumn,
    of now: SchemaTable, isStrict: Bool
  ) -> Bool {
    let (old, new) = (before.affinity(in: now), column.affinity(in: wanted))
    if isStrict { return column.type.uppercased() != "ANY" }
    if old == new || new == "BLOB" { return false }
    return switch (old, new) {
    case ("INTEGER", "NUMERIC"), ("NUMERIC", "INTEGER"), ("INTEGER", "TEXT"): false
    default: true
    }
  }

  /// Whether the defaults of new columns meet a CHECK, so that no row can violate it.
  func isMet(
    byDefaultsIn draft: SchemaDraft, besides now: SchemaTable, _ fills: [SchemaPlace: String]
  ) -> Bool {
    guard case .check(let condition) = kind else { return false }
    let names = Set(RowCondition.all(of: table).filter { $0.text == condition }.flatMap(\.columns))
    let columns = names.compactMap { table.column($0) }
    let areNew = columns.allSatisfy { column in
      now.column(column.name) == nil && !column.isGenerated
        && fills[SchemaPlace(table.name, column.name)] == nil
    }
    guard areNew, !columns.isEmpty else { return false }
    let values = columns.map { "(\($0.defaultValue ?? "NULL")) AS \($0.name.quotedName)" }
    return draft.isTrue(
      "(\(condition)) IS NOT FALSE", in: "SELECT \(values.joined(separator: ", "))")
  }

  /// Whether it is a CHECK with a column.
  func isCheck(of column: SchemaColumn) -> Bool {
    guard case .check(let condition) = kind else { return false }
    return MentionedNames(condition).names.contains { $0.isSameName(as: column.name) }
  }

  // MARK: Questions

  /// Whether an expression answers the question. A constant gives a value to rows without one. It must not replace the
  /// values that there are.
  private func isAnswered(by fill: String) -> Bool {
    switch kind {
    case .newColumn, .notNull: true
    case .type, .check, .unique, .foreignKey:
      isNew || MentionedNames(fill).names.contains { table.column($0) != nil }
    }
  }

  /// Whether rows without a value get one, so that there is nothing to look for.
  func isMet(by fills: [SchemaPlace: String]) -> Bool {
    switch kind {
    case .newColumn, .notNull: fills[place].map { $0 != "" } ?? false
    default: false
    }
  }

  /// The question about the rows; nil if it is answered.
  func question(fills: [SchemaPlace: String], isGuarded: Bool) -> SchemaQuestion? {
    if isGuarded { return nil }
    if let fill = fills[place], isAnswered(by: fill) { return nil }
    let stop = SchemaQuestion.Answer(
      choice: .stop, words: "stop the update if there are rows that do not fit",
      option: "--guard \(place.text)")
    let fill = SchemaQuestion.Answer(
      choice: .fill(nil), words: "compute a value for them",
      option: example.contains(" ")
        ? "--fill \"\(place.text)=\(example)\"" : "--fill \(place.text)=\(example)")
    let name = column.map { "“\($0.name)” of “\(table.name)”" } ?? "“\(table.name)”"
    func ask(
      _ kind: SchemaQuestion.Kind, _ text: String, _ answers: [SchemaQuestion.Answer]
    ) -> SchemaQuestion {
      SchemaQuestion(kind: kind, place: place, text: text, answers: answers)
    }
    switch kind {
    case .newColumn:
      return ask(
        .missingValue,
        "Which value do existing rows get in the new column \(name), which must not be NULL?",
        [fill, stop])
    case .notNull:
      return ask(
        .missingValue,
        "What happens to rows with NULL in \(name), which must not be NULL any more?", [fill, stop])
    case .type:
      return ask(
        .mayNotFit,
        "What happens to values that do not fit the new type of \(name), \(column?.type ?? "")?",
        [stop, fill])
    case .check(let condition):
      return ask(
        .mayNotFit,
        "What happens to rows of “\(table.name)” that violate CHECK (\(condition.oneLine))?",
        column == nil ? [stop] : [stop, fill])
    case .unique(let columns, _, let condition):
      let key =
        condition.map { "key in \($0.oneLine)" } ?? "“\(columns.joined(separator: ", "))”"
      return ask(
        .mayNotFit,
        "What happens to rows of “\(table.name)” with the same \(key), which must be unique?",
        column == nil ? [stop] : [stop, fill])
    case .foreignKey(let key):
      let columns = key.columns.joined(separator: ", ")
      return ask(
        .mayNotFit,
        "What happens to rows of “\(table.name)” whose “\(columns)” refers to no row of “\(key.parent)”?",
        column == nil ? [stop] : [stop, fill])
    }
  }

  /// An expression for the command line.
  private var example: String {
    let name = column?.name ?? ""
    if case .foreignKey(let key) = kind, !isNew {
      let keys = key.keys.first ?? "rowid"
      return "CASE WHEN \(name) IN (SELECT \(keys) FROM \(key.parent)) THEN \(name) END"
    }
    return switch (isNew ? .newColumn : kind, column?.affinity) {
    case (.newColumn, "BLOB"), (.notNull, "BLOB"): "x''"
    case (.newColumn, "TEXT"), (.notNull, "TEXT"): "''"
    case (.newColumn, _), (.notNull, _): "0"
    case (.type, "TEXT"): "CAST(\(name) AS TEXT)"
    case (.type, let affinity): "CAST(\(name) AS \(affinity ?? ""))"
    case (_, "TEXT"): "lower(\(name))"
    default: "abs(\(name))"
    }
  }

  // MARK: Guards

  /// A query for the rows that do not fit, before the update; nil if there is none.
  ///
  /// - Parameter source: what to select from, with the names of the wanted columns.
  func violations(in source: String, _ draft: SchemaDraft, _ old: SchemaSnapshot) -> String? {
    let from = "SELECT * FROM \(source)"
    switch kind {
    case .newColumn: return "\(from) LIMIT 20"
    case .notNull: return column.map { "\(from) WHERE \($0.name.quotedName) IS NULL" }
    case .type: return column.map { "\(from) WHERE NOT (\(fits($0)))" }
    case .check(let condition): return "\(from) WHERE NOT (\(condition))"
    case .unique(let columns, let collations, let condition):
      guard condition == nil else { return nil }
      let names = columns.map(\.quotedName)
      let keys = zip(names, collations).map { name, collation in
        collation.uppercased() == "BINARY" ? name : "\(name) COLLATE \(collation)"
      }.joined(separator: ", ")
      let present = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
      let row = columns.count == 1 ? keys : "(\(keys))"
      // All rows, because somebody has to decide which of them is right.
      return
        "\(from) WHERE \(row) IN (SELECT \(names.joined(separator: ", ")) FROM \(source) WHERE \(present) "
        + "GROUP BY \(keys) HAVING count(*) > 1) ORDER BY \(keys)"
    case .foreignKey(let key):
      let present = key.columns.map { "child.\($0.quotedName) IS NOT NULL" }
      let parent = draft.formerName(of: key.parent)
      var conditions = present
      // A new table has no rows yet.
      if let table = old[parent], table.kind == .table {
        let keys = key.keys.isEmpty ? table.primaryKey : key.keys
        let pairs = zip(keys, key.columns).map { name, column in
          let former = draft.formerName(of: name, in: key.parent)
          return "parent.\(former.quotedName) = child.\(column.quotedName)"
        }
        conditions.append(
          "NOT EXISTS (SELECT 1 FROM \(table.name.quotedName) AS parent WHERE "
            + pairs.joined(separator: " AND ") + ")")
      }
      return
        "SELECT child.* FROM \(source) AS child WHERE \(conditions.joined(separator: " AND "))"
    }
  }

  /// A condition for values that stay what they are.
  private func fits(_ column: SchemaColumn) -> String {
    let name = column.name.quotedName
    let number =
      "typeof(\(name)) = 'text' AND CAST(CAST(\(name) AS NUMERIC) AS TEXT) = \(name)"
    let classes: String
    switch column.affinity {
    case "INTEGER":
      classes =
        "typeof(\(name)) = 'integer' OR typeof(\(name)) = 'real' AND CAST(\(name) AS INTEGER) = \(name) OR \(number)"
    case "TEXT": classes = "typeof(\(name)) IN ('text', 'integer')"
    case "REAL":
      classes =
        "typeof(\(name)) = 'real' OR typeof(\(name)) = 'integer' AND abs(\(name)) <= 9007199254740992 OR \(number)"
    case "NUMERIC": classes = "typeof(\(name)) IN ('integer', 'real') OR \(number)"
    default: classes = "typeof(\(name)) = 'blob'"
    }
    return "\(name) IS NULL OR \(classes)"
  }
}

extension SchemaForeignKey {
  /// Whether both refer to the same rows, whatever happens if these change.
  fileprivate func isSameReference(as other: SchemaForeignKey) -> Bool {
    SQLName(parent) == SQLName(other.parent)
      && columns.map { SQLName($0) } == other.columns.map { SQLName($0) }
      && (keys.map { SQLName($0) } == other.keys.map { SQLName($0) } || keys.isEmpty
        || other.keys.isEmpty)
  }
}

extension SchemaColumn {
  /// The affinity in a table. ANY has none in a STRICT one. See <https://www.sqlite.org/stricttables.html>.
  fileprivate func affinity(in table: SchemaTable) -> String {
    table.isStrict && type.uppercased() == "ANY" ? "BLOB" : affinity
  }
}
