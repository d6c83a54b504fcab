/// The names of the files that belong to another file: SQLite makes them, reads them back and deletes them
/// by their names alone, and so do we. A database that has such a name is destroyed without an error.
package enum CompanionName {
  /// What is added to the name of a database, in lower case: some disks do not tell cases apart.
  ///
  /// `-conch` is of SQLite's proxy locks, the first three are its journals, the last is our lock.
  private static let suffixes = ["-journal", "-wal", "-shm", "-conch", "-migrating"]

  /// Whether a file of this name may be the companion of another one.
  package static func isOne(_ fileName: String) -> Bool {
    let name = fileName.lowercased()
    if suffixes.contains(where: name.hasSuffix) { return true }
    if name.contains(".backup-") || name.hasSuffix(".restore-partial") { return true }
    // The super-journal of a transaction over several files: nine hexadecimal digits, the seventh a 9.
    guard let dash = name.lastIndex(of: "-"), name[dash...].hasPrefix("-mj") else { return false }
    let digits = Array(name[dash...].dropFirst(3))
    return digits.count == 9 && digits[6] == "9" && digits.allSatisfy(\.isHexDigit)
  }

  /// The most bytes that may be added to the name of a database that is migrated, `-migrating`; and where it
  /// is backed up before, `.backup-` with the number or time of the backup and the journal of that.
  package static func greatestLength(withBackups: Bool) -> Int { withBackups ? 36 : 10 }
}
