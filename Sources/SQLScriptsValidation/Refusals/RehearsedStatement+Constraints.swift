import SQLScriptsDatabase
import SQLScriptsSQL

extension RehearsedStatement {
  /// What a rule of the table itself refused, in words; nil if the statement failed for another reason.
  var constraintWords: (message: String, help: String)? {
    guard let error, denial == nil else { return nil }
    switch error.said.cause {
    case .unique(let columns):
      let names = columns.names.map { "“\($0)”" }.joined(separator: " and ")
      return (
        "“\(columns.table)” has a row with this \(names) already",
        "Take the row out, give it another \(names), or write INSERT OR IGNORE."
      )
    case .notNull(let columns):
      let names = columns.names.map { "“\($0)”" }.joined(separator: " and ")
      return (
        "This leaves \(names) of “\(columns.table)” empty, which is NOT NULL",
        "Give \(names) a value."
      )
    case .check(let check):
      return (
        "This does not satisfy the CHECK\(check.isEmpty ? "" : " “\(check.oneLine)”") of the table",
        "Write a value that satisfies it, or change the CHECK."
      )
    case .datatypeMismatch:
      return (
        "This puts something else than a whole number into an INTEGER PRIMARY KEY",
        "Write a whole number, or leave the column out: SQLite numbers the row."
      )
    case .severalPrimaryKeys:
      return (
        "This table has two primary keys",
        "Keep PRIMARY KEY at one column, or write PRIMARY KEY (a, b) behind the last column."
      )
    case .conflictTargetNotUnique:
      return (
        "ON CONFLICT names columns that are not UNIQUE together",
        "Make a UNIQUE index on these columns before, or name the primary key."
      )
    case .cannotAdd(.stored):
      return (
        "A STORED column cannot be added to a table that exists",
        "Write VIRTUAL in place of STORED."
      )
    case .missingPrimaryKey:
      return (
        "A table WITHOUT ROWID needs a primary key",
        "Add PRIMARY KEY to a column, or take WITHOUT ROWID out."
      )
    case .unknownDatatype:
      return (
        "A STRICT table knows INT, INTEGER, REAL, TEXT, BLOB and ANY only",
        "Write one of these types, or take STRICT out."
      )
    case .triggerOnView:
      return (
        "A view can only have INSTEAD OF triggers",
        "Write INSTEAD OF in place of BEFORE or AFTER."
      )
    case .cannotAdd(.toView):
      return (
        "A view has the columns of its SELECT and gets no others",
        "Drop the view, and create it again with the column."
      )
    case .viewNotModifiable:
      return (
        "A view has no rows of its own to change", "Write the table that the view reads."
      )
    case .noSuchModule:
      return (
        "SQLite has no kind of virtual table with this name here",
        "Correct the name behind USING, such as fts5."
      )
    case .havingWithoutGroup:
      return ("HAVING needs a GROUP BY", "Write WHERE in place of HAVING.")
    default: return nil
    }
  }
}
