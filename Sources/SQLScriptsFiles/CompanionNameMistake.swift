/// Recognizes a file that was meant to be the settings of a bundle, or its lock. Without them the scripts would run
/// in another way, and nobody would notice.
enum CompanionNameMistake {
  /// The name that the file was probably meant to have; nil if it has nothing to do with either.
  static func meant(by name: String) -> String? {
    // What is hidden is another program's.
    guard name.utf8.first != 0x2E, name.utf8.count <= 64, name != BundleSettings.fileName,
      name != ScriptBundle.lockFileName
    else { return nil }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, isStem(parts[0]) else { return nil }
    let endings = parts.dropFirst().map { $0.lowercased() }
    guard let first = endings.first, endings.count == 1 || isRemnant(endings.dropFirst()) else {
      return nil
    }
    if ["json", "jsonc", "json5"].contains(first) { return BundleSettings.fileName }
    return first == "lock" ? ScriptBundle.lockFileName : nil
  }

  /// `sqlscripts`, in capitals, with a slip or with what is put behind the name of a copy.
  private static func isStem(_ stem: String) -> Bool {
    let letters = stem.lowercased().filter { ("a"..."z").contains($0) }
    let plain = ["copyof", "copy", "kopie", "backup", "old"].reduce(letters) { word, mark in
      word.hasPrefix(mark)
        ? String(word.dropFirst(mark.count))
        : word.hasSuffix(mark) ? String(word.dropLast(mark.count)) : word
    }
    return Spelling.distance(plain, "sqlscripts") <= 2
  }

  /// What an editor puts behind the ending of a backup.
  private static func isRemnant(_ endings: ArraySlice<String>) -> Bool {
    endings.allSatisfy { ["bak", "orig", "old", "tmp", "save", "txt", "rej"].contains($0) }
  }
}
