/// The names of the files that belong to another file: SQLite makes them, reads them back and deletes them
/// by their names alone, and so do we. A database that has such a name is destroyed without an error.
package enum CompanionName {
  /// What is added to the name of a database, in lower case: some disks do not tell cases apart.
  ///
  /// The first three are SQLite's journals, `-conch` is of its proxy locks, the others are our locks.
  private static let suffixes = [
    "-journal", "-wal", "-shm", "-conch", "-migrating", ".backup-lock",
  ]

  /// Copies of ours that are not whole yet.
  private static let partial = [".backup-partial", ".restore-partial"]

  /// Whether a file of this name may be the companion of another one.
  package static func isOne(_ fileName: String) -> Bool {
    isBackup(fileName) || isJournalOrLock(fileName)
  }

  /// Whether we give this name to a backup, or to what is to become one.
  package static func isBackup(_ fileName: String) -> Bool {
    isWholeBackup(fileName) || partial.contains(where: fileName.lowercased().hasSuffix)
  }

  /// Whether we give this name to a whole backup.
  package static func isWholeBackup(_ fileName: String) -> Bool {
    // The date in the name of an old backup has capital letters.
    BackupName.parts(of: fileName.lowercased()) != nil || BackupName.parts(of: fileName) != nil
  }

  /// The name of the database that a file of this name may belong to; nil if it belongs to none.
  package static func owner(of fileName: String) -> String? {
    let name = fileName.lowercased()
    if let suffix = (suffixes + partial).first(where: name.hasSuffix) {
      return String(decoding: fileName.utf8.dropLast(suffix.utf8.count), as: UTF8.self)
    }
    if let parts = BackupName.parts(of: fileName) { return String(parts.database) }
    if let parts = BackupName.parts(of: name) {
      return String(decoding: fileName.utf8.prefix(parts.database.utf8.count), as: UTF8.self)
    }
    guard isJournalOrLock(fileName), let dash = fileName.utf8.lastIndex(of: UInt8(ascii: "-"))
    else { return nil }
    return String(decoding: fileName.utf8[..<dash], as: UTF8.self)
  }

  private static func isJournalOrLock(_ fileName: String) -> Bool {
    let name = fileName.lowercased()
    if suffixes.contains(where: name.hasSuffix) { return true }
    // The super-journal of a transaction over several files: nine hexadecimal digits, the seventh a 9.
    guard let dash = name.lastIndex(of: "-"), name[dash...].hasPrefix("-mj") else { return false }
    let digits = Array(name[dash...].dropFirst(3))
    return digits.count == 9 && digits[6] == "9" && digits.allSatisfy(\.isHexDigit)
  }
}
