import SQLScriptsSQL
import SQLScriptsSchema

extension FormInput {
  /// The SQL of what was typed.
  ///
  /// - Parameters:
  ///   - type: the type of the column.
  ///   - sql: its type in SQL.
  func sql(for type: FormType, _ sql: String, field: String) throws(FormRefusal) -> String {
    switch self {
    case .sql(let text): try Self.expression(text, field: field)
    case .value(let text): try FormLiteral(text, field: field).sql(for: type, sql)
    }
  }

  func sql(for column: SchemaColumn, field: String) throws(FormRefusal) -> String {
    try sql(for: FormType(sql: column.type), column.type, field: field)
  }

  /// Checks that a text is one expression, whatever its names mean.
  private static func expression(_ text: String, field: String) throws(FormRefusal) -> String {
    let sql = SQLText(text)
    guard !sql.tokens.isEmpty else {
      throw FormRefusal("enter a value or a calculation", field: field)
    }
    var depth = 0
    var isOne = true
    for index in sql.indices {
      switch sql.kind(index) {
      case .leftParenthesis: depth += 1
      case .rightParenthesis: depth -= 1
      case .comma: isOne = isOne && depth > 0
      case .semicolon, .illegal, .variable: isOne = false
      default: break
      }
      isOne = isOne && depth >= 0
    }
    guard isOne, depth == 0 else {
      throw FormRefusal("“\(text.oneLine)” is not a single SQL value or calculation", field: field)
    }
    return text + (SQLEnd(of: text).isInLineComment ? "\n" : "")
  }

  /// An expression as the value of DEFAULT, which needs parentheses unless it is a literal.
  static func `default`(_ sql: String) -> String {
    let text = SQLText(sql)
    let isSigned = text.indices.count == 2 && ["+", "-"].contains(text.word(0))
    let isPlain: Bool
    switch text.kind(text.indices.count - 1) {
    case .integer, .float: isPlain = text.indices.count == 1 || isSigned
    case .string, .blob: isPlain = text.indices.count == 1
    case .word:
      isPlain =
        text.indices.count == 1
        && [
          "NULL", "TRUE", "FALSE", "CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME",
        ].contains(text.word(0))
    default: isPlain = false
    }
    // The parentheses of a query belong to it.
    let isWrapped = CanonicalSQL(sql).unwrapped != CanonicalSQL(sql) && text.word(1) != "SELECT"
    return isPlain || isWrapped ? sql : "(\(sql))"
  }
}
