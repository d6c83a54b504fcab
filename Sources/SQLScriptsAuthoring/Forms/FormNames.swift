import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Names that somebody typed.
enum FormNames {
  /// Checks the name of a new table or column.
  ///
  /// - Parameter thing: “table” or “column”.
  static func check(_ name: String, of thing: String, field: String) throws(FormRefusal) {
    guard name.utf8.contains(where: { !$0.isBlank }) else {
      throw FormRefusal("enter a name for the \(thing)", field: field)
    }
    guard !name.utf8.contains(0) else {
      throw FormRefusal("a name cannot contain the character NUL", field: field)
    }
  }

  /// Checks the new name of a table.
  ///
  /// - Parameter was: its present name, which may get other letters.
  static func checkTable(
    _ name: String, was: String? = nil, in schema: SchemaSnapshot
  ) throws(FormRefusal) {
    try check(name, of: "table", field: "name")
    if SQLName(name).isReserved {
      throw FormRefusal("names that begin with “sqlite_” belong to SQLite", field: "name")
    }
    if VersionSchemas.hiddenTables.contains(where: { $0.isSameName(as: name) }) {
      throw FormRefusal(
        "“\(name)” belongs to the migration and cannot be a table of the app", field: "name")
    }
    if was?.isSameName(as: name) ?? false { return }
    if let other = schema[name] {
      throw FormRefusal(
        "there is already a \(other.kind == .view ? "view" : "table") “\(other.name)”",
        field: "name")
    }
    if schema.table(ofIndex: name) != nil {
      throw FormRefusal("there is already an index “\(name)”", field: "name")
    }
  }

  /// Checks the names of all columns of a table.
  static func check(_ columns: [FormColumn]) throws(FormRefusal) {
    guard !columns.isEmpty else {
      throw FormRefusal("a table needs at least one column", field: "columns")
    }
    var names: Set<SQLName> = []
    for (index, column) in columns.enumerated() {
      let field = "columns[\(index)].name"
      try check(column.name, of: "column", field: field)
      guard names.insert(SQLName(column.name)).inserted else {
        throw FormRefusal("two columns have the name “\(column.name)”", field: field)
      }
    }
  }

  /// A name for an index that nothing else has.
  static func index(_ table: String, _ columns: [String], in schema: SchemaSnapshot) -> String {
    let name = ([table] + columns).joined(separator: "_")
    var free = name
    var number = 2
    while schema[free] != nil || schema.table(ofIndex: free) != nil || SQLName(free).isReserved {
      free = "\(SQLName(name).isReserved ? "index_" : "")\(name)_\(number)"
      number += 1
    }
    return free
  }
}

extension String {
  /// The name in a statement, in double quotes unless it is plain and no word of SQL with a value.
  var formName: String {
    let values = ["CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "TRUE", "FALSE"]
    return values.contains(uppercased()) ? quotedName : quotedIfNeeded
  }
}
