import SQLScriptsFiles

/// The words and names in a piece of SQL.
struct SQLWords {
  /// Without their quotes, in order. Keywords are among them: a name may look like one.
  private(set) var names: [String] = []
  /// Where each stands.
  private(set) var ranges: [Range<Int>] = []

  init(_ sql: String) {
    var sql = sql
    sql.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      while let token = scanner.nextSignificant() {
        guard [.word, .quotedName, .string].contains(token.kind) else { continue }
        let text = String(decoding: bytes[token.range], as: UTF8.self)
        names.append(token.kind == .word ? text : Self.unquoted(text))
        ranges.append(token.range)
      }
    }
  }

  /// Whether one of these names, in lower case, is among them.
  func mention(_ wanted: Set<String>) -> Bool {
    names.contains { wanted.contains($0.lowercased()) }
  }

  private static func unquoted(_ text: String) -> String {
    guard let quote = text.first, text.utf8.count >= 2 else { return text }
    let inside = text.dropFirst().dropLast()
    if quote == "[" { return String(inside) }
    return inside.split(separator: "\(quote)\(quote)", omittingEmptySubsequences: false)
      .joined(separator: "\(quote)")
  }
}
