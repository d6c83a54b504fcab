import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedScript {
  /// A column that a search in a view or trigger names, and that the full-text index does not have.
  struct UnknownSearchColumn {
    var name: String
    var index: String
    var column: String
    var span: SourceSpan
    var help: String
  }

  /// The first one of each view or trigger that the script creates. SQLite only reports it when the search runs.
  func unknownSearchColumns(in kind: SQLObjectKind) -> [UnknownSearchColumn] {
    statements.compactMap { statement -> UnknownSearchColumn? in
      guard statement.succeeded, let created = statement.created, created.kind == kind,
        let match = statement.indices.first(where: { statement.word($0) == "MATCH" }),
        after.definition(of: SQLName(statement.name(created.name.name))) != nil
      else { return nil }
      let names = Set(
        statement.indices.filter(statement.isName).map { SQLName(statement.name($0)) })
      // With several indexes, any of them may be meant.
      let indexes = names.sorted().compactMap { FullTextIndex(after[$0]) }
      guard indexes.count == 1, let index = indexes.first, index.version == 5 else { return nil }
      let columns = index.columns + index.storedColumns
      for place in match..<statement.tokens.count
      where statement.word(place) == "MATCH" && statement.kind(place + 1) == .string
        && !["||", "->", "->>"].contains(statement.word(place + 2))
      {
        let wanted = SearchText(statement.name(place + 1)).columns
        guard
          let column = wanted.first(where: { name in
            !columns.contains { $0.isSameName(as: name) }
          })
        else { continue }
        let near = Spelling.closest(to: column, among: columns)
        return UnknownSearchColumn(
          name: statement.name(created.name.name), index: index.name, column: column,
          span: statement.span(place + 1...place + 1),
          help: near.map { "Write \($0) instead of \(column)." }
            ?? "Write one of its columns: \(columns.joined(separator: ", ")).")
      }
      return nil
    }
  }
}

/// A query for a full-text index of version 5. <https://www.sqlite.org/fts5.html#full_text_query_syntax>
private struct SearchText {
  /// The columns before a colon: `a: x`, `{a b}: x`, `- a: x`.
  private(set) var columns: [String] = []

  init(_ text: String) {
    var list: [String] = []
    var word = ""
    var quoted = false
    var isInBraces = false
    let endWord = {
      if !word.isEmpty {
        if isInBraces { list.append(word) } else { list = [word] }
      }
      word = ""
    }
    for character in text {
      if character == "\"" {
        quoted.toggle()
        if !quoted { endWord() }
        continue
      }
      if quoted || character.isLetter || character.isNumber || character == "_" {
        if !quoted, !isInBraces, word.isEmpty { list = [] }
        word.append(character)
        continue
      }
      endWord()
      switch character {
      case "{":
        isInBraces = true
        list = []
      case "}": isInBraces = false
      case ":":
        columns += list
        list = []
      case _ where character.isWhitespace: break
      default: list = []
      }
    }
  }
}
