import SQLScriptsFiles

extension UnparsedStatement {
  /// Syntax of another database, where SQLite stopped.
  var otherDatabase: SyntaxErrorCause? {
    if let refusal = otherSigns { return refusal }
    for syntax in ForeignSyntax.all {
      let count = syntax.pattern.count
      // SQLite stops in the middle of it or right after it, because it first reads some of the words as names.
      for start in stride(from: stop, through: max(0, stop - count), by: -1)
      where matches(syntax, at: start) {
        guard let range = markedRange(of: syntax, at: start), isForeign(syntax, at: start) else {
          continue
        }
        return .otherDatabase(syntax, range)
      }
    }
    return nil
  }

  private func matches(_ syntax: ForeignSyntax, at start: Int) -> Bool {
    guard start + syntax.pattern.count <= tokens.count else { return false }
    for (index, part) in syntax.pattern.enumerated() {
      var part = part[...]
      if part.hasPrefix("^") {
        guard start == 0 else { return false }
        part = part.dropFirst()
      }
      if part.hasPrefix("~") { part = part.dropFirst() }
      if part != "*", word(start + index) != part { return false }
    }
    return true
  }

  /// Some of the words are valid elsewhere.
  private func isForeign(_ syntax: ForeignSyntax, at start: Int) -> Bool {
    let pattern = syntax.pattern
    switch pattern.first {
    case "GO": return start == tokens.count - 1 || statement.isAloneOnLine(start)
    // =! is a typo of !=.
    case "!": return word(start - 1) != "=" || !touchesNext(start - 1)
    case "CASCADE": return word(0) == "DROP"
    case ",": return word(0) == "ALTER"
    case "~*" where pattern.dropFirst().first == "SET":
      return word(0) == "CREATE" && start > 2
    // index INTEGER is a column.
    case "~," where word(start + 1) == "INDEX" && TypeNames.isKnown(word(start + 2)): return false
    case "~,": return word(0) == "CREATE" && word(start + 2) != "," && word(start + 2) != ")"
    case "COMMENT", "AFTER", "IDENTITY", "UNSIGNED", "ENGINE", "CHARSET", "ROW_FORMAT",
      "TABLESPACE", "ZEROFILL":
      return (word(0) == "CREATE" || word(0) == "ALTER") && word(1) != "TRIGGER" && start > 2
    default: return true
    }
  }

  /// The range from the first to the last word of the syntax itself.
  private func markedRange(of syntax: ForeignSyntax, at start: Int) -> Range<Int>? {
    let own = syntax.pattern.indices.filter {
      !syntax.pattern[$0].hasPrefix("~") && !syntax.pattern[$0].hasPrefix("^~")
    }
    guard let first = own.first, let last = own.last, let firstToken = token(start + first),
      let lastToken = token(start + last)
    else { return nil }
    return firstToken.range.lowerBound..<lastToken.range.upperBound
  }

  private static let directives: Set = [
    "IMPORT", "INCLUDE", "DEFINE", "PRAGMA", "IF", "IFDEF", "IFNDEF", "ELSE", "ENDIF", "UNDEF",
    "REGION", "ENDREGION",
  ]

  /// Syntax that is recognized by characters, not by words.
  private var otherSigns: SyntaxErrorCause? {
    guard let token = token(stop) else { return nil }
    switch bytes[token.range].first {
    case UInt8(ascii: "#"):
      // A line of C or C#.
      if touchesNext(stop), Self.directives.contains(word(stop + 1)) { return nil }
      let start = token.range.lowerBound
      return .otherDatabase(.hashComment, start..<start + 1)
    case UInt8(ascii: ":"):
      guard let type = self.token(stop + 1), let value = self.token(stop - 1), touchesNext(stop),
        type.kind == .variable
      else { return nil }
      return .otherDatabase(.doubleColonCast, value.range.lowerBound..<type.range.upperBound)
    case UInt8(ascii: "'"):
      // A letter before a quote that starts no string may end one: `(b', 4)`.
      let isString = token.kind == .string && !(touchesNext(stop) && kind(stop + 1) == .word)
      guard isString, touchesNext(stop - 1), ["N", "E", "B", "_UTF8"].contains(word(stop - 1)),
        let letter = self.token(stop - 1)
      else { return nil }
      return .otherDatabase(.letterBeforeText, letter.range)
    case UInt8(ascii: ","):
      guard word(0) == "ALTER", openBrackets(before: stop).isEmpty,
        !["ADD", "DROP"].contains(word(stop + 1))
      else { return nil }
      return .otherDatabase(.secondColumn, token.range)
    default: return nil
    }
  }
}
