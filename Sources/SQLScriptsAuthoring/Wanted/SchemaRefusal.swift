import SQLScriptsSQL

/// Why no update can be written.
package enum SchemaRefusal: Error, Sendable, Hashable {
  /// An answer names something that is not in its schema.
  case unknown(SchemaPlace, inWanted: Bool)
  /// An answer says that something was renamed or dropped, but both schemas have it.
  case notGone(SchemaPlace)
  /// An answer names a new name that the old schema has already.
  case notNew(SchemaPlace)
  /// An answer says that something was renamed, and another one that it is dropped.
  case contradiction(SchemaPlace)
  /// An answer gives a value to the rows of a table that is new, or has none of its own.
  case noRows(SchemaPlace)
  /// An answer gives a value to a generated column.
  case computed(SchemaPlace)
  /// SQLite refuses a rename.
  case rename(message: String)
  /// The wanted schema has no tables, which is rather a wrong or an empty file.
  case empty
  /// Two things have the same new name.
  case renamedTwice(String)
  /// A table became a view or a virtual table, or the other way round.
  case otherKind(String)
  /// The expression of an answer is not one that SQLite accepts for this table.
  case wrongExpression(SchemaPlace, message: String)
  /// A .sql file cannot contain the queries for rows that do not fit.
  case guardNeedsOtherFormat
  /// The statements need a newer SQLite than the oldest target has.
  case needsNewerSQLite(String)
}

extension SchemaRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let place, let inWanted):
      "there is no “\(place.text)” in the \(inWanted ? "wanted" : "current") schema"
    case .notGone(let place): "“\(place.text)” is in both schemas, so it stays"
    case .notNew(let place): "the current schema has “\(place.text)” already"
    case .contradiction(let place):
      "“\(place.text)” cannot be both renamed and dropped"
    case .noRows(let place):
      "“\(place.table.text)” has no rows before the update, so “\(place.text)” cannot be filled"
    case .computed(let place): "“\(place.text)” is computed, so it cannot be filled"
    case .rename(let message): "SQLite refuses the rename: \(message)"
    case .empty: "the wanted schema has no tables"
    case .renamedTwice(let name): "two things cannot both be renamed to “\(name)”"
    case .otherKind(let name):
      "“\(name)” is a table in one schema and a view or a virtual table in the other"
    case .wrongExpression(let place, let message):
      "the expression for “\(place.text)” cannot be computed: \(message)"
        + (Self.missesColumn(message) ? ". Text has to be in single quotes, as in 'general'" : "")
    case .guardNeedsOtherFormat:
      "a .sql file cannot contain the queries that stop the update, so it has to be JSON or a property list (--format)"
    case .needsNewerSQLite(let words): words
    }
  }

  /// Whether a word is no column. Perhaps it is meant as a text.
  private static func missesColumn(_ message: String) -> Bool {
    if case .noSuchColumn = SQLiteMessage(message) { true } else { false }
  }
}
