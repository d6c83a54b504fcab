import SQLScriptsSQL
import SQLScriptsSchema

extension SchemaColumn {
  /// The declared type in plain words. SQLite looks only for a few letters in a type, so it is what the author meant, not
  /// what a column can contain.
  package var typeWords: String {
    switch baseType {
    case "", "ANY": return "any value"
    case "BOOLEAN", "BOOL": return "yes or no"
    case "DATE": return "date"
    case "DATETIME", "TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE": return "date and time"
    case "TIME": return "time"
    case "JSON", "JSONB": return "JSON"
    case "UUID", "GUID": return "UUID"
    default: break
    }
    switch affinity {
    case .integer: return "whole number"
    case .text: return "text"
    case .blob: return "binary data"
    case .real: return "number"
    case .numeric:
      let isNumber = ["NUMERIC", "DECIMAL", "NUMBER", "MONEY"].contains(baseType)
      return isNumber ? "number" : "type \(type)"
    }
  }

  /// The type without its size, in upper case.
  private var baseType: String {
    type.prefix { $0 != "(" }.split(separator: " ").joined(separator: " ").uppercased()
  }

  /// What a column without a value gets, as SQL; nil if that is NULL.
  var effectiveDefault: String? {
    guard let value = defaultValue.map({ CanonicalSQL($0).unwrapped }), value.tokens != ["null"]
    else { return nil }
    return SQLText(defaultValue ?? "").tokens.count == 1 ? defaultValue : value.text
  }

  /// The default in words: “an empty text”, “the current time”; nil if it is NULL.
  var defaultWords: Words? {
    guard var value = effectiveDefault else { return nil }
    var sql = SQLText(value)
    // A column of numbers stores '0' as 0.
    if sql.tokens.count == 1, sql.tokens[0].kind == .string, let number = Int(sql.name(0)),
      [.integer, .real, .numeric].contains(affinity)
    {
      value = String(number)
      sql = SQLText(value)
    }
    switch sql.tokens.count == 1 ? sql.word(0) : "" {
    case "CURRENT_TIMESTAMP": return "the current time"
    case "CURRENT_DATE": return "the current date"
    case "CURRENT_TIME": return "the current time of day"
    case "0", "FALSE": return baseType.hasPrefix("BOOL") ? "“no”" : "0"
    case "1", "TRUE": return baseType.hasPrefix("BOOL") ? "“yes”" : "1"
    default: break
    }
    if let literal = sql.literalWords(sql.indices, texts: sql.tokens) { return literal }
    let expression = ExpressionReader(sql, sql.indices).expression
    let words = expression.flatMap { NounWords(scope: ExpressionScope()).value($0) }
    return words ?? "the result of an expression\(aside: "Default of \(name: name)", value)"
  }

  /// “whole number, required, 0 for existing rows”
  ///
  /// - Parameter rows: whether there may be rows before the column.
  func words(in table: SchemaTable, existing rows: Bool) -> Words {
    var parts: [Words] = [Words(typeWords)]
    if isGenerated {
      let hasColumn = formula(in: table).map { sql in
        sql.indices.contains { sql.isName($0) && table.column(sql.name($0)) != nil }
      }
      return parts[0] + (hasColumn == false ? ", computed" : ", computed from other columns")
    }
    if let comparison = comparison(in: table) { parts.append(comparison) }
    if isNotNull { parts.append("required") }
    if isUnique(in: table) { parts.append("unique") }
    if var value = defaultWords {
      if value == NounWords.text("") { value = "empty" }
      parts.append(rows ? "\(value) for existing rows" : "\(value) by default")
    } else if rows, !isNotNull {
      parts.append("no value in existing rows")
    }
    return parts.joined(by: ", ")
  }

  private func formula(in table: SchemaTable) -> SQLText? {
    TableClauses(table.sql).generated[SQLName(name)].map { SQLText($0.text) }
  }

  /// “compared ignoring case”; nil without COLLATE.
  private func comparison(in table: SchemaTable) -> Words? {
    guard let collation = TableClauses(table.sql).collations[SQLName(name)].map({ SQLName($0) }),
      collation != ExpressionScope.binary
    else { return nil }
    switch collation {
    case SQLName("NOCASE"): return "compared ignoring case"
    case SQLName("RTRIM"): return "compared ignoring spaces at the end"
    default: return "compared with the collation \(name: collation.text)"
    }
  }

  /// Whether a UNIQUE of its own, or the primary key, keeps its values apart.
  func isUnique(in table: SchemaTable) -> Bool {
    table.indexes.contains {
      $0.origin == .unique && $0.columns.map { SQLName($0 ?? "") } == [SQLName(name)]
    }
  }
}
