import SQLScriptsSQL
import SQLScriptsSchema

extension FormColumn {
  /// What a form says about the other columns of a new table.
  struct Surroundings {
    /// The name of the table, and of its columns in the primary key.
    let table: String
    let keys: [String]
    let isStrict: Bool
    let schema: SchemaSnapshot
  }

  /// The definition of a new column.
  ///
  /// - Parameters:
  ///   - unique: whether it says UNIQUE.
  ///   - field: the column among the fields: `columns[2]`.
  func definition(
    _ table: Surroundings, unique: Bool, field: String
  ) throws(FormRefusal) -> String {
    var words = [name.formName]
    let type = try sqlType(isStrict: table.isStrict, field: field)
    if !type.isEmpty { words.append(type) }
    let isOnlyKey = isKey && table.keys.count == 1
    let isRowID = isOnlyKey && type.uppercased() == "INTEGER"
    if isOnlyKey { words.append("PRIMARY KEY") }
    if isRequired || isKey, !isRowID { words.append("NOT NULL") }
    if let value = try defaultSQL(type, field: field) {
      if isRowID {
        throw FormRefusal(
          "SQLite numbers the rows in “\(name)”, so it cannot have a default",
          field: "\(field).default"
        )
      }
      words.append("DEFAULT \(value)")
    }
    if unique { words.append("UNIQUE") }
    if let reference = try reference(table, field: field) { words.append(reference) }
    return words.joined(separator: " ")
  }

  /// The type in SQL, checked.
  func sqlType(isStrict: Bool, field: String) throws(FormRefusal) -> String {
    let sql = type.sql(sqlType, isStrict: isStrict)
    guard type == .other else { return sql }
    guard FormType.isType(sql) else {
      throw FormRefusal(
        sql.isEmpty ? "enter a type" : "“\(sql.oneLine)” is not a type, such as VARCHAR(20)",
        field: "\(field).sqlType")
    }
    let types = ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"]
    if isStrict, !types.contains(sql.uppercased()) {
      throw FormRefusal(
        "the table is STRICT, so a type must be one of \(types.joined(separator: ", "))",
        field: "\(field).sqlType")
    }
    return sql
  }

  /// What DEFAULT says; nil if there is none.
  func defaultSQL(_ type: String, field: String) throws(FormRefusal) -> String? {
    guard let input = self.default else { return nil }
    let sql = try input.sql(for: self.type, type, field: "\(field).default")
    if CanonicalSQL(sql).unwrapped.tokens == ["null"] { return nil }
    return FormInput.default(sql)
  }

  /// `REFERENCES user (id) ON DELETE CASCADE`; nil if the rows belong to nothing.
  func reference(_ table: Surroundings, field: String) throws(FormRefusal) -> String? {
    guard let belongsTo else { return nil }
    let field = "\(field).belongsTo"
    let isOwn = belongsTo.table.isSameName(as: table.table)
    let parent = isOwn ? nil : table.schema[belongsTo.table]
    guard isOwn || parent?.kind == .table else {
      throw FormRefusal("there is no table “\(belongsTo.table)”", field: field)
    }
    let keys = parent?.primaryKey ?? table.keys
    guard keys.count == 1 else {
      throw FormRefusal(
        "rows cannot belong to “\(belongsTo.table)”, because its key is not a single column",
        field: field)
    }
    if belongsTo.onDelete == .clear, isRequired || isKey {
      throw FormRefusal(
        "“\(name)” is required, so it cannot be cleared when the row of “\(belongsTo.table)” is deleted",
        field: field)
    }
    let action = belongsTo.onDelete == .refuse ? "" : " ON DELETE \(belongsTo.onDelete.sql)"
    return "REFERENCES \((parent?.name ?? table.table).formName) (\(keys[0].formName))\(action)"
  }
}
