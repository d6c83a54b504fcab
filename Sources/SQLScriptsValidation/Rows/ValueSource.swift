import SQLScriptsSQL
import SQLScriptsSchema

/// The expression that a statement stores in a column, as far as it says what it means to change.
struct ValueSource {
  /// Whether a copy with a column list leaves the column out.
  var isOmitted = false

  /// Whether it is a literal instead of a column.
  private(set) var isConstant = false

  /// Whether it is the column itself, at most converted with CAST.
  private(set) var isConversion = true

  /// Whether it can give NULL on purpose.
  private(set) var intendsNull = false
  private(set) var isDate = false
  private(set) var concatenates = false

  /// A copy whose expressions are not known.
  init() {}

  init(_ value: Range<Int>, of statement: RehearsedStatement) {
    let words = value.map { statement.word($0) }
    isConstant =
      value.count == 1
      && ([.string, .integer, .float, .blob].contains(statement.kind(value.lowerBound))
        || words == ["NULL"])
    isDate = value.contains { index in
      DateFunctions.all.contains(statement.word(index))
        && statement.kind(index + 1) == .leftParenthesis
    }
    concatenates = words.contains("||")
    intendsNull = value.contains { index in
      switch statement.word(index) {
      case "NULL": return !["IS", "NOT"].contains(statement.word(index - 1))
      case "NULLIF", "->", "->>": return true
      case let word: return word.hasPrefix("JSON_")
      }
    }
    isConversion = Self.isConversion(value, statement)
  }

  /// `a`, `t.a`, `CAST(a AS INTEGER)`, `a + 0`, `a * 1`
  private static func isConversion(_ value: Range<Int>, _ statement: RehearsedStatement) -> Bool {
    var names = 0
    for index in value {
      switch statement.kind(index) {
      case .leftParenthesis, .rightParenthesis, .dot: continue
      case .word, .quotedName:
        let word = statement.word(index)
        if word == "CAST" && statement.kind(index + 1) == .leftParenthesis { continue }
        // The type after AS, and the table before a dot.
        if word == "AS" || isAfterAs(index, in: value, statement) { continue }
        if statement.kind(index + 1) == .leftParenthesis { return false }
        if statement.kind(index + 1) != .dot { names += 1 }
      case .integer where ["+", "*"].contains(statement.word(index - 1)):
        guard statement.word(index) == (statement.word(index - 1) == "+" ? "0" : "1") else {
          return false
        }
      default:
        guard ["+", "*"].contains(statement.word(index)) else { return false }
      }
    }
    return names == 1
  }

  private static func isAfterAs(
    _ index: Int, in value: Range<Int>, _ statement: RehearsedStatement
  ) -> Bool {
    var place = index - 1
    while place > value.lowerBound, statement.isName(place) {
      if statement.word(place) == "AS" { return true }
      place -= 1
    }
    return false
  }
}
