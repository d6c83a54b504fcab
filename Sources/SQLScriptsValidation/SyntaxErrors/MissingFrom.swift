import SQLScriptsSQL
import SQLScriptsSchema

/// A query that names a column but has no FROM: `SELECT name WHERE id = 1`.
struct MissingFrom {
  private let column: String
  private let isWord: Bool
  /// The tables that have all the columns which the query names.
  private let tables: [String]

  private static let manyTables = 3
  private static let ends: Set = ["UNION", "EXCEPT", "INTERSECT"]

  /// - Parameter column: the column that SQLite does not find.
  init?(of column: SQLToken, in statement: RehearsedStatement, _ schema: SchemaSnapshot) {
    // In a trigger, NEW or OLD may be missing instead.
    guard let place = statement.tokens.firstIndex(of: column), !statement.createsTrigger,
      let start = Self.start(of: place, in: statement),
      let names = Self.names(from: start, in: statement)
    else { return nil }
    self.column = statement.name(column)
    isWord = column.kind == .word
    let created = statement.createdName
    tables = schema.tables.values.filter { table in
      !table.name.asciiLowercased.hasPrefix("sqlite_")
        && created.map { !table.name.isSameName(as: $0) } ?? true
        && names.allSatisfy { table.column($0) != nil }
    }.map(\.name).sorted()
  }

  var help: String {
    if tables.count == 1 { return "Add FROM \(tables[0].quotedIfNeeded) after the columns." }
    let isKnown = !tables.isEmpty && tables.count <= Self.manyTables
    let which = isKnown ? ": \(tables.joined(separator: " or "))" : ""
    let text = tables.isEmpty && isWord ? " If “\(column)” is a string, write '\(column)'." : ""
    return "Add FROM and the table after the columns\(which)." + text
  }

  /// The SELECT that a place without FROM before it belongs to.
  private static func start(of place: Int, in statement: RehearsedStatement) -> Int? {
    var closed = 0
    for index in statement.indices.prefix(place).reversed() {
      switch statement.kind(index) {
      case .rightParenthesis: closed += 1
      case .leftParenthesis: closed = max(0, closed - 1)
      case .word where closed == 0:
        if statement.word(index) == "SELECT" { return index }
        if ["FROM", "JOIN", "SET", "VALUES"].contains(statement.word(index)) { return nil }
      default: break
      }
    }
    return nil
  }

  /// The columns that a query names without a table; nil if it has a FROM.
  private static func names(from start: Int, in statement: RehearsedStatement) -> [String]? {
    var names: [String] = []
    var (open, inner): (Int, Int?) = (0, nil)
    for index in statement.indices.dropFirst(start + 1) {
      let word = statement.word(index)
      switch statement.kind(index) {
      case .leftParenthesis: open += 1
      case .rightParenthesis:
        guard open > 0 else { return names }
        open -= 1
        if let depth = inner, open < depth { inner = nil }
      case .word where open == 0 && word == "FROM": return nil
      case .word where open == 0 && ends.contains(word): return names
      case .word where word == "SELECT": inner = inner ?? open
      default:
        guard inner == nil, isColumn(index, in: statement) else { continue }
        names.append(statement.name(statement.tokens[index]))
      }
    }
    return names
  }

  private static func isColumn(_ index: Int, in statement: RehearsedStatement) -> Bool {
    guard statement.isName(index), !Keywords.all.contains(statement.word(index)) else {
      return false
    }
    if [.leftParenthesis, .dot].contains(statement.kind(index + 1)) { return false }
    // What follows a value is its alias.
    switch statement.kind(index - 1) {
    case .dot, .string, .integer, .float, .rightParenthesis, .quotedName: return false
    case .word:
      return Keywords.all.contains(statement.word(index - 1)) && statement.word(index - 1) != "AS"
    default: return true
    }
  }
}

extension RehearsedStatement {
  fileprivate var createsTrigger: Bool {
    word(0) == "CREATE" && (1...2).contains { word($0) == "TRIGGER" }
  }
}
