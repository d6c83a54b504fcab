import SQLScriptsSQL
import SQLScriptsSchema

/// Values of every kind that a column may have, as SQL. Those beside the literals come first.
enum ProbeValues {
  static func all(for column: SchemaColumn, _ literals: [String]) -> [String] {
    let affinity = Affinity(column.type)
    var values = literals.map { literal in
      affinity == .text && !literal.hasPrefix("'") ? "'\(literal)'" : literal
    }
    for literal in literals {
      if literal.hasPrefix("'") {
        values += texts(near: literal)
      } else if affinity == .text {
        values.append("'\(literal)'")
        // length(text) > 500
        if let length = Int(literal), length > 0, length < manyCharacters {
          values += [length, length + 1].map { "substr(hex(zeroblob(\($0))), 1, \($0))" }
        }
      } else {
        values += [literal, "\(literal) + 1", "\(literal) - 1", "-(\(literal))"]
      }
    }
    if !column.isNotNull { values.append("NULL") }
    switch affinity {
    case .integer: values += integers
    case .real: values += integers + reals
    case .text: values += texts
    default: values += mixed + integers + texts + reals
    }
    let isText = affinity == .text
    let isNumber = affinity == .integer || affinity == .real
    var known: Set<String> = []
    return values.filter { value in
      let startsAsText =
        value.hasPrefix("'") || value.hasPrefix("substr(") || value.hasPrefix("upper(")
        || value.hasPrefix("lower(")
      if isText, !startsAsText, value != "NULL" { return false }
      if isNumber, startsAsText { return false }
      return known.insert(value).inserted
    }
  }

  private static let manyCharacters = 5000

  /// A text, texts that contain it, and texts that fit it as a pattern.
  private static func texts(near literal: String) -> [String] {
    var texts = [
      literal, "'a' || \(literal)", "\(literal) || 'a'", "'x-' || \(literal) || '-y'",
      "substr(\(literal), 1, length(\(literal)) - 1)", "upper(\(literal))", "lower(\(literal))",
    ]
    let text = SQLText(literal)
    let pattern = text.tokens.isEmpty ? "" : text.name(0)
    if pattern.contains(where: { "%_*?[".contains($0) }) {
      let plain = String(pattern.filter { !"%*_?".contains($0) })
      texts += [plain, plain + "z", "z" + plain, "z" + plain + "z"].map { $0.quoted(by: "'") }
    }
    return texts
  }

  private static let integers = [
    "0", "1", "-1", "2", "7", "42", "100", "1999", "1700000000", "1700000000000", "60", "99", "250",
    "20231224", "-5", "16", "4095",
  ]
  private static let reals = ["0.5", "2.25", "-3.75", "99.99"]
  private static let mixed = ["1", "'a'", "0", "''", "2.5", "'12'", "'Ada Lovelace'", "100"]
  private static let texts = [
    "''", "'a'", "'Ada Lovelace'", "'a@b.example'", "'2024-02-29'", "'5'", "'B'",
    "'https://a.example/b?c=d#e'", "'2023-12-24 18:30:00'", "'12.5'", "'007'", "'true'", "'yes'",
    "'24.12.2023'", "'12:30'", "'1,2;3|4'", "'/x/y.png'", "'a-b_c d'", "' x '", "'no'",
    "'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ .,:;-_/0123456789abcdefghijklmnopqrstuvwxyz'",
    "'Ä Ö'", "'1700000000'", "'(x)'", "'+49 171'", "'#a1b2c3'",
  ]
}
