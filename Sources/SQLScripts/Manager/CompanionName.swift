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
    let name = fileName.lowercased()
    // The date in the name of an old backup has capital letters.
    return partial.contains(where: name.hasSuffix)
      || BackupName.parts(of: name) != nil || BackupName.parts(of: fileName) != nil
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
