/// The version of a database as it was found, before any decision.
enum InstalledVersion: Sendable, Hashable {
  /// No user object at all: a new database (law 5).
  case new

  /// No version, and a script outside a transaction has begun to create the database (law 19).
  case begun(StepPosition)

  /// The version whose script was last applied (law 1).
  case version(Int64)

  /// A number without a history: another tool wrote it, and may have meant something else (law 9).
  case unattested(Int64)

  /// User objects but no version (law 9): a few of their names, for the error.
  case unversioned(objects: [String])

  /// A stored value that cannot be a version (law 11).
  case malformed(MalformedVersion)

  /// The version is stored in a different place than expected (law 4).
  case elsewhere(MisplacedVersion)
}

/// The reason why a stored version is invalid (law 11). It is reported; the version is never guessed.
public enum MalformedVersion: Error, Sendable, Hashable {
  /// `db_version` has no row.
  case noRow
  /// `db_version` has more than one row.
  case severalRows
  /// The version is NULL.
  case null
  /// The version is below zero.
  case negative(Int64)
  /// The version is not an integer: the value that was found instead.
  case notAnInteger(String)
  /// The next step that the classic manager stored is below one.
  case notAStep(Int64)
  /// The version table has no column for the version.
  case noColumn(table: String, column: String)
  /// There is a history up to this version, but `db_version` is missing.
  case missingTable(historyEndsAt: Int64?)
  /// The history continues above the version: somebody lowered it, and scripts would run twice.
  case belowHistory(version: Int64, historyEndsAt: Int64, VersionStore)
}

extension MalformedVersion: CustomStringConvertible {
  /// The problem in one sentence.
  public var description: String {
    switch self {
    case .noRow: "the table db_version is empty, so the installed version is unknown"
    case .severalRows: "the table db_version has more than one row"
    case .null: "the stored version is NULL"
    case .negative(let number): "the installed version is negative: \(number)"
    case .notAnInteger(let found): "the stored version is “\(found)”, not a whole number"
    case .notAStep(let number):
      "the next step in db_version is \(number), but YSqliteManager counts from 1"
    case .noColumn(let table, let column): "the table \(table) has no column \(column)"
    case .missingTable(let version?):
      "the table db_version is missing, but the history ends at version \(version)"
    case .missingTable(nil): "the table db_version is missing, but there is a history"
    case .belowHistory(let version, let last, let store):
      """
      \(store) says version \(version), but the history ends at version \(last), so applied updates would run again
      """
    }
  }

  /// Advice, as a sentence without a period.
  var remedy: String {
    if case .noColumn(let table, _) = self {
      return """
        If \(table) is a table of the app, keep the version elsewhere: set versionStore to .userVersion, and let \
        adoption read the number
        """
    }
    guard case .belowHistory(let version, let last, _) = self else {
      return "Correct the version in the database by hand"
    }
    return """
      If the updates up to \(last) were applied, set the version to \(last). To go back to version \(version), \
      restore a backup, or undo the updates and DELETE FROM db_version_history WHERE version > \(version)
      """
  }
}
