import SQLScriptsSQL
import SQLScriptsSchema

/// Other values for some columns of the sample rows.
struct SampleVariant {
  /// A column, and SQL that computes its value in a row from the old one.
  struct Change {
    var table: String
    var column: String
    var value: Value
  }

  enum Value: Hashable {
    case object, array, word, number, one, hundredfold, path, day, empty
    /// A literal of the scripts, as it is written there.
    case literal(String)
    case null

    /// The values without NULL, which is tried last: most functions ignore it, so it shows little about later statements.
    static let common: [Value] = [
      .object, .array, .word, .number, .one, .hundredfold, .path, .day, .empty,
    ]

    /// The value in SQL. Rows that differ still differ where that is possible, because of unique indexes.
    func sql(_ column: String) -> String {
      switch self {
      case .object: #"'{"value":"' || hex(\#(column)) || '"}'"#
      case .array: #"'["' || hex(\#(column)) || '"]'"#
      case .word: "'a'"
      case .number: "unicode(substr(CAST(\(column) AS TEXT), -1))"
      case .one: "1"
      case .hundredfold: "\(column) * 100"
      case .path: "'$.a'"
      case .day: "'2024-01-01'"
      case .empty: "''"
      case .literal(let text): text
      case .null: "NULL"
      }
    }

    var isJSON: Bool { self == .object || self == .array }
  }

  var changes: [Change]

  /// The change, if only one column has another value.
  var onlyChange: Change? { changes.count == 1 ? changes[0] : nil }

  /// The changes that are possible in a schema.
  func restricted(to schema: SchemaSnapshot) -> SampleVariant {
    SampleVariant(changes: changes.filter { schema[$0.table]?.column($0.column) != nil })
  }

  /// Changes the rows of a database. A column whose constraints refuse the value stays unchanged.
  ///
  /// - Parameter keepsNull: whether NULL stays, as hostile rows need.
  func apply(to database: RehearsalDatabase, keepsNull: Bool) {
    database.connection.setTriggers(enabled: false)
    defer { database.connection.setTriggers(enabled: true) }
    for change in changes {
      let column = change.column.quotedName
      database.attempt(
        "UPDATE OR IGNORE main.\(change.table.quotedName) SET \(column) = \(change.value.sql(column))"
          + (keepsNull ? " WHERE \(column) IS NOT NULL" : ""))
    }
  }
}

/// The variants to try for a failure: first those that change little.
struct SampleVariants {
  private typealias Column = (table: String, column: String)

  /// The tables whose rows change.
  private(set) var tables: [String] = []

  private var columns: [Column] = []
  private var others: [Column] = []
  private var literals: [SampleVariant.Value] = []

  private static let manyColumns = 8
  private static let manyOthers = 60
  private static let manyLiterals = 8

  /// - Parameters:
  ///   - text: the statement or query that failed.
  ///   - actions: the actions of the statement; none if they are not known.
  init(
    for text: SQLText, reading actions: [RehearsedAction], in schema: SchemaSnapshot
  ) {
    var tables = Self.tables(of: text, in: schema)
    for action in actions {
      if let table = schema[action.name], table.kind == .table,
        !tables.contains(where: { $0.name.isSameName(as: table.name) })
      {
        tables.append(table)
      }
    }
    let read = actions.filter { $0.kind == .read && !$0.detail.isEmpty }
    for table in tables {
      for column in table.columns
      where !column.isGenerated && column.name != table.rowIDAlias?.name {
        let place: Column = (table.name, column.name)
        let isRead = read.contains {
          $0.name.isSameName(as: table.name) && $0.detail.isSameName(as: column.name)
        }
        if isRead { columns.append(place) } else { others.append(place) }
      }
    }
    self.tables = tables.map(\.name)
    if columns.isEmpty { swap(&columns, &others) }
    others = Array((columns + others).prefix(Self.manyOthers))
    columns = Array(columns.prefix(Self.manyColumns))
    literals = Self.literals(of: [text] + tables.flatMap(\.triggers).map { SQLText($0.sql) })
  }

  /// The tables that a text names, also through views.
  private static func tables(of text: SQLText, in schema: SchemaSnapshot) -> [SchemaTable] {
    var tables: [SchemaTable] = []
    var seen: Set<SQLName> = []
    var texts = [text]
    while let text = texts.popLast() {
      for index in text.indices where text.isName(index) {
        guard let table = schema[text.name(index)], seen.insert(SQLName(table.name)).inserted else {
          continue
        }
        if table.kind == .table { tables.append(table) }
        if table.kind == .view { texts.append(SQLText(table.sql)) }
      }
    }
    return tables
  }

  private static func literals(of texts: [SQLText]) -> [SampleVariant.Value] {
    var literals: [SampleVariant.Value] = []
    for text in texts {
      for token in text.tokens where token.kind == .string || token.kind == .integer {
        let value = SampleVariant.Value.literal(text.text(token))
        if literals.count < manyLiterals, !literals.contains(value) { literals.append(value) }
      }
    }
    return literals
  }

  /// All variants: one column at a time, all columns together, and one column beside JSON or NULL in all others.
  var all: [SampleVariant] {
    let values = SampleVariant.Value.common + literals + [.null]
    let singles = columns.flatMap { column in
      values.map { SampleVariant(changes: [Self.change(column, $0)]) }
    }
    let mixed = [SampleVariant.Value.object, .null].flatMap { base in
      columns.flatMap { column in
        SampleVariant.Value.common.filter { $0 != base }.map { value in
          SampleVariant(
            changes: others.map { Self.change($0, base) } + [Self.change(column, value)])
        }
      }
    }
    return singles + together + (columns.count > 1 ? mixed : [])
  }

  /// The variants that change all columns in the same way.
  var together: [SampleVariant] {
    (SampleVariant.Value.common + [.null]).map { value in
      SampleVariant(changes: others.map { Self.change($0, value) })
    }
  }

  private static func change(_ column: Column, _ value: SampleVariant.Value) -> SampleVariant.Change
  {
    SampleVariant.Change(table: column.table, column: column.column, value: value)
  }
}
