import SQLScriptsSQL
import SQLScriptsSchema

/// What to select from, to get the rows before an update with the columns of the wanted table.
struct RowSource {
  /// The old table itself, if all columns that it shares with the wanted one stay as they are.
  private let table: String?

  /// A subquery with all columns: copied, computed for existing rows, generated, or with their default.
  private let query: String

  private let filled: Set<SQLName>

  /// The columns that the old table does not have.
  private let otherColumns: Set<SQLName>

  init(of update: TableUpdate, _ draft: SchemaDraft, _ answers: SchemaAnswers) {
    let (now, wanted) = (update.now, update.wanted)
    let name = draft.formerName(of: now.name).quotedName
    let values = Dictionary(
      TableCopy.values(of: update, answers).map { (SQLName($0.column), $0) },
      uniquingKeysWith: { first, _ in first })
    var isPlain = true
    var others: Set<SQLName> = []
    var columns: [String] = []
    for column in wanted.columns where !column.isGenerated {
      let new = column.name.quotedName
      guard let value = values[SQLName(column.name)] else {
        others.insert(SQLName(column.name))
        columns.append("(\(column.defaultValue ?? "NULL")) AS \(new)")
        continue
      }
      let former = draft.formerName(of: column.name, in: now.name)
      let isSame = !value.isFill && former.hasSameBytes(as: column.name)
      isPlain = isPlain && isSame
      let source = draft.expression(value.expression, of: now.name, beforeRenames: true)
      columns.append(isSame ? source : "\(source) AS \(new)")
    }
    var query = "(SELECT \(columns.joined(separator: ", ")) FROM \(name))"
    let definition = TableDefinition(wanted)
    for column in wanted.columns where column.isGenerated {
      others.insert(SQLName(column.name))
      guard let formula = definition?.definition(of: column.name).flatMap(Self.formula) else {
        continue
      }
      query =
        "(SELECT *, \(formula) AS \(column.name.quotedName) FROM \(query) AS \(wanted.name.quotedName))"
    }
    (table, self.query, otherColumns) = (isPlain ? name : nil, query, others)
    filled = Set(values.filter(\.value.isFill).keys)
  }

  /// Whether a column is computed for existing rows.
  func fills(_ column: String) -> Bool { filled.contains(SQLName(column)) }

  /// The source for a query that mentions some names.
  func name(mentioning names: Set<SQLName>) -> String {
    table.flatMap { otherColumns.isDisjoint(with: names) ? $0 : nil } ?? query
  }

  /// `(a + b)` of `c AS (a + b) STORED`
  private static func formula(_ definition: String) -> String? {
    let sql = SQLText(definition)
    guard let start = sql.indices.first(where: { sql.word($0) == "AS" && sql.word($0 + 1) == "(" })
    else { return nil }
    var depth = 0
    for index in sql.indices where index > start {
      if sql.word(index) == "(" { depth += 1 }
      if sql.word(index) == ")" { depth -= 1 }
      guard depth == 0 else { continue }
      let range = sql.tokens[start + 1].range.lowerBound..<sql.tokens[index].range.upperBound
      return String(decoding: sql.bytes[range], as: UTF8.self)
    }
    return nil
  }
}
