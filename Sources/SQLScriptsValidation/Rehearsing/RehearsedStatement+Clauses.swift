import SQLScriptsDatabase
import SQLScriptsSQL

extension RehearsedStatement {
  /// The text of a range in one line, shortened where it is long, to be shown in a message.
  func words(in part: Range<Int>) -> String {
    let text = script.text(
      (range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 40 ? "\(line.prefix(39))…" : line
  }
}

extension RehearsedStatement {
  /// What a statement that failed was to make or to rename: tables and their like, and columns. Words of
  /// SQL may be misspelled in it.
  var promisedNames: [String] {
    let words = tokens.prefix(64).map { token -> String in
      if case .keywordTypo(token.range, let keyword) = refusal { return keyword }
      return text(token).uppercased()
    }
    if words.first == "ALTER" {
      // The table itself is there, or an error of its own.
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
