internal import SQLScriptsDiagnostics

/// A misnamed settings file or lock file. Without it the scripts would run differently, and nobody would notice.
enum CompanionNameMistake {
  /// The intended name; nil if the file is something else.
  static func meant(by name: String) -> String? {
    // Hidden files belong to other programs.
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

  /// Whether it is `sqlscripts` in another case, with a typo, or with the suffix of a copy.
  private static func isStem(_ stem: String) -> Bool {
    let letters = stem.lowercased().filter { ("a"..."z").contains($0) }
    let plain = ["copyof", "copy", "kopie", "backup", "old"].reduce(letters) { word, mark in
      word.hasPrefix(mark)
        ? String(word.dropFirst(mark.count))
        : word.hasSuffix(mark) ? String(word.dropLast(mark.count)) : word
    }
    return Spelling.distance(plain, "sqlscripts") <= 2
  }

  /// Whether an editor adds this extension to backups.
  private static func isRemnant(_ endings: ArraySlice<String>) -> Bool {
    endings.allSatisfy { ["bak", "orig", "old", "tmp", "save", "txt", "rej"].contains($0) }
  }

  /// - Parameter isThere: whether the correctly named file also exists.
  static func diagnostic(
    _ name: String, meant: String, isThere: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let what = meant == BundleSettings.fileName ? "the settings file" : "the lock file"
    guard !isThere else {
      return Diagnostic(
        "editor-leftover-file", .warning,
        "“\(name.forMessage)” looks like a leftover of “\(meant)”: it is never read, but ships with the app",
        at: span, help: "Delete it.")
    }
    return Diagnostic(
      "unknown-file-name", .error,
      "“\(name.forMessage)” is not the name of \(what), so it would never be read", at: span,
      help: "Rename it to “\(meant)”, or delete it.")
  }
}
