import SQLScriptsDatabase

extension SQLiteResultCode {
  /// Whether a limit of a scratch database stopped a statement: of its time, its memory, a value or the database.
  package var isOfLimit: Bool {
    [.interrupted, .noMemory, .tooBig, .full].contains(primary)
  }
}
