import SQLScriptsSQL
import SQLScriptsSchema

extension FormInput {
  /// What somebody may have typed to get some SQL: a value if there is one, and otherwise the expression.
  init(reading sql: String, for type: FormType, _ sqlType: String) {
    let text = SQLText(sql)
    let isString = text.indices.count == 1 && text.kind(0) == .string
    let typed = isString ? text.name(0) : sql
    let literal = try? FormInput.value(typed).sql(for: type, sqlType, field: "")
    let isValue = !typed.isEmpty && literal.map { CanonicalSQL($0) } == CanonicalSQL(sql)
    self = isValue ? .value(typed) : .sql(sql)
  }

  init(reading sql: String, for column: SchemaColumn) {
    self.init(reading: sql, for: FormType(sql: column.type), column.type)
  }
}

extension FormColumn {
  /// A column as a form shows it.
  ///
  /// - Parameter was: its name before the change; nil for a new column.
  init(reading column: SchemaColumn, in table: SchemaTable, was: String?) {
    let state = FormColumnState(column, in: table)
    var type = FormType(sql: column.type)
    // A new column would get the usual type of its kind.
    let usual = CanonicalSQL(type.sql(column.type, isStrict: table.isStrict))
    if was == nil, usual != CanonicalSQL(column.type) { type = .other }
    self.init(
      was: was, name: column.name, type: type, sqlType: type == .other ? column.type : nil,
      isRequired: column.isNotNull,
      default: column.defaultValue.map { FormInput(reading: $0, for: type, column.type) },
      isUnique: state.isUnique, isKey: state.isKey, belongsTo: state.reference)
  }
}

extension FormChange {
  /// Whether the fields of a form, which have one line, can show all of it.
  var isTypeable: Bool {
    switch self {
    case .createTable(let name, let columns):
      name.isTypeableName && columns.allSatisfy(\.isTypeable)
    case .changeTable(_, let name, let columns):
      name.isTypeableName && columns.allSatisfy(\.isTypeable)
    case .fillValues(_, _, let input, let rows): input.isTypeable && rows.isTypeable
    case .deleteRows(_, let rows): rows.isTypeable
    case .addRow(_, let values): !values.isEmpty && values.values.allSatisfy(\.isTypeable)
    case .dropTable, .addIndex, .dropIndex: true
    }
  }
}

extension FormColumn {
  fileprivate var isTypeable: Bool {
    name.isTypeableName && sqlType?.isTypeableName ?? true && self.default?.isTypeable ?? true
  }
}

extension FormRows {
  fileprivate var isTypeable: Bool {
    if case .having(_, let input) = self { input.isTypeable } else { true }
  }
}

extension FormInput {
  fileprivate var isTypeable: Bool {
    switch self {
    case .value(let text): !text.contains(where: \.isNewline)
    case .sql(let text): text.isTypeableName
    }
  }
}

extension String {
  /// Whether it is one line without blanks around it.
  fileprivate var isTypeableName: Bool {
    !contains(where: \.isNewline) && first?.isWhitespace != true && last?.isWhitespace != true
  }
}
