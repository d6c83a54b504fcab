/// The end of a backup's name, after “.backup-”: a number, and before a migration the versions before and after it, as
/// in `000012-v3-to-v5`. The number is one above the greatest existing one.
///
/// Backups are not ordered by a clock (law 24), which may be wrong now or may have been wrong for the last backup.
struct BackupName: Hashable {
  /// A migration that a backup was made for.
  struct Run: Hashable {
    /// The version before the migration.
    var from: Int64
    /// The target version.
    var to: Int64
  }

  /// From 1.
  let number: Int64
  /// Nil if the backup was not made before a migration.
  let run: Run?

  init?(number: Int64, run: Run?) {
    guard (1...Self.greatest).contains(number) else { return nil }
    (self.number, self.run) = (number, run)
  }

  /// Parses the end of a name. Other names were given by people, and those files are ignored.
  init?(_ text: Substring) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, let number = Int64(first) else { return nil }
    var run: Run?
    if parts.count == 4, let from = Int64(parts[1].dropFirst()),
      let to = Int64(parts[3].dropFirst())
    {
      run = Run(from: from, to: to)
    }
    self.init(number: number, run: run)
    // Accepts only the canonical spelling.
    guard self.text == text else { return nil }
  }

  var text: String {
    let digits = String(number)
    let count = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    return run.map { "\(count)-v\($0.from)-to-v\($0.to)" } ?? count
  }

  /// The text between the name of the database and the number.
  static let infix = ".backup-"

  /// Splits the name of a backup file; nil if it is not one.
  ///
  /// It compares bytes. For `String`, “é” begins with “e” and a combining accent, but they are two files.
  static func parts(of fileName: String) -> (database: Substring, name: BackupName)? {
    let (bytes, infix) = (fileName.utf8, Self.infix.utf8)
    var end = bytes.endIndex
    while let dot = bytes[..<end].lastIndex(of: UInt8(ascii: ".")) {
      if bytes[dot...].starts(with: infix) {
        let rest = bytes.index(dot, offsetBy: infix.count)
        return BackupName(fileName[rest...]).map { (fileName[..<dot], $0) }
      }
      end = dot
    }
    return nil
  }

  private static let greatest: Int64 = 1_000_000_000_000_000
}

extension BackupName: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    (left.number, left.text) < (right.number, right.text)
  }
}

extension BackupName {
  /// The backup from before the first of the failed migrations, if the last one failed.
  ///
  /// A migration succeeded if the next one found its target version or a later one. If the next one found an older
  /// version than the migration started from, the database was replaced.
  ///
  /// - Parameters:
  ///   - names: the newest first.
  ///   - installed: the current version; nil if it is unknown.
  /// - Returns: nil if the last migration succeeded.
  static func beforeFailures(_ names: [BackupName], installed: Int64?) -> BackupName? {
    var first: BackupName?
    var version = installed
    for name in names {
      guard let run = name.run else { continue }
      if let version {
        // The version does not show whether out-of-order updates (law 10) were applied.
        let isDone = run.from == run.to ? version > run.to : version >= run.to
        if isDone || version < run.from { break }
      }
      first = name
      version = run.from
    }
    return first
  }
}
