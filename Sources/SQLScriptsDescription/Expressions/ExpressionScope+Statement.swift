import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension ExpressionScope {
  /// The rows that UPDATE or DELETE changes, with the sources of UPDATE … FROM.
  init(changing statement: RehearsedStatement, from: Range<Int>? = nil) {
    self.init(statement)
    guard let target = statement.target else { return }
    let name = statement.name(target.name)
    var qualifier: SQLName?
    if statement.word(target.end) == "AS" { qualifier = SQLName(statement.name(target.end + 1)) }
    let table = statement.writtenTable ?? statement.emptiedTable
    sources.append(source(name, as: qualifier, table.flatMap { statement.before[$0] }))
    guard let from else { return }
    if let query = JoinedQuery(statement, from: from, changing: sources[0], in: self),
      let condition = statement.changedRows, query.resolved(condition) != nil
    {
      joined = (query, condition)
      if query.isPlain { sources.append(query.source) }
    } else {
      sources += sources(in: from, of: statement)
    }
    let same = sources.indices.dropFirst().filter {
      sources[$0].table != nil && sources[$0].table?.name == sources[0].table?.name
    }
    if let match = same.first, same.count == 1 { sources[match].isMatch = true }
  }

  /// An expression with the table of the query that UPDATE … FROM joins; nil if that is not possible.
  func resolved(_ expression: SQLExpression) -> SQLExpression? {
    joined.map { $0.query.resolved(expression, where: $0.condition) } ?? expression
  }

  /// The rows that a SELECT finds.
  init(selecting statement: RehearsedStatement, from: Range<Int>?) {
    self.init(statement)
    if let from { sources = sources(in: from, of: statement) }
  }

  private init(_ statement: RehearsedStatement) {
    (schema, hidden) = (statement.visibleSchema, statement.hiddenTables)
    commonTables = Set(statement.commonTables.map { SQLName(statement.name($0.name)) })
  }

  private func source(_ name: String, as qualifier: SQLName?, _ known: SchemaTable? = nil) -> Source
  {
    if !commonTables.contains(SQLName(name)), let table = known ?? schema[name] {
      return Source(table, as: qualifier ?? SQLName(name))
    }
    let means = commonTables.union(hidden).contains(SQLName(name)) ? "" : name
    return Source(unknown: means, as: qualifier ?? SQLName(name))
  }

  private static let joins: Set = [
    "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL", "OUTER", "ON", "USING", "WHERE",
    "INDEXED", "NOT",
  ]

  private func sources(in from: Range<Int>, of statement: RehearsedStatement) -> [Source] {
    var sources: [Source] = []
    var isExpected = true
    var index = from.lowerBound
    while index < from.upperBound {
      let isGroup = statement.kind(index) == .leftParenthesis
      defer { index += 1 }
      if !isExpected {
        if isGroup { index = statement.end(ofParenthesis: index) }
        isExpected = statement.kind(index) == .comma || statement.word(index) == "JOIN"
        continue
      }
      isExpected = false
      var name = ""
      if isGroup {
        index = statement.end(ofParenthesis: index)
      } else if let qualified = statement.qualifiedName(at: index) {
        name = statement.name(qualified.name)
        index = qualified.end - 1
        if statement.kind(index + 1) == .leftParenthesis {
          name = ""
          index = statement.end(ofParenthesis: index + 1)
        }
      }
      var qualifier: SQLName?
      if statement.word(index + 1) == "AS" { index += 1 }
      if index + 1 < from.upperBound, statement.isName(index + 1),
        !Self.joins.contains(statement.word(index + 1))
      {
        index += 1
        qualifier = SQLName(statement.name(index))
      }
      sources.append(source(name, as: qualifier))
    }
    return sources
  }
}

extension RehearsedStatement {
  /// The parts of the WHERE of UPDATE; nil if they are not known.
  fileprivate var changedRows: [SQLExpression]? {
    guard let verb, let range = clause("WHERE", from: verb, until: ["RETURNING", "ORDER", "LIMIT"])
    else { return [] }
    let condition = ExpressionReader(self, range, texts: doubleQuotedTexts).expression
    return condition.map { if case .all(let parts) = $0 { parts } else { [$0] } }
  }
}
