import SQLScriptsSQL

/// `length(text) < 0`, `instr(url, '?') >= 0`
package struct ImpossibleResult: Rule {
  private static let note = ["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)"]

  package static let documentation = RuleDocumentation(
    summary: "The result of a function is compared with a value that it never has.",
    severity: .warning,
    why:
      "length(), instr(), count() and abs() are never negative: instr() gives 0 if it finds nothing. "
      + "So the condition is true for every row, or for none.",
    wrong: [
      .init(before: note, "DELETE FROM note WHERE «length(text) < 0»"),
      .init(before: note, "UPDATE note SET text = '' WHERE «instr(text, '?') >= 0» AND id > 7"),
      .init(before: note, "UPDATE note SET text = '' WHERE «instr(text, '?') <> -1»"),
      .init(before: note, "DELETE FROM note WHERE «typeof(text) = 'string'»"),
      .init(before: note, "DELETE FROM note WHERE upper(text) = «'todo'»"),
    ],
    right: [
      .init(before: note, "DELETE FROM note WHERE length(text) = 0"),
      .init(before: note, "UPDATE note SET text = '' WHERE instr(text, '?') > 0"),
      .init(before: note, "UPDATE note SET text = '' WHERE length(text) - 5 < 0"),
      .init(before: note, "DELETE FROM note WHERE typeof(text) = 'text'"),
      .init(before: note, "DELETE FROM note WHERE upper(text) = 'TODO' OR lower(text) = 'äÖ'"),
    ])

  package init() {}

  private static let functions: Set = [
    "LENGTH", "INSTR", "COUNT", "ABS", "OCTET_LENGTH", "JSON_ARRAY_LENGTH", "UNICODE",
  ]
  private static let ofTexts: Set = ["TYPEOF", "UPPER", "LOWER"]
  private static let types: Set = ["null", "integer", "real", "text", "blob"]
  private static let arithmetic: Set = ["+", "-", "*", "/", "%", "||", "->", "->>"]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices where statement.kind(index + 1) == .leftParenthesis {
      let function = statement.word(index)
      guard Self.functions.contains(function) || Self.ofTexts.contains(function),
        !Self.arithmetic.contains(statement.word(index - 1))
      else { continue }
      let end = statement.end(ofParenthesis: index + 1)
      let sign = statement.word(end + 1)
      guard let literal = statement.literal(at: end + 2),
        !Self.arithmetic.contains(statement.word(literal.upperBound))
      else { continue }
      let span = statement.span(index...literal.upperBound - 1)
      if function == "TYPEOF" {
        let type = statement.name(literal.lowerBound)
        guard statement.kind(literal.lowerBound) == .string, !Self.types.contains(type),
          ["=", "==", "<>", "!=", "IS"].contains(sign)
        else { continue }
        findings.report(
          "typeof() never gives '\(type)'", at: span,
          help: "Write 'text', 'integer', 'real', 'blob' or 'null'.")
      } else if Self.ofTexts.contains(function) {
        let text = statement.name(literal.lowerBound)
        let fitting = function == "UPPER" ? Self.uppercased(text) : text.asciiLowercased
        guard statement.kind(literal.lowerBound) == .string, fitting != text,
          ["=", "==", "<>", "!=", "IS"].contains(sign)
        else { continue }
        findings.report(
          "\(function.lowercased())() never gives \(text.quoted(by: "'").forMessage)",
          at: statement.span(literal.lowerBound...literal.upperBound - 1),
          help: "Write \(fitting.quoted(by: "'")).")
      } else if let number = Int64(statement.text(ofTokens: literal).filter { $0 != " " }),
        let isTrue = Self.outcome(sign, number),
        // A CHECK that is always true may still refuse malformed JSON.
        !(isTrue && statement.created?.kind == .table)
      {
        let advice =
          function == "INSTR"
          ? "Write \(statement.text(ofTokens: index..<end + 1)) \(Self.meansFound(sign) ? "> 0" : "= 0")."
          : "Correct the condition."
        findings.report(
          "\(function.lowercased())() is never negative, so this is true for "
            + (isTrue ? "every row" : "no row"),
          at: span, help: advice)
      }
    }
  }

  /// As SQLite's upper(): only the letters A to Z change.
  private static func uppercased(_ text: String) -> String {
    String(text.map { $0.isASCII ? Character($0.uppercased()) : $0 })
  }

  /// Whether a comparison with a number that is not negative is true or false for all; nil if it depends.
  private static func outcome(_ sign: String, _ number: Int64) -> Bool? {
    switch sign {
    case "<": number <= 0 ? false : nil
    case "<=", "=", "==", "IS": number < 0 ? false : nil
    case ">=": number <= 0 ? true : nil
    case ">", "<>", "!=": number < 0 ? true : nil
    default: nil
    }
  }

  /// Whether an author who compares with −1 or 0 in this way looks for texts in which something was found.
  private static func meansFound(_ sign: String) -> Bool { [">", ">=", "<>", "!="].contains(sign) }
}
