import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The queries that have names in a statement, through WITH or in the FROM of an UPDATE. They are found once, because the SQL
/// after a sentence can name many.
struct CommonTables {
  private let statement: RehearsedStatement
  private let tables: [SQLName: [CommonTable]]
  /// The queries in parentheses that UPDATE … FROM joins.
  private let joined: [SQLName: Range<Int>]

  /// The number of names that were looked up.
  private(set) var work = 0

  init(_ statement: RehearsedStatement) {
    self.statement = statement
    tables = Dictionary(grouping: statement.commonTables) { SQLName(statement.name($0.name)) }
    let queries = statement.updateSources.map { statement.queries(in: $0) } ?? []
    joined = queries.filter(\.isInPlace).reduce(into: [:]) { $0[$1.name] = $1.query }
  }

  /// The words with the queries that their SQL names: “Query **old**: `SELECT …`”.
  mutating func adding(to words: Words) -> Words {
    guard !tables.isEmpty || !joined.isEmpty else { return words }
    var words = words
    var known: Set<Int> = []
    var rest = joined
    var place = 0
    while place < words.asides.count {
      defer { place += 1 }
      let sql = SQLText(words.asides[place].sql)
      guard sql.word(0) != "WITH" else { continue }
      let used = Set(sql.indices.filter(sql.isName).map { SQLName(sql.name($0)) })
      work += used.count
      let named = used.flatMap { tables[$0] ?? [] }.sorted { $0.name < $1.name }
      for table in named where known.insert(table.name).inserted {
        let (name, code) = (statement.name(table.name), statement.code(of: table.query))
        words += "\(aside: "Query \(name: name)", code)"
      }
      for name in used.sorted() {
        guard let query = rest.removeValue(forKey: name) else { continue }
        words += "\(aside: "Query \(name: name.text)", statement.code(of: query))"
      }
    }
    return words
  }
}
