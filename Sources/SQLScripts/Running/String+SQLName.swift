import SQLScriptsDatabase

extension String {
  /// The name in double quotes, as SQL takes it whatever is in it.
  package var quotedName: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The text with the letters A to Z in lower case: for keywords and the words of a PRAGMA. A name that is
  /// a key or is looked for is an `SQLName`.
  var asciiLowercased: String { SQLName(self).folded }
}

extension SQLName {
  /// The name in double quotes, as SQL takes it whatever is in it.
  package var quotedName: String { text.quotedName }

  init(_ text: UnsafePointer<CChar>) { self.init(String(cString: text)) }
}

extension SQLiteValue {
  /// The text as the name of a table or column; nil if it is no text.
  var name: SQLName? { string.map { SQLName($0) } }
}
