import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// What some scripts show about the values in columns, by their names.
struct SampleHints: Sendable {
  /// The lowercase names of the columns that at least two statements use as JSON. One statement alone may have the
  /// wrong column.
  private(set) var json: Set<String> = []

  /// The literals with which conditions compare columns, by lowercase name.
  private(set) var literals: [String: [SQLiteValue]] = [:]

  private static let largeScript = 256 * 1024
  private static let manyLiterals = 5
  private static let comparing: Set = [
    "=", "==", "<>", "!=", "<", ">", "<=", ">=", "IN", "IS", "LIKE", "GLOB", "WHEN", "BETWEEN",
  ]

  init(of scripts: [Script] = []) {
    var counts: [String: Int] = [:]
    for script in scripts where script.document.source.count <= Self.largeScript {
      for item in script.items {
        script.document.withBytes(of: item.text) { bytes in
          let usesJSON = JSONColumns.mayUse(bytes)
          guard usesJSON || StatementText(bytes).leadingWords(1) != ["insert"] else { return }
          read(SQLText(Array(bytes)), usesJSON: usesJSON, &counts)
        }
      }
    }
    json = Set(counts.filter { $0.value > 1 }.keys)
  }

  private mutating func read(_ sql: SQLText, usesJSON: Bool, _ counts: inout [String: Int]) {
    var start = 0
    var setDepth: Int?
    for index in sql.indices {
      switch sql.kind(index) {
      case .semicolon:
        setDepth = nil
        if usesJSON { count(sql, start..<index, &counts) }
        start = index + 1
      case .word:
        switch sql.word(index) {
        case "SET": setDepth = sql.depth(index)
        case "WHERE", "FROM": if setDepth == sql.depth(index) { setDepth = nil }
        case "IN", "LIKE", "GLOB", "IS", "WHEN", "BETWEEN": compare(index, of: sql)
        default: continue
        }
      case .operator:
        let isAssigned =
          setDepth == sql.depth(index) && sql.word(index) == "="
          && ["SET", ","].contains(sql.word(index - 2))
        if !isAssigned { compare(index, of: sql) }
      default: continue
      }
    }
    if usesJSON { count(sql, start..<sql.tokens.count, &counts) }
  }

  private func count(_ sql: SQLText, _ tokens: Range<Int>, _ counts: inout [String: Int]) {
    for name in JSONColumns.names(usedIn: sql, tokens) { counts[name, default: 0] += 1 }
  }

  /// Reads a comparison of a column with literals.
  private mutating func compare(_ place: Int, of sql: SQLText) {
    let sign = sql.word(place)
    guard Self.comparing.contains(sign) else { return }
    let column = sql.word(place - 1) == "NOT" ? place - 2 : place - 1
    guard sql.isName(column) else { return }
    if sign == "WHEN", sql.word(column - 1) != "CASE" { return }
    var first = place + 1
    if sql.word(first) == "NOT" { first += 1 }
    var places = [first]
    if sign == "IN", sql.kind(first) == .leftParenthesis {
      places = sql.arguments(first).filter { $0.count == 1 }.map(\.lowerBound)
    }
    if sign == "BETWEEN", sql.word(first + 1) == "AND" { places.append(first + 2) }
    let name = sql.name(column).asciiLowercased
    for index in places {
      guard let value = Self.value(index, of: sql, isPattern: sign == "LIKE" || sign == "GLOB")
      else { continue }
      for value in Self.matching(value, sign) { note(value, of: name) }
    }
  }

  private mutating func note(_ value: SQLiteValue, of column: String) {
    guard literals[column]?.contains(value) != true,
      (literals[column]?.count ?? 0) < Self.manyLiterals
    else { return }
    literals[column, default: []].append(value)
  }

  /// Values that are on both sides of a comparison.
  private static func matching(_ value: SQLiteValue, _ sign: String) -> [SQLiteValue] {
    let step: Int64
    switch sign {
    case "<", "<=": step = -1
    case ">", ">=": step = 1
    default: return [value]
    }
    switch value {
    case .integer(let number): return [.integer(number &+ step), value]
    case .text(let text):
      let isDate = text.prefix(4).allSatisfy(\.isNumber) && text.dropFirst(4).first == "-"
      guard isDate else { return [value] }
      // A date of the same form
      let year = step < 0 ? "1999" : "2099"
      return [.text(year + text.dropFirst(4)), value]
    default: return [value]
    }
  }

  private static func value(_ index: Int, of sql: SQLText, isPattern: Bool) -> SQLiteValue? {
    switch sql.kind(index) {
    case .string:
      let text = sql.name(index)
      return .text(isPattern ? text.filter { !"%*".contains($0) } : text)
    case .integer: return isPattern ? nil : Int64(sql.word(index)).map { .integer($0) }
    default: return nil
    }
  }
}
