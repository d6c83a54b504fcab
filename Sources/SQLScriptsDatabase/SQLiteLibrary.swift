import CSQLScriptsLibrary

/// The copy of SQLite that SQLScripts calls: the linked one, usually the system's, unless the app chooses another.
///
/// An app that links SQLCipher, a custom build or its own amalgamation has two copies. A connection of one cannot be
/// used with the functions of the other. Choose the copy at launch, before the first database:
///
/// ```swift
/// try SQLiteLibrary.use(
///   open: sqlite3_open_v2, autoExtension: sqlite3_auto_extension,
///   cancelAutoExtension: sqlite3_cancel_auto_extension)
/// ```
///
/// These three names come from the module of that copy. If it has a prefix for its functions, so do they.
public enum SQLiteLibrary {
  /// The function `sqlite3_open_v2` of a copy. See <https://www.sqlite.org/c3ref/open.html>.
  public typealias Open =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?, Int32, UnsafePointer<CChar>?
    ) -> Int32

  /// The functions `sqlite3_auto_extension` and `sqlite3_cancel_auto_extension` of a copy. See
  /// <https://www.sqlite.org/c3ref/auto_extension.html>.
  public typealias AutoExtension = @convention(c) ((@convention(c) () -> Void)?) -> Int32

  /// The version of the copy in use, such as “3.40.1”.
  public static var version: String {
    sqlite.pointee.libversion().map { String(cString: $0) } ?? ""
  }

  /// Uses another copy of SQLite for all databases of this process (law 26).
  ///
  /// Call it at launch. To choose the copy that is already in use changes nothing, so a test or a preview can call it
  /// again.
  ///
  /// - Throws: `SQLiteError` if the copy is older than 3.38, if it was built with `SQLITE_OMIT_LOAD_EXTENSION`,
  ///   `SQLITE_OMIT_AUTOINIT` or `SQLITE_THREADSAFE=0` or without another function that is needed, or if a connection of
  ///   another copy was opened before. Then nothing changes.
  public static func use(
    open: Open, autoExtension: AutoExtension, cancelAutoExtension: AutoExtension
  ) throws(SQLiteError) {
    var number: Int32 = 0
    var missing: UnsafePointer<CChar>?
    let choice = sqlscripts_use_library(open, autoExtension, cancelAutoExtension, &number, &missing)
    switch choice {
    case SQLSCRIPTS_LIBRARY_CHOSEN: return
    case SQLSCRIPTS_LIBRARY_TOO_LATE:
      throw .misuse(
        "SQLiteLibrary.use was called after a database was opened. Call it at launch, before the first one"
      )
    case SQLSCRIPTS_LIBRARY_TOO_OLD:
      throw .misuse(
        "SQLScripts needs SQLite \(words(SQLSCRIPTS_OLDEST_SQLITE)) or newer, and this copy is \(words(number))"
      )
    case SQLSCRIPTS_LIBRARY_INCOMPLETE:
      let name = missing.map { String(cString: $0) } ?? "a function"
      throw .misuse("this copy of SQLite was built without \(name), which SQLScripts needs")
    case SQLSCRIPTS_LIBRARY_UNSAFE:
      throw .misuse("this copy of SQLite was built with SQLITE_THREADSAFE=0. Build it with 1 or 2")
    default:
      throw .misuse(
        "this copy of SQLite does not list its functions, or it cannot open a database in memory. Build it without "
          + "SQLITE_OMIT_LOAD_EXTENSION and SQLITE_OMIT_AUTOINIT")
    }
  }

  /// `3038000` is “3.38.0”.
  private static func words(_ number: Int32) -> String {
    "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
  }
}

/// The functions of the SQLite in use, by their names without `sqlite3_`. It is a pointer, because copying the table for
/// each call would be slow in another module.
///
/// No other code calls SQLite. A direct call would go to the linked copy, even if the app has chosen another one, which
/// would misread its memory.
package var sqlite: UnsafePointer<sqlscripts_functions> {
  @inline(__always) get { sqlscripts_functions() }
}
