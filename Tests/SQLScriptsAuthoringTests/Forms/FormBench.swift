import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation
import Testing

@testable import SQLScriptsAuthoring

/// A database with rows, on which the statements of forms run.
struct FormBench {
  let connection: Connection

  init(_ statements: String...) throws {
    connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for statement in statements { try connection.execute(statement) }
  }

  var schema: SchemaSnapshot {
    get throws { try WantedUpdate.snapshot(of: connection) }
  }

  func table(_ name: String) throws -> SchemaTable { try #require(try schema[name]) }

  /// The columns of a table as a form shows them before anything is changed.
  func columns(_ name: String) throws -> [FormColumn] {
    let table = try table(name)
    return table.columns.map { FormColumn($0, in: table) }
  }

  /// The table with changed columns.
  func change(
    _ table: String, name: String? = nil, _ edit: (inout [FormColumn]) -> Void = { _ in }
  ) throws -> FormChange {
    var columns = try columns(table)
    edit(&columns)
    return .changeTable(table, name: name ?? table, columns: columns)
  }

  func result(_ change: FormChange, _ answers: [FormAnswer] = []) throws -> FormResult {
    try change.result(on: schema, answers: answers)
  }

  /// Runs the statements of a change, if no row stops it.
  @discardableResult
  func run(_ change: FormChange, _ answers: [FormAnswer] = []) throws -> [String] {
    let result = try result(change, answers)
    #expect(result.questions == [])
    for query in result.require { #expect(try connection.rows(query) == []) }
    for statement in result.statements { try connection.execute(statement) }
    #expect(try connection.rows("PRAGMA foreign_key_check") == [])
    #expect(try connection.value("PRAGMA integrity_check") == .text("ok"))
    return result.statements
  }

  /// All values of a query as text, row by row.
  func rows(_ query: String) throws -> [String] {
    try connection.rows(query).map { row in
      row.map { value in
        switch value {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text
        default: "\(value)"
        }
      }.joined(separator: "|")
    }
  }

  /// The message and the field of the refusal of a change; nil if it is not refused.
  func refusal(_ change: FormChange, _ answers: [FormAnswer] = []) throws -> String? {
    do {
      _ = try result(change, answers)
      return nil
    } catch let refusal as FormRefusal {
      return [refusal.field, refusal.message].compactMap { $0 }.joined(separator: ": ")
    }
  }
}

extension FormColumn {
  /// A column as a form shows it before anything is changed.
  init(_ column: SchemaColumn, in table: SchemaTable) {
    let state = FormColumnState(column, in: table)
    let type = FormType(sql: column.type)
    self.init(
      was: column.name, name: column.name, type: type,
      sqlType: type == .other ? column.type : nil, isRequired: column.isNotNull,
      default: column.defaultValue.map { .sql($0) }, isUnique: state.isUnique,
      isKey: state.isKey, belongsTo: state.reference)
  }
}
