import SQLScriptsSQL
import SQLScriptsSchema

extension SchemaColumn {
  /// The declared type in plain words. SQLite looks only for a few letters in a type, so it is what the author meant, not
  /// what a column can contain.
  package var typeWords: String {
    let base = type.prefix { $0 != "(" }.split(separator: " ").joined(separator: " ").uppercased()
    switch base {
    case "": return "any value"
    case "BOOLEAN", "BOOL": return "yes or no"
    case "DATE": return "date"
    case "DATETIME", "TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE": return "date and time"
    case "TIME": return "time"
    case "JSON", "JSONB": return "JSON"
    case "UUID", "GUID": return "UUID"
    case "ANY": return "any value"
    default: break
    }
    switch affinity {
    case .integer: return "whole number"
    case .text: return "text"
    case .blob: return "binary data"
    case .real: return "number"
    case .numeric:
      let isNumber = ["NUMERIC", "DECIMAL", "NUMBER", "MONEY"].contains(base)
      return isNumber ? "number" : "type \(type)"
    }
  }

  /// What a column without a value gets, as SQL; nil if that is NULL.
  var effectiveDefault: String? {
    guard let value = defaultValue.map({ CanonicalSQL($0).unwrapped }), value.tokens != ["null"]
    else { return nil }
    return SQLText(defaultValue ?? "").tokens.count == 1 ? defaultValue : value.text
  }

  /// “whole number, required, 0 for existing rows”
  ///
  /// - Parameter rows: whether there may be rows before the column.
  func words(in table: SchemaTable, existing rows: Bool) -> Words {
    var parts: [Words] = [Words(typeWords)]
    if isGenerated {
      return parts.joined(by: ", ") + ", computed from other columns"
    }
    if isNotNull { parts.append("required") }
    let unique = table.indexes.contains {
      $0.origin == .unique && $0.columns.map { SQLName($0 ?? "") } == [SQLName(name)]
    }
    if unique { parts.append("unique") }
    if let value = effectiveDefault {
      let words: Words = SQLText(value).tokens.count <= 2 ? Words(value) : "\(code: value)"
      parts.append(rows ? "\(words) for existing rows" : "\(words) by default")
    } else if rows {
      parts.append("no value in existing rows")
    }
    return parts.joined(by: ", ")
  }
}
