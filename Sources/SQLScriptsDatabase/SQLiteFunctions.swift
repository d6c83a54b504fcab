import CSQLScriptsLibrary

/// The functions of the SQLite in use, by their names without `sqlite3_`.
///
/// No other code calls SQLite. A direct call would go to the linked copy, even if the app has chosen another one, which
/// would misread its memory.
package var sqlite: sqlscripts_functions {
  @inline(__always) get { sqlscripts_functions().pointee }
}
