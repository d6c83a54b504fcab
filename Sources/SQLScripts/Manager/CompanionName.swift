/// The names of files that belong to another file, such as journals and backups. SQLite and SQLScripts create, read and
/// delete them by name alone, so a database with such a name would be destroyed without an error.
package enum CompanionName {
  /// The suffixes, in lower case, because some disks ignore case.
  ///
  /// The first three are SQLite's journals, `-conch` belongs to its proxy locks, and the others are our locks.
  private static let suffixes = [
    "-journal", "-wal", "-shm", "-conch", "-migrating", ".backup-lock", ".recreate-lock",
  ]

  /// Copies that are not complete yet, and the copies of a development database that was recreated.
  private static let partial = [
    ".backup-partial", ".restore-partial", ".recreate-partial", ".before-recreate",
  ]

  /// Whether a file of this name may be the companion of another one.
  package static func isOne(_ fileName: String) -> Bool {
    isBackup(fileName) || isJournalOrLock(fileName)
  }

  /// Whether a backup, complete or not, can have this name.
  package static func isBackup(_ fileName: String) -> Bool {
    isWholeBackup(fileName) || partial.contains(where: fileName.lowercased().hasSuffix)
  }

  /// Whether a complete backup can have this name.
  package static func isWholeBackup(_ fileName: String) -> Bool {
    BackupName.parts(of: fileName.lowercased()) != nil
  }

  /// The name of the database that a file of this name may belong to; nil if there is none.
  package static func owner(of fileName: String) -> String? {
    let name = fileName.lowercased()
    let suffix =
      (suffixes + partial).first(where: name.hasSuffix)?.utf8.count
      ?? BackupName.parts(of: name).map { name.utf8.count - $0.database.utf8.count }
    if let suffix { return String(decoding: fileName.utf8.dropLast(suffix), as: UTF8.self) }
    guard isJournalOrLock(fileName), let dash = fileName.utf8.lastIndex(of: UInt8(ascii: "-"))
    else { return nil }
    return String(decoding: fileName.utf8[..<dash], as: UTF8.self)
  }

  private static func isJournalOrLock(_ fileName: String) -> Bool {
    let name = fileName.lowercased()
    if suffixes.contains(where: name.hasSuffix) { return true }
    // The super-journal of a transaction over several files: nine hexadecimal digits, the seventh is 9.
    guard let dash = name.lastIndex(of: "-"), name[dash...].hasPrefix("-mj") else { return false }
    let digits = Array(name[dash...].dropFirst(3))
    return digits.count == 9 && digits[6] == "9" && digits.allSatisfy(\.isHexDigit)
  }
}
