/// The end of a backup's name, behind “.backup-”: a number, which is one more than the greatest that is there, and for
/// what a migration makes the versions that it leads from and to, as in `000012-v3-to-v5`.
///
/// A clock does not order backups (law 24): it may have been wrong when the last one was made, or be wrong now.
/// Releases before 0.9 dated them instead. These count as older than all that have a number.
struct BackupName: Hashable {
  /// A migration that the backup was made before.
  struct Run: Hashable {
    /// The version that the database had.
    var from: Int64
    /// The version that it was to have.
    var to: Int64
  }

  /// From 1; 0 for one that has a date.
  let number: Int64
  /// As in `20261121T093000.123Z`; empty for one that has a number.
  let date: String
  /// Nil for one that nobody made before a migration.
  let run: Run?

  private init(number: Int64, date: String, run: Run?) {
    (self.number, self.date, self.run) = (number, date, run)
  }

  init?(number: Int64, run: Run?) {
    guard (1...Self.greatest).contains(number) else { return nil }
    self.init(number: number, date: "", run: run)
  }

  /// Reads the end of a name. What looks otherwise was named by a person, and is left alone.
  init?(_ text: Substring) {
    if Self.isDate(text) {
      self.init(number: 0, date: String(text), run: nil)
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, let number = Int64(first) else { return nil }
    var run: Run?
    if parts.count == 4, let from = Int64(parts[1].dropFirst()),
      let to = Int64(parts[3].dropFirst())
    {
      run = Run(from: from, to: to)
    }
    self.init(number: number, run: run)
    // One way to spell it only.
    guard self.text == text else { return nil }
  }

  var text: String {
    guard date.isEmpty else { return date }
    let digits = String(number)
    let count = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    return run.map { "\(count)-v\($0.from)-to-v\($0.to)" } ?? count
  }

  /// What stands between the name of the database and this.
  static let infix = ".backup-"

  /// Takes the name of a backup's file apart; nil if it is not one.
  ///
  /// It looks at bytes: for `String`, “é” begins with “e” and a combining accent, and they are two files.
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

  private static let pattern = "ddddddddTdddddd.dddZ"

  private static func isDate(_ text: Substring) -> Bool {
    text.utf8.count == pattern.utf8.count
      && zip(text.utf8, pattern.utf8).allSatisfy { byte, wanted in
        wanted == UInt8(ascii: "d") ? (48...57).contains(byte) : byte == wanted
      }
  }
}

extension BackupName: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    (left.number, left.date, left.text) < (right.number, right.date, right.text)
  }
}

extension BackupName {
  /// The oldest backup of a row of migrations that failed up to now: the way back to before the first of them.
  ///
  /// A migration succeeded if the next one found the version that it was to lead to, or a later one. Where the next one
  /// found an older version than it began with, another database has taken the place of that one.
  ///
  /// - Parameters:
  ///   - names: the newest first.
  ///   - installed: the version that the database has now; nil if nobody knows.
  /// - Returns: nil if the last migration succeeded.
  static func beforeFailures(_ names: [BackupName], installed: Int64?) -> BackupName? {
    var first: BackupName?
    var version = installed
    for name in names {
      guard let run = name.run else { continue }
      if let version {
        // Of updates that were merged late (law 10) the version does not tell whether they were applied.
        let isDone = run.from == run.to ? version > run.to : version >= run.to
        if isDone || version < run.from { break }
      }
      first = name
      version = run.from
    }
    return first
  }
}
