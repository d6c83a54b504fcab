import SQLScriptsDatabase

extension DatabaseFile {
  /// A file of ours beside the database: a lock, a backup, or what is to become one.
  ///
  /// A file name has room for 255 bytes, and the name of the database may need nearly all of them. Such a name is cut,
  /// and its SHA-256 follows the cut: nobody can find a second name with the same one, and take another database's
  /// backups for its own.
  package func beside(_ suffix: String) -> DatabaseFile {
    sibling(Self.stem(of: name) + suffix)
  }

  /// What the names of the files beside a database of this name begin with.
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

  /// 255, less “.backup-”, the three greatest numbers that may follow, and the “-journal” of that.
  private static let longestStem = 255 - 77

  /// A name that was cut is longer than any that was not, as a scalar has at most four bytes. So a database cannot
  /// have the name that another one was cut to.
  private static let longestWholeName = longestStem - 4
}
