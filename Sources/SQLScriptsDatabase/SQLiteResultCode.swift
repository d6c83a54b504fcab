import CSQLScriptsLibrary

/// An extended result code of SQLite.
///
/// See <https://www.sqlite.org/rescode.html>.
public struct SQLiteResultCode: RawRepresentable, Sendable, Hashable {
  /// The extended code, as `sqlite3_extended_errcode()` returns it.
  public let rawValue: Int32

  /// Creates a code from its number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The primary code: the lowest eight bits.
  public var primary: SQLiteResultCode { SQLiteResultCode(rawValue: rawValue & 0xFF) }

  /// The statement has an error, or names a missing object.
  public static let error = SQLiteResultCode(rawValue: SQLITE_ERROR)
  /// The authorizer denied it.
  public static let notAuthorized = SQLiteResultCode(rawValue: SQLITE_AUTH)
  /// Another connection holds a lock.
  public static let busy = SQLiteResultCode(rawValue: SQLITE_BUSY)
  /// Another statement of this connection holds a lock.
  public static let locked = SQLiteResultCode(rawValue: SQLITE_LOCKED)
  /// Another connection that shares the cache holds a lock.
  package static let lockedSharedCache = SQLiteResultCode(rawValue: SQLITE_LOCKED | 1 << 8)
  /// Memory ran out.
  public static let noMemory = SQLiteResultCode(rawValue: SQLITE_NOMEM)
  /// The database cannot be written.
  public static let readOnly = SQLiteResultCode(rawValue: SQLITE_READONLY)
  /// The database file was moved since it was opened (an extended code of `readOnly`).
  public static let moved = SQLiteResultCode(rawValue: SQLITE_READONLY | (4 << 8))
  /// The statement was interrupted.
  public static let interrupted = SQLiteResultCode(rawValue: SQLITE_INTERRUPT)
  /// The operating system reported an error.
  public static let inputOutput = SQLiteResultCode(rawValue: SQLITE_IOERR)
  /// The database file is damaged.
  public static let corrupt = SQLiteResultCode(rawValue: SQLITE_CORRUPT)
  /// The disk is full.
  public static let full = SQLiteResultCode(rawValue: SQLITE_FULL)
  /// The file cannot be opened.
  public static let cannotOpen = SQLiteResultCode(rawValue: SQLITE_CANTOPEN)
  /// The lock protocol failed after many retries.
  public static let lockingProtocol = SQLiteResultCode(rawValue: SQLITE_PROTOCOL)
  /// A statement or value is larger than SQLite's limit.
  public static let tooBig = SQLiteResultCode(rawValue: SQLITE_TOOBIG)
  /// A constraint is violated.
  public static let constraint = SQLiteResultCode(rawValue: SQLITE_CONSTRAINT)
  /// A trigger refused a row with RAISE (an extended code of `constraint`).
  package static let triggerConstraint = SQLiteResultCode(rawValue: SQLITE_CONSTRAINT | (7 << 8))
  /// A value has the wrong type for an INTEGER PRIMARY KEY or LIMIT.
  package static let mismatch = SQLiteResultCode(rawValue: SQLITE_MISMATCH)
  /// The library was used in a way it does not allow.
  public static let misuse = SQLiteResultCode(rawValue: SQLITE_MISUSE)
  /// The file is not a database, or is encrypted.
  public static let notADatabase = SQLiteResultCode(rawValue: SQLITE_NOTADB)
  /// The operating system refuses access.
  public static let permission = SQLiteResultCode(rawValue: SQLITE_PERM)
}

extension SQLiteResultCode: CustomStringConvertible {
  /// SQLite's name of the primary code, if it is a common one, with the number.
  public var description: String {
    let name = Self.names[primary.rawValue] ?? "SQLITE"
    return "\(name) (\(rawValue))"
  }

  private static let names: [Int32: String] = [
    SQLITE_ERROR: "SQLITE_ERROR", SQLITE_INTERNAL: "SQLITE_INTERNAL", SQLITE_PERM: "SQLITE_PERM",
    SQLITE_ABORT: "SQLITE_ABORT", SQLITE_BUSY: "SQLITE_BUSY", SQLITE_LOCKED: "SQLITE_LOCKED",
    SQLITE_NOMEM: "SQLITE_NOMEM", SQLITE_READONLY: "SQLITE_READONLY",
    SQLITE_INTERRUPT: "SQLITE_INTERRUPT", SQLITE_IOERR: "SQLITE_IOERR",
    SQLITE_CORRUPT: "SQLITE_CORRUPT", SQLITE_NOTFOUND: "SQLITE_NOTFOUND",
    SQLITE_FULL: "SQLITE_FULL", SQLITE_CANTOPEN: "SQLITE_CANTOPEN",
    SQLITE_PROTOCOL: "SQLITE_PROTOCOL", SQLITE_SCHEMA: "SQLITE_SCHEMA",
    SQLITE_TOOBIG: "SQLITE_TOOBIG", SQLITE_CONSTRAINT: "SQLITE_CONSTRAINT",
    SQLITE_MISMATCH: "SQLITE_MISMATCH", SQLITE_MISUSE: "SQLITE_MISUSE", SQLITE_AUTH: "SQLITE_AUTH",
    SQLITE_RANGE: "SQLITE_RANGE", SQLITE_NOTADB: "SQLITE_NOTADB",
  ]
}
