import SQLScriptsSQL
import SQLScriptsSchema

extension RowRequirement {
  /// A query for the rows that do not fit, before the update; nil if there is none.
  ///
  /// - Parameter rows: what to select from.
  func violations(in rows: RowSource, _ draft: SchemaDraft, _ old: SchemaSnapshot) -> String? {
    let source = rows.name(mentioning: mentionedNames)
    // A condition may qualify its columns with the name of the table.
    let from =
      "SELECT * FROM \(source)"
      + (source == table.name.quotedName ? "" : " AS \(table.name.quotedName)")
    switch kind {
    case .newColumn:
      return column.map {
        rows.fills($0.name) ? "\(from) WHERE \($0.name.quotedName) IS NULL" : "\(from) LIMIT 20"
      }
    case .notNull: return column.map { "\(from) WHERE \($0.name.quotedName) IS NULL" }
    case .type: return column.map { "\(from) WHERE NOT (\(fits($0)))" }
    case .check(let condition): return "\(from) WHERE NOT (\(condition))"
    case .unique(let key): return key.duplicates(in: source)
    case .foreignKey(let key):
      let present = key.columns.map { "child.\($0.quotedName) IS NOT NULL" }
      let parent = draft.formerName(of: key.parent)
      var conditions = present
      // A new table has no rows yet.
      if let table = old[parent], table.kind == .table {
        let keys = key.keys.isEmpty ? table.primaryKey : key.keys
        let pairs = zip(keys, key.columns).map { name, column in
          let former = draft.formerName(of: name, in: key.parent)
          return "parent.\(former.quotedName) = child.\(column.quotedName)"
        }
        conditions.append(
          "NOT EXISTS (SELECT 1 FROM \(table.name.quotedName) AS parent WHERE "
            + pairs.joined(separator: " AND ") + ")")
      }
      return
        "SELECT child.* FROM \(source) AS child WHERE \(conditions.joined(separator: " AND "))"
    }
  }

  private var mentionedNames: Set<SQLName> {
    var names = Set([column].compactMap { $0 }.map { SQLName($0.name) })
    switch kind {
    case .check(let condition): names.formUnion(MentionedNames(condition).names.map { SQLName($0) })
    case .unique(let key):
      let texts = key.terms + [key.condition].compactMap { $0 }
      names.formUnion(texts.flatMap { MentionedNames($0).names }.map { SQLName($0) })
    case .foreignKey(let key): names.formUnion(key.columns.map { SQLName($0) })
    case .newColumn, .notNull, .type: break
    }
    return names
  }

  /// A condition for values that stay what they are.
  private func fits(_ column: SchemaColumn) -> String {
    let name = column.name.quotedName
    // A STRICT table refuses what it cannot convert.
    let exact = table.isStrict && column.affinity == .integer ? "INTEGER" : "NUMERIC"
    let number =
      "typeof(\(name)) = 'text' AND CAST(CAST(\(name) AS \(exact)) AS TEXT) = \(name)"
    let classes: String
    switch column.affinity {
    case .integer:
      classes =
        "typeof(\(name)) = 'integer' OR typeof(\(name)) = 'real' AND CAST(\(name) AS INTEGER) = \(name) OR \(number)"
    case .text: classes = "typeof(\(name)) IN ('text', 'integer')"
    case .real:
      classes =
        "typeof(\(name)) = 'real' OR typeof(\(name)) = 'integer' AND abs(\(name)) <= 9007199254740992"
        + " OR \(number) AND abs(CAST(\(name) AS NUMERIC)) <= 9007199254740992"
    case .numeric: classes = "typeof(\(name)) IN ('integer', 'real') OR \(number)"
    default: classes = "typeof(\(name)) = 'blob'"
    }
    return "\(name) IS NULL OR \(classes)"
  }
}
