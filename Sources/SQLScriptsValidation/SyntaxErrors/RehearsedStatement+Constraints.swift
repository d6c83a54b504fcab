import SQLScriptsDatabase
import SQLScriptsSQL

extension RehearsedStatement {
  /// The violated constraint in words; nil if the statement failed for another reason.
  var constraintWords: (message: String, help: String)? {
    guard let error, denial == nil else { return nil }
    switch error.said.cause {
    case .unique(let columns):
      let names = columns.names.map { "“\($0)”" }.list("and")
      return (
        "“\(columns.table)” already has a row with this \(names)",
        "Remove the row, change its \(names), or write INSERT OR IGNORE."
      )
    case .notNull(let columns):
      let names = columns.names.map { "“\($0)”" }.list("and")
      return (
        "\(names) of “\(columns.table)” is NOT NULL, but would be NULL",
        "Set \(names) to a value."
      )
    case .check(let check):
      return (
        "the row violates the CHECK\(check.isEmpty ? "" : " “\(check.oneLine)”") of the table",
        "Write a value that satisfies the CHECK, or change the CHECK."
      )
    case .datatypeMismatch:
      return (
        "the value for an INTEGER PRIMARY KEY is not an integer",
        "Write an integer, or omit the column so that SQLite assigns an ID."
      )
    case .severalPrimaryKeys:
      return (
        "the table has two primary keys",
        "Keep PRIMARY KEY on one column, or write PRIMARY KEY (a, b) after the last column."
      )
    case .conflictTargetNotUnique:
      return (
        "ON CONFLICT names columns without a matching UNIQUE constraint",
        "Create a UNIQUE index on these columns first, or name the primary key."
      )
    case .cannotAdd(.stored):
      return (
        "a STORED column cannot be added to an existing table",
        "Replace STORED with VIRTUAL."
      )
    case .missingPrimaryKey:
      return (
        "a table WITHOUT ROWID needs a primary key",
        "Add PRIMARY KEY to a column, or remove WITHOUT ROWID."
      )
    case .unknownDatatype:
      return (
        "a STRICT table only allows the types INT, INTEGER, REAL, TEXT, BLOB and ANY",
        "Write one of these types, or remove STRICT."
      )
    case .triggerOnView:
      return (
        "a view can only have INSTEAD OF triggers",
        "Replace BEFORE or AFTER with INSTEAD OF."
      )
    case .cannotAdd(.toView):
      return (
        "a column cannot be added to a view",
        "Drop the view, and recreate it with the column."
      )
    case .viewNotModifiable:
      return (
        "the rows of a view cannot be changed", "Write the name of the table that the view reads."
      )
    case .noSuchModule:
      return (
        "no virtual table module with this name",
        "Correct the name after USING, such as fts5."
      )
    case .havingWithoutGroup:
      return ("HAVING needs a GROUP BY", "Replace HAVING with WHERE.")
    default: return nil
    }
  }
}
