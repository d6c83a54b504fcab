import SQLScriptsSQL

/// The text of a string that may be a statement or only the first part of one: `INSERT INTO t (n)`.
///
/// It is judged without SQLite, because the file cannot be read yet. So “may be whole” proves nothing.
struct StatementPart {
  private var words: [String] = []
  private var depth = 0
  private var lastKind = SQLToken.Kind.semicolon
  /// Whether it ends inside a comment that the rest would become a part of.
  private(set) var endsInComment = false

  /// - Parameter text: the inside of a JSON string.
  init(escaped text: String) {
    let plain = text.replacing("\\n", with: "\n").replacing("\\t", with: " ")
    let bytes = Array(plain.replacing("\\\"", with: "\"").utf8)
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = SQLScanner(buffer)
      while let token = scanner.next() {
        endsInComment = token.kind == .comment && bytes[token.range].starts(with: "--".utf8)
        guard !token.isTrivia else { continue }
        lastKind = token.kind
        if token.kind == .leftParenthesis { depth += 1 }
        if token.kind == .rightParenthesis { depth -= 1 }
        let text = String(decoding: bytes[token.range], as: UTF8.self).uppercased()
        if token.depth == 0 { words.append(text) }
      }
    }
  }

  /// Whether it begins like a statement.
  var isStatement: Bool { Self.verbs.contains(words.first ?? "") }

  /// Whether a quote is not closed: after an apostrophe that is not doubled, or in the middle of a text.
  var endsInText: Bool { lastKind == .illegal }

  /// Whether something has to follow.
  var isCut: Bool {
    guard let first = words.first, let last = words.last else { return false }
    if depth > 0 || [.comma, .dot, .illegal].contains(lastKind) || Self.open.contains(last) {
      return true
    }
    let has = { (wanted: Set<String>) in !wanted.isDisjoint(with: words) }
    return switch first {
    case "INSERT", "REPLACE": !has(["VALUES", "SELECT", "DEFAULT"])
    case "WITH": !has(["SELECT", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE"])
    case "UPDATE": !has(["SET"])
    case "DELETE": !has(["FROM"])
    case "ALTER": words.count < 4
    case "DROP": words.count < 3
    case "CREATE":
      has(["TRIGGER"])
        ? last != "END" && !(last == ";" && words.dropLast().last == "END")
        : !has(["(", "AS", "USING"])
    default: false
    }
  }

  private static let verbs: Set = [
    "CREATE", "ALTER", "INSERT", "UPDATE", "DELETE", "DROP", "REPLACE", "PRAGMA", "SELECT",
    "VALUES", "WITH",
  ]

  /// The words that never end a statement.
  private static let open: Set = [
    "AS", "UNION", "ALL", "EXCEPT", "INTERSECT", "BEGIN", "OR", "AND", "NOT", "THEN", "ELSE", "ON",
    "IN", "FROM", "INTO", "SET", "WHERE", "BY", "EXISTS", "SELECT", "VALUES", "JOIN", "TABLE",
    "VIEW", "INDEX", "TRIGGER", "COLUMN", "ADD", "TO", "USING", "IS", "LIKE", "BETWEEN", "=", "<",
    ">", "<=", ">=", "<>", "!=", "||", "+", "-",
  ]
}
