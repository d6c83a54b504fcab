/// Finds parts of one statement by its tokens.
package struct StatementText {
  private let bytes: UnsafeBufferPointer<UInt8>

  /// The text must stay valid while this is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Calls `body` with the bytes of the text.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(bytes)
  }

  /// The range of the first statement, without whitespace and comments before it and without its `;`.
  package var firstStatement: Range<Int> {
    var scanner = SQLScanner(bytes)
    var start: Int?
    var end = 0
    var place = Place.start
    while let token = scanner.nextSignificant() {
      if token.kind == .semicolon {
        if start == nil { continue }
        guard place.isInTrigger else { break }
        if place == .bodyEnd { break }
        place = .betweenBodyStatements
        continue
      }
      let word = token.kind == .word ? text(token.range).asciiLowercased : ""
      // SQLite refuses a trigger body that continues like this, so it may be the next statement.
      if place == .betweenBodyStatements, Self.wordsOutsideBodies.contains(word) { break }
      start = start ?? token.range.lowerBound
      end = token.range.upperBound
      place = place.after(word)
    }
    guard let start else { return 0..<0 }
    return start..<max(start, end)
  }

  /// The position in a statement, as in `sqlite3_complete`: a `;` inside a trigger ends the statement only after `;
  /// END`. `end` anywhere else belongs to a CASE or is a name. <https://www.sqlite.org/c3ref/complete.html>
  private enum Place {
    case start, explain, create, other
    case trigger, betweenBodyStatements, bodyEnd

    var isInTrigger: Bool { self == .trigger || self == .betweenBodyStatements || self == .bodyEnd }

    func after(_ word: String) -> Place {
      switch (self, word) {
      case (.start, "explain"): .explain
      case (.start, "create"), (.explain, "create"): .create
      case (.explain, _): .explain
      case (.create, "temp"), (.create, "temporary"): .create
      case (.create, "trigger"): .trigger
      case (.betweenBodyStatements, "end"): .bodyEnd
      case (_, _) where isInTrigger: .trigger
      default: .other
      }
    }
  }

  /// Words that begin a statement, but not inside the body of a trigger.
  private static let wordsOutsideBodies: Set<String> = [
    "alter", "analyze", "attach", "begin", "commit", "create", "detach", "drop", "explain",
    "pragma",
    "reindex", "release", "rollback", "savepoint", "vacuum",
  ]

  /// The first words and symbols, in lower case and without quotes.
  package func leadingWords(_ count: Int) -> [String] {
    var words: [String] = []
    var scanner = SQLScanner(bytes)
    while words.count < count, let token = scanner.nextSignificant() {
      if token.kind == .semicolon {
        if words.isEmpty { continue }
        break
      }
      words.append(name(token).folded)
    }
    return words
  }

  /// Whether it is a VACUUM without INTO, which would write another database.
  package var isPlainVacuum: Bool {
    let words = leadingWords(4)
    return words.first == "vacuum" && !words.contains("into")
  }

  /// The names of `ALTER TABLE a RENAME TO b`; nil for any other statement.
  package var rename: (from: SQLName, to: SQLName)? {
    var names: [SQLName] = []
    var scanner = SQLScanner(bytes)
    while names.count < 10, let token = scanner.nextSignificant() {
      if token.kind == .semicolon { break }
      names.append(name(token))
    }
    // A schema may come before the table: main . a
    if names.count > 4, names[3] == "." { names.removeSubrange(2...3) }
    guard names.count == 6, names[0] == "alter", names[1] == "table", names[3] == "rename",
      names[4] == "to"
    else { return nil }
    return (names[2], names[5])
  }

  /// The event of a CREATE TRIGGER: the last of INSERT, UPDATE and DELETE before ON, in lower case.
  package var triggerEvent: String? {
    var event: String?
    var scanner = SQLScanner(bytes)
    while let token = scanner.nextSignificant() {
      guard token.kind == .word else { continue }
      let word = text(token.range).asciiLowercased
      if word == "on" { break }
      if ["delete", "insert", "update"].contains(word) { event = word }
    }
    return event
  }

  /// All words and names, without quotes. SQLite also accepts a string as a name.
  package var names: Set<SQLName> {
    var names: Set<SQLName> = []
    var scanner = SQLScanner(bytes)
    while let token = scanner.nextSignificant() {
      switch token.kind {
      case .word, .quotedName, .string: names.insert(name(token))
      default: continue
      }
    }
    return names
  }

  /// Whether a word occurs anywhere in the text, including comments and literals. A fast check.
  package func mentions(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard count > 0, bytes.count >= count else { return false }
    let first = word.utf8Start[0]
    for start in 0...(bytes.count - count) where bytes[start] | 0x20 == first {
      if (1..<count).allSatisfy({ bytes[start + $0] | 0x20 == word.utf8Start[$0] }) { return true }
    }
    return false
  }

  /// The token that an error is about: at SQLite's offset, or else the one that its message names.
  package func pointer(offset: Int?, message: String) -> Range<Int>? {
    let named = offset == nil ? SQLiteMessage(message).subject.map { SQLName($0) } : nil
    var scanner = SQLScanner(bytes)
    while let token = scanner.nextSignificant() {
      if let offset {
        if token.range.contains(offset) { return offset..<token.range.upperBound }
      } else if let named, name(token) == named {
        return token.range
      }
    }
    return offset.flatMap { $0 <= bytes.count ? $0..<$0 : nil }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The text of the token, without quotes.
  private func name(_ token: SQLToken) -> SQLName {
    let isQuoted = token.kind == .quotedName || token.kind == .string
    return isQuoted ? SQLName(quoted: text(token.range)) : SQLName(text(token.range))
  }
}
