import SQLScriptsDatabase
import SQLScriptsSQL

extension RehearsedStatement {
  /// The text of a range on one line for a message, shortened if it is long.
  func words(in part: Range<Int>) -> String {
    let text = script.text(
      (range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 40 ? "\(line.prefix(39))…" : line
  }
}

extension RehearsedStatement {
  /// The tables, other objects and columns that a failed statement should have created or renamed. Keywords in it may
  /// be misspelled.
  var promisedNames: [String] {
    let words = tokens.prefix(64).map { token -> String in
      if case .keywordTypo(token.range, let keyword) = syntaxErrorCause { return keyword }
      return text(token).uppercased()
    }
    if words.first == "ALTER" {
      // The table itself exists, or has its own error.
      return tokens.prefix(64).dropFirst(3).filter {
        ($0.kind == .word && !Keywords.all.contains(text($0).uppercased()))
          || $0.kind == .quotedName
      }.map { name($0) }
    }
    let kinds = ["TABLE", "VIEW", "INDEX", "TRIGGER"]
    guard words.first == "CREATE",
      var index = words.indices.prefix(5).first(where: { kinds.contains(words[$0]) })
    else { return [] }
    index += 1
    if words.dropFirst(index).starts(with: ["IF", "NOT", "EXISTS"]) { index += 3 }
    if words.dropFirst(index + 1).first == "." { index += 2 }
    return tokens.indices.contains(index) ? [name(tokens[index])] : []
  }
}
