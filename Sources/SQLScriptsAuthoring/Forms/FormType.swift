import SQLScriptsSQL
import SQLScriptsSchema

/// The type of a column in plain words.
package enum FormType: String, Sendable, Hashable, CaseIterable {
  case text, whole, number, yesno, datetime, date, binary, any, other

  /// The type that a form shows for one in SQL, as the sentences about a script call it. SQLite looks only for a few letters in a type, so it is what the author
  /// meant.
  package init(sql: String) {
    let base = sql.prefix { $0 != "(" }.split(separator: " ").joined(separator: " ").uppercased()
    switch base {
    case "", "ANY": self = .any
    case "BOOLEAN", "BOOL": self = .yesno
    case "DATE": self = .date
    case "DATETIME", "TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE": self = .datetime
    default:
      switch Affinity(sql) {
      case .integer: self = .whole
      case .text: self = .text
      case .blob: self = .binary
      case .real: self = .number
      case .numeric:
        self = ["NUMERIC", "DECIMAL", "NUMBER", "MONEY"].contains(base) ? .number : .other
      }
    }
  }

  /// What the list of the form calls it; nil for one that is written in SQL.
  var words: String? {
    switch self {
    case .text: "Text"
    case .whole: "Whole number"
    case .number: "Number"
    case .yesno: "Yes or no"
    case .datetime: "Date and time"
    case .date: "Date"
    case .binary: "Binary data"
    case .any: "Any value"
    case .other: nil
    }
  }

  /// The type in SQL; empty for none.
  ///
  /// - Parameters:
  ///   - other: the SQL for `other`.
  ///   - isStrict: whether the table is STRICT, which allows few types.
  func sql(_ other: String?, isStrict: Bool) -> String {
    switch self {
    case .text: "TEXT"
    case .whole: "INTEGER"
    case .number: "REAL"
    case .yesno: isStrict ? "INTEGER" : "BOOLEAN"
    case .datetime: isStrict ? "TEXT" : "DATETIME"
    case .date: isStrict ? "TEXT" : "DATE"
    case .binary: "BLOB"
    case .any: isStrict ? "ANY" : ""
    case .other: other ?? ""
    }
  }

  /// Whether a text is the name of a type, and nothing else.
  static func isType(_ sql: String) -> Bool {
    let text = SQLText(sql)
    let words = text.indices.prefix { text.kind($0) == .word }
    guard !words.isEmpty, words.allSatisfy({ !ColumnText.isClause(text.word($0)) }) else {
      return false
    }
    let rest = text.indices.dropFirst(words.count).map { text.word($0) }
    let numbers = rest.dropFirst().dropLast().split(
      separator: ",", omittingEmptySubsequences: false)
    return rest.isEmpty
      || rest.count > 2 && rest.first == "(" && rest.last == ")" && numbers.count < 3
        && numbers.allSatisfy { $0.count == 1 && $0.allSatisfy { Int32($0) != nil } }
  }
}

extension SchemaColumn {
  /// Whether a form does not change the type.
  func hasType(of column: FormColumn, isStrict: Bool) -> Bool {
    let wanted = column.type.sql(column.sqlType, isStrict: isStrict)
    return CanonicalSQL(wanted) == CanonicalSQL(type)
      || column.type != .other && FormType(sql: type) == column.type
  }
}
