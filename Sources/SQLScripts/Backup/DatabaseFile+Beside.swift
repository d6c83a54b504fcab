import SQLScriptsDatabase

extension DatabaseFile {
  /// A file of SQLScripts next to the database: a lock, a backup, or an unfinished backup.
  ///
  /// A file name has at most 255 bytes, and the name of the database may need nearly all of them. A long name is cut
  /// and its SHA-256 appended. Nobody can find a second name with the same hash, so backups of two databases are not
  /// mixed.
  package func beside(_ suffix: String) -> DatabaseFile {
    sibling(Self.stem(of: name) + suffix)
  }

  /// The beginning of the names of files next to a database of this name.
  static func stem(of name: String) -> String {
    guard name.utf8.count > longestWholeName else { return name }
    let digest = SHA256.hexadecimal(of: name.utf8)
    let room = longestStem - digest.utf8.count - 1
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in name.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= room else { break }
      kept.append(scalar)
    }
    return String(kept) + "~" + digest
  }

  /// 255, minus “.backup-”, the three greatest numbers that may follow, and “-journal”.
  private static let longestStem = 255 - 77

  /// A cut name is longer than any uncut one, because a scalar has at most four bytes. So a database cannot have the
  /// name that another one was cut to.
  private static let longestWholeName = longestStem - 4
}
