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

  /// Whether it is a CASE that converts with CAST, so that its author decides about each value.
  private(set) var decidesConversion = false

  /// Whether it is a CASE that decides which values become NULL.
  private(set) var decidesNull = false

  /// The column that a CASE keeps under some conditions and otherwise clears: `CASE WHEN a > 0 THEN a END`
  private let kept: SQLName?

  /// A copy whose expressions are not known.
  init() { kept = nil }

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
    let choice = statement.choice(in: value)
    kept = choice.flatMap { Self.kept(by: $0, statement) }
    decidesConversion = choice != nil && words.contains("CAST")
    decidesNull = choice != nil && intendsNull
  }

  /// The source with what it means for the values of a column.
  func deciding(about column: SchemaColumn) -> ValueSource {
    guard kept == SQLName(column.name) else { return self }
    var source = self
    (source.intendsNull, source.decidesNull) = (true, true)
    return source
  }

  private static func kept(by choice: Range<Int>, _ statement: RehearsedStatement) -> SQLName? {
    let own = choice.filter { statement.depth($0) == statement.depth(choice.lowerBound) }
    let words = own.map { statement.word($0) }
    guard words.count(where: { $0 == "CASE" }) == 1, !words.contains("ELSE") else { return nil }
    var results: Set<SQLName> = []
    for place in own.indices where words[place] == "THEN" {
      guard own.indices.contains(place + 2), statement.isName(own[place + 1]),
        ["WHEN", "END"].contains(words[place + 2]), own[place + 2] == own[place + 1] + 1
      else { return nil }
      results.insert(SQLName(statement.name(own[place + 1])))
    }
    return results.count == 1 ? results.first : nil
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

extension RehearsedStatement {
  /// The CASE that is a whole value, also in parentheses or as the second value of coalesce.
  fileprivate func choice(in value: Range<Int>) -> Range<Int>? {
    var rest = value
    while let first = rest.first, let last = rest.last {
      if kind(first) == .leftParenthesis, end(ofParenthesis: first) == last {
        rest = first + 1..<last
      } else if word(first) == "COALESCE", kind(first + 1) == .leftParenthesis,
        end(ofParenthesis: first + 1) == last, case let arguments = arguments(first + 1),
        arguments.count == 2
      {
        rest = arguments[1]
      } else {
        return word(first) == "CASE" && word(last) == "END" ? rest : nil
      }
    }
    return nil
  }
}
