import SQLScriptsSQL
import SQLScriptsSchema

extension ExpressionReader {
  /// A literal, a name, a call, CASE, or something in parentheses.
  mutating func primary() -> SQLExpression? {
    let token = place
    guard let kind = sql.kind(token) else { return nil }
    place += 1
    count += 1
    switch kind {
    case .integer, .float: return .number(sql.text(sql.tokens[token]))
    case .string: return .text(sql.name(token))
    case .blob: return .blob(String(sql.text(sql.tokens[token]).dropFirst(2).dropLast()))
    case .leftParenthesis: return parenthesized()
    case .quotedName where texts.contains(sql.tokens[token].range.lowerBound):
      return .text(sql.name(token))
    case .quotedName: return column(token)
    case .word: return word(token)
    default: return nil
    }
  }

  private mutating func parenthesized() -> SQLExpression? {
    if accept("SELECT") {
      guard let query = selection(), take(.rightParenthesis) else { return nil }
      return .query(query)
    }
    guard let values = list(), let first = values.first else { return nil }
    return values.count == 1 ? first : .row(values)
  }

  private mutating func column(_ token: Int) -> SQLExpression? {
    guard take(.dot) else { return .column(SQLName(sql.name(token)), qualifier: nil) }
    // A schema before the table is too rare for words.
    guard sql.isName(place), sql.kind(place + 1) != .dot else { return nil }
    place += 1
    return .column(SQLName(sql.name(place - 1)), qualifier: SQLName(sql.name(token)))
  }

  /// Keywords that begin what is not read here, or that end an expression.
  private static let others: Set = [
    "SELECT", "FROM", "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "UNION", "EXCEPT", "INTERSECT",
    "ON", "USING", "JOIN", "WHEN", "THEN", "ELSE", "RAISE", "WITH", "VALUES", "AS", "SET", "AND",
    "OR", "IN", "IS", "NOT", "DISTINCT",
  ]

  private mutating func word(_ token: Int) -> SQLExpression? {
    let word = sql.word(token)
    switch word {
    case "NULL": return .null
    case "TRUE", "FALSE": return .truth(word == "TRUE")
    case "CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME": return .call(word, [])
    case "CASE": return choice()
    case "EXISTS":
      guard take(.leftParenthesis), accept("SELECT"), let query = selection(),
        take(.rightParenthesis)
      else { return nil }
      return .exists(query, isNot: false)
    case "CAST" where sql.kind(place) == .leftParenthesis: return cast()
    default: break
    }
    guard take(.leftParenthesis) else {
      return Self.others.contains(word) ? nil : column(token)
    }
    if sql.word(place) == "*", sql.kind(place + 1) == .rightParenthesis {
      place += 2
      return isWindow ? nil : .call(word, [.star])
    }
    guard !isWord("DISTINCT"), let arguments = list(), !isWindow else { return nil }
    guard word == "IIF" || word == "IF", (2...3).contains(arguments.count) else {
      return .call(word, arguments)
    }
    let choice = SQLExpression.Choice(condition: arguments[0], value: arguments[1])
    return .choice([choice], otherwise: arguments.count == 3 ? arguments[2] : .null)
  }

  private var isWindow: Bool { isWord("OVER") || isWord("FILTER") }

  private mutating func cast() -> SQLExpression? {
    guard take(.leftParenthesis), let value = disjunction(), accept("AS"), sql.isName(place),
      sql.kind(place + 1) == .rightParenthesis
    else { return nil }
    place += 2
    return .cast(value, to: sql.word(place - 2))
  }

  private mutating func choice() -> SQLExpression? {
    var subject: SQLExpression?
    let start = count
    if !isWord("WHEN") {
      guard let value = disjunction() else { return nil }
      subject = value
    }
    let size = count - start
    var choices: [SQLExpression.Choice] = []
    while accept("WHEN") {
      guard repeats(size), let condition = disjunction(), accept("THEN"), let value = disjunction()
      else {
        return nil
      }
      let compared = subject.map { SQLExpression.comparison(.equal, $0, condition) }
      choices.append(.init(condition: compared ?? condition, value: value))
    }
    var otherwise = SQLExpression.null
    if accept("ELSE") {
      guard let value = disjunction() else { return nil }
      otherwise = value
    }
    return accept("END") && !choices.isEmpty ? .choice(choices, otherwise: otherwise) : nil
  }
}
