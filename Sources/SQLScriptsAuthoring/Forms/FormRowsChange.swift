import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The statements for changes of rows.
struct FormRowsChange {
  private let schema: SchemaSnapshot
  private let standIns: StandIns

  init(_ schema: SchemaSnapshot, _ standIns: StandIns) {
    (self.schema, self.standIns) = (schema, standIns)
  }

  func statement(of change: FormChange) throws -> String {
    let statement: String
    switch change {
    case .fillValues(let table, let column, let value, let rows):
      let table = try self.table(table)
      let filled = try writable(column, of: table, field: "column")
      let condition = try condition(rows, filling: filled, of: table)
      statement =
        "UPDATE \(table.name.formName) SET \(filled.name.formName) = "
        + (try sql(value, for: filled, of: table, field: "to")) + condition
    case .deleteRows(let table, let rows):
      let table = try self.table(table)
      statement =
        "DELETE FROM \(table.name.formName)" + (try condition(rows, filling: nil, of: table))
    case .addRow(let table, let values):
      statement = try insert(values, into: self.table(table))
    default: return ""
    }
    do throws(SQLiteError) {
      try FormScratch(schema.creations(), standIns).check(statement)
    } catch {
      throw FormRefusal(error)
    }
    return statement
  }

  private func table(_ name: String) throws(FormRefusal) -> SchemaTable {
    guard let table = schema[name] else {
      throw FormRefusal("there is no table “\(name)”", field: "table")
    }
    guard table.kind == .table || table.kind == .virtual else {
      throw FormRefusal("“\(table.name)” is a view, which has no rows of its own", field: "table")
    }
    return table
  }

  private func column(
    _ name: String, of table: SchemaTable, field: String
  ) throws(FormRefusal) -> SchemaColumn {
    if let column = table.column(exactly: name) { return column }
    throw FormRefusal("“\(table.name)” has no column “\(name)”", field: field)
  }

  private func writable(
    _ name: String, of table: SchemaTable, field: String
  ) throws(FormRefusal) -> SchemaColumn {
    let column = try column(name, of: table, field: field)
    guard !column.isGenerated else {
      throw FormRefusal(
        "“\(column.name)” is computed from other columns, so it cannot be filled", field: field)
    }
    return column
  }

  /// The SQL of what was typed, compiled if it is an expression.
  ///
  /// - Parameter table: the table whose columns it may use.
  private func sql(
    _ input: FormInput, for column: SchemaColumn, of table: SchemaTable?, field: String
  ) throws(FormRefusal) -> String {
    let sql = try input.sql(for: column, field: field)
    guard case .sql = input else { return sql }
    do throws(SQLiteError) {
      let source = table.map { " FROM \($0.name.quotedName)" } ?? ""
      try FormScratch(schema.creations(), standIns).check("SELECT (\(sql))\(source)")
    } catch {
      throw FormRefusal(error, field: field)
    }
    return sql
  }

  private func condition(
    _ rows: FormRows, filling filled: SchemaColumn?, of table: SchemaTable
  ) throws(FormRefusal) -> String {
    switch rows {
    case .all: return ""
    case .empty:
      guard let filled else { throw FormRefusal("choose the rows", field: "where") }
      return try condition(filled, isFilled: false, of: table, field: "where")
    case .filled(let name, let isFilled):
      let column = try column(name, of: table, field: "where.column")
      return try condition(column, isFilled: isFilled, of: table, field: "where.column")
    case .having(let name, let value):
      let column = try column(name, of: table, field: "where.column")
      let sql = try self.sql(value, for: column, of: table, field: "where.is")
      let isNull = CanonicalSQL(sql).unwrapped.tokens == ["null"]
      return " WHERE \(column.name.formName) " + (isNull ? "IS NULL" : "= \(sql.asOperand)")
    }
  }

  /// A required text is empty if it has no characters. Other required columns and the number of a row always have a value.
  private func condition(
    _ column: SchemaColumn, isFilled: Bool, of table: SchemaTable, field: String
  ) throws(FormRefusal) -> String {
    let name = column.name.formName
    let isNumber = table.rowIDAlias?.name.isSameName(as: column.name) ?? false
    if !column.isNotNull, !isNumber { return " WHERE \(name) IS \(isFilled ? "NOT NULL" : "NULL")" }
    guard FormType(sql: column.type) == .text else {
      throw FormRefusal(
        "“\(column.name)” has a value in all rows", field: field)
    }
    return " WHERE \(name) \(isFilled ? "<>" : "=") ''"
  }

  private func insert(
    _ values: [String: FormInput], into table: SchemaTable
  ) throws(FormRefusal) -> String {
    var inputs: [SQLName: FormInput] = [:]
    for (name, value) in values.sorted(by: { SQLName($0.key) < SQLName($1.key) }) {
      let column = try writable(name, of: table, field: "values.\(name)")
      guard inputs.updateValue(value, forKey: SQLName(column.name)) == nil else {
        throw FormRefusal("“\(column.name)” occurs twice", field: "values.\(name)")
      }
    }
    var names: [String] = []
    var literals: [String] = []
    let alias = table.rowIDAlias?.name
    for column in table.columns where !column.isGenerated {
      let field = "values.\(column.name)"
      if let input = inputs[SQLName(column.name)] {
        names.append(column.name.formName)
        literals.append(try sql(input, for: column, of: nil, field: field))
      } else if column.isNotNull, (column.defaultValue ?? "NULL").uppercased() == "NULL",
        !(alias?.isSameName(as: column.name) ?? false)
      {
        throw FormRefusal("“\(column.name)” is required, so enter a value", field: field)
      }
    }
    let target = "INSERT INTO \(table.name.formName) "
    if names.isEmpty { return target + "DEFAULT VALUES" }
    return target
      + "(\(names.joined(separator: ", "))) VALUES (\(literals.joined(separator: ", ")))"
  }
}

extension String {
  /// In parentheses, unless it is one token or a signed number.
  fileprivate var asOperand: String {
    let sql = SQLText(self)
    let isSigned = sql.indices.count == 2 && ["+", "-"].contains(sql.word(0))
    return sql.indices.count == 1 || isSigned ? self : "(\(self))"
  }
}
