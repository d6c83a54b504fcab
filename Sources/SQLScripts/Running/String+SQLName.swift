extension String {
  /// The name in double quotes, as SQL takes it whatever is in it.
  package var quotedName: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The name in the one spelling by which SQLite knows it: only the letters A to Z know no case, so that
  /// Ö and ö are two names. <https://www.sqlite.org/quirks.html>
  var asciiLowercased: String {
    guard utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return self }
    return String(
      decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
