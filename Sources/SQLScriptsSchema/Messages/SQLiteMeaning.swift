import SQLScriptsDatabase
import SQLScriptsSQL

/// The meaning of one of SQLite's error messages, for rules.
///
/// A migration needs fewer meanings, and `SQLiteMessage` reads those. No other type reads messages.
package enum SQLiteMeaning: Sendable, Hashable {
  /// A table and columns of it: `user.id, user.name`.
  package struct Columns: Sendable, Hashable {
    package var table: String
    package var names: [String]
  }

  /// What ALTER TABLE changed before something else stopped working.
  package enum Change: String, Sendable, CaseIterable {
    case rename
    case dropColumn = "drop column"
    case addColumn = "add column"
  }

  /// A column that ALTER TABLE cannot add.
  package enum Addition: String, Sendable, CaseIterable {
    case primaryKey = "Cannot add a PRIMARY KEY column"
    case unique = "Cannot add a UNIQUE column"
    case notNull = "Cannot add a NOT NULL column"
    case computedDefault = "Cannot add a column with non-constant default"
    case stored = "cannot add a STORED column"
    case toView = "Cannot add a column to a view"
  }

  /// A column that ALTER TABLE cannot drop.
  package enum Removal: Sendable, Hashable {
    case primaryKey, unique, last
  }

  /// No table, view, index or trigger has this name. It may have a schema before it: `main.user`.
  case noSuch(SQLObjectKind, String)
  /// No column has this name. It may have a table before it: `user.id`.
  case noSuchColumn(String)
  case noColumn(String, inTable: String)
  case noSuchFunction(String)
  case noSuchModule(String)
  case noSuchCollation(String)
  /// Something else does not exist: a savepoint, a window …
  case noSuchOther
  case unknownFunction(String)
  case unknownDatabase(String)
  /// The name as in the statement. Nil means a table or an index.
  case alreadyExists(SQLObjectKind?, String)
  case duplicateColumn(String)
  case reservedName(String)
  case mayNotBeModified(table: String)

  case syntaxError, incompleteInput, unrecognizedToken, emptyStatement
  case unknownTableOption(String)
  /// `INSERT INTO table` with different numbers of columns and values, `UPDATE … SET (a, b) = (1)`.
  case valueCount(columns: Int, values: Int, table: String?)
  /// VALUES with rows of different lengths.
  case unequalRows
  case havingWithoutGroup

  case unique(Columns)
  /// The unique index has an expression.
  case uniqueIndex(String)
  case notNull(Columns)
  /// The name of the CHECK, or its condition.
  case check(String)
  case otherConstraint
  case datatypeMismatch, cannotStore
  /// A value is not JSON, or a path does not start with `$`.
  case malformedJSON, badJSONPath
  case integerOverflow, badEscape
  /// A failure without a message, for example of a CHECK while ALTER TABLE computes it.
  case withoutReason

  case cannotAdd(Addition)
  case cannotDrop(Removal)
  /// An object of the schema does not work, or would not after a change.
  indirect case broken(SQLObjectKind, String, after: Change?, because: SQLiteMeaning)
  case severalPrimaryKeys, missingPrimaryKey, autoincrementWithoutIntegerKey, unknownDatatype
  case conflictTargetNotUnique, foreignKeyMismatch
  case triggerOnView, viewNotModifiable
  case vacuumInTransaction

  /// A message without a meaning for this program.
  case other
}

extension SQLiteMeaning {
  /// The reason why the view, trigger, index or table does not work; otherwise the message itself.
  package var cause: SQLiteMeaning {
    if case .broken(_, _, _, let reason) = self { reason.cause } else { self }
  }

  /// Whether a message mentions a name.
  package static func mentions(_ name: String, in message: String) -> Bool {
    message.containsIgnoringCase(name)
  }

  /// Whether an object does not exist.
  package var isMissing: Bool {
    switch self {
    case .noSuch, .noSuchColumn, .noSuchFunction, .noSuchModule, .noSuchCollation, .noSuchOther:
      true
    default: false
    }
  }

  /// The name of the missing object, in lower case and without its schema or table; nil for any other message.
  package var missingName: String? {
    switch self {
    case .noSuch(_, let name), .noSuchColumn(let name): name.lastName.asciiLowercased
    case .noColumn(let name, _): name.asciiLowercased
    default: nil
    }
  }

  /// Whether it is a syntax error, found before names are resolved.
  package var isAboutSyntax: Bool {
    switch self {
    case .syntaxError, .incompleteInput, .unrecognizedToken, .unknownTableOption, .emptyStatement:
      true
    default: false
    }
  }

  /// The column that would exist twice, also after a rename.
  package var duplicateColumn: String? {
    switch self {
    case .duplicateColumn(let name): name
    case .broken(.table, _, _, .duplicateColumn(let name)): name
    default: nil
    }
  }
}

extension SQLiteError {
  /// The meaning of the message.
  package var said: SQLiteMeaning { SQLiteMeaning(message) }
}
