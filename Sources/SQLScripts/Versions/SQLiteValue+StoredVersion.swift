import SQLScriptsDatabase

extension SQLiteValue {
  /// The integer that it stores; nil if it stores anything else.
  ///
  /// Bundles and other tools declare the column of the version with any type, so an integer may be stored as text or as
  /// a real.
  var storedVersion: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    case .text(let text): Int64(text)
    case .null, .blob, .invalidText: nil
    }
  }
}
