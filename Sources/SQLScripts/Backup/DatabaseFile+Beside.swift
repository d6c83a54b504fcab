import SQLScriptsDatabase
import SQLScriptsFiles

extension DatabaseFile {
  /// A file of ours beside the database: a lock, a backup, or what is to become one.
  ///
  /// A file name has room for 255 bytes, and the name of the database may need nearly all of them. Such a name is cut,
  /// and what it was is in a checksum behind the cut.
  package func beside(_ suffix: String) -> DatabaseFile {
    sibling(Self.stem(of: name) + suffix)
  }

  /// What the names of the files beside a database of this name begin with.
  static func stem(of name: String) -> String {
    guard name.utf8.count > longestName - longestSuffix else { return name }
    var hash = XXH64()
    var whole = name
    whole.withUTF8 { hash.update($0) }
    let digits = String(hash.finish(), radix: 16)
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in name.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= longestName - longestSuffix - 17 else { break }
      kept.append(scalar)
    }
    return String(kept) + "~" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static let longestName = 255

  /// “.backup-”, three numbers, and what SQLite appends in its turn.
  private static let longestSuffix = 80
}
