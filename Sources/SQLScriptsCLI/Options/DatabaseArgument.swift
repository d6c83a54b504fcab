/// The name of a database on the command line or in a list: the path of a file.
enum DatabaseArgument {
  /// Refuses what SQLite would take for something else than a file: nothing would be left of it, or a file with
  /// an odd name.
  static func check(_ path: String) throws {
    if path == ":memory:" {
      throw CommandStop(
        .couldNotLook,
        "“:memory:” is not a file: a database in memory is gone when the command ends",
        help: "Name a file, or ./:memory: for one of that name. “validate” runs scripts in memory.")
    }
    if path.hasPrefix("file:"), !System.exists(path) {
      throw CommandStop(
        .couldNotLook, "“\(path)” is a URI, and a database is named by its path",
        help: "Write the path alone, or ./\(path) for a file of that name.")
    }
  }
}
