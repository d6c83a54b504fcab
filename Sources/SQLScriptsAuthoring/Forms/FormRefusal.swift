import SQLScriptsDatabase
import SQLScriptsSQL

/// Why a change of a form cannot be made, for the person in front of it.
package struct FormRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  package let message: String

  /// The field that it is about: `columns[2].name`; nil for the whole form.
  package let field: String?

  package init(_ message: String, field: String? = nil) {
    self.message = message
    self.field = field
  }

  package var description: String { message }

  init(_ error: SQLiteError, field: String? = nil) {
    self.init("SQLite does not accept this: \(error.message)", field: field)
  }

  init(_ refusal: SchemaEdit.Refusal) {
    switch refusal {
    case .noTable(let name, _): self.init("there is no table “\(name)”", field: "table")
    case .noColumn(let name, let table, _):
      self.init("“\(table)” has no column “\(name)”", field: "columns")
    case .notATable(let name):
      self.init(
        "“\(name)” is a view or a virtual table, which a form cannot change", field: "table")
    case .exists(let name): self.init("“\(name)” exists already", field: "name")
    case .repeated(let name): self.init("“\(name)” is named twice", field: "columns")
    case .isNeeded(let column, let table):
      self.init(
        "“\(column)” cannot be dropped, because the key, a reference or another constraint of “\(table)” needs it",
        field: "columns")
    case .notADefinition, .notOneColumn, .notOneStatement:
      self.init("this is not the definition of a table")
    case .invalid(let message): self.init("SQLite does not accept this: \(message)")
    }
  }
}
