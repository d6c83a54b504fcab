import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSchema

/// A misspelled SQL keyword.
package struct KeywordTypo: Rule {
  package static let documentation = RuleDocumentation(
    summary: "An SQL keyword is misspelled.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init("«CRAETE» TABLE user (id INTEGER PRIMARY KEY)"),
      .init("CREATE «TABEL» user (id INTEGER PRIMARY KEY)"),
      .init("CREATE TABLE user (id INTEGER «PRIMARY_KEY» AUTOINCREMENT)"),
      .init("create table user (id integer not null «defualt» 0)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "SELECT id «FORM» user WHERE id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "INSERT INTO user (id) «VALEUS» (1)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"], "DELETE FROM user «WERE» id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD «COLUMM» nick TEXT"),
    ],
    right: [
      .init("CREATE TABLE form (id INTEGER PRIMARY KEY, \"valeus\" TEXT) -- CRAETE")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    if statement.word(0) == "ALTER",
      let definition = statement.columnDefinitions.first(where: {
        statement.isMisspelledColumnKeyword($0)
      })
    {
      let word = statement.name(definition.name)
      return findings.report(
        "“\(word)” is parsed as the column name; did you mean COLUMN?",
        at: statement.span(definition.name), help: "Write COLUMN.")
    }
    if let misread = statement.misreadAlias, case .join(let keyword) = misread.meaning {
      let word = statement.text(misread.token)
      return findings.report(
        misread.table.map {
          "“\(word)” is parsed as an alias of “\(statement.name($0))”; did you mean \(keyword)?"
        } ?? "“\(word)” is not an SQL keyword; did you mean \(keyword)?",
        at: statement.span(misread.token),
        help: misread.table == nil
          ? "Write \(keyword)." : "Write \(keyword). If it is an alias, write AS before it.")
    }
    guard case .keywordTypo(let range, let keyword) = statement.syntaxErrorCause else { return }
    let word = statement.words(in: range)
    let correction = Self.correction(of: statement)
    let others = otherReadings(word, range, keyword, statement)
    findings.report(
      (Keywords.all.contains(word.uppercased())
        ? "“\(word)” is not allowed here" : "“\(word)” is not an SQL keyword")
        + (others.isEmpty ? "; did you mean \(keyword)?" : ""), at: statement.span(range),
      help: (["Write \(keyword)"] + others).joined(separator: ", or ") + ".",
      fixIt: correction.flatMap { others.isEmpty && !$0.isDestructive ? $0.fixIt : nil })
  }

  /// The keyword that is probably meant, and whether rows or a table would be lost with it.
  private static func correction(
    of statement: RehearsedStatement
  ) -> (fixIt: FixIt, isDestructive: Bool)? {
    guard case .keywordTypo(let range, let keyword) = statement.syntaxErrorCause else { return nil }
    let word = statement.words(in: range)
    let edit = StatementEdit(range, word == word.lowercased() ? keyword.lowercased() : keyword)
    guard let fixIt = statement.provedFixIt("Write \(edit.text)", [edit]) else { return nil }
    return (fixIt, SQLText(statement.bytes(after: [edit])).isDestructive)
  }

  /// The correction that the author has to confirm; nil if there is another reading.
  func suggestion(for statement: RehearsedStatement) -> FixIt? {
    guard case .keywordTypo(let range, let keyword) = statement.syntaxErrorCause else { return nil }
    let word = statement.words(in: range)
    guard otherReadings(word, range, keyword, statement).isEmpty else { return nil }
    return Self.correction(of: statement)?.fixIt
  }

  /// Other corrections that make the statement valid: another keyword, a space one letter further on, or a comma
  /// missing next to a name.
  private func otherReadings(
    _ word: String, _ range: Range<Int>, _ keyword: String, _ statement: RehearsedStatement
  ) -> [String] {
    let near = UnparsedStatement.keywords(near: word.uppercased(), limit: 12)
    let keywords = near.filter {
      $0 != keyword && statement.provedFixIt("", [StatementEdit(range, $0)]) != nil
    }
    let (start, end) = (range.lowerBound..<range.lowerBound, range.upperBound..<range.upperBound)
    var readings = keywords.map { "write \($0)" }
    readings += movedSpaces(range, statement).map { "write \($0)" }
    if statement.provedFixIt("", [StatementEdit(start, ", ")]) != nil {
      readings.append("write a comma before “\(word)”")
    }
    if statement.provedFixIt("", [StatementEdit(end, ",")]) != nil {
      readings.append("write a comma after “\(word)”")
    }
    if statement.provedFixIt("", [StatementEdit(range, "\"\(word)\"")]) != nil {
      readings.append("write \"\(word)\" if it is a name")
    }
    return readings
  }

  /// The word and a neighbor with the space between them moved, if that produces a keyword and
  /// compiles: in “INDE Xname” the X may belong to either side.
  private func movedSpaces(_ range: Range<Int>, _ statement: RehearsedStatement) -> [String] {
    guard let index = statement.tokens.firstIndex(where: { $0.range == range }) else { return [] }
    return [index - 1, index].flatMap { left -> [String] in
      guard left >= 0, left + 1 < statement.tokens.count else { return [] }
      let tokens = statement.tokens[left...left + 1]
      guard tokens.allSatisfy({ $0.kind == .word }) else { return [] }
      let (first, last) = (statement.text(tokens[left]), statement.text(tokens[left + 1]))
      // The letters of NOT in “NOT NUL” belong there.
      if [first, last].contains(where: { Keywords.all.contains($0.uppercased()) }) { return [] }
      let both = tokens[left].range.lowerBound..<tokens[left + 1].range.upperBound
      let letters = Array(first + last)
      return letters.indices.dropFirst().compactMap { split in
        let parts = [String(letters[..<split]), String(letters[split...])]
        guard split != first.count,
          parts.contains(where: { Keywords.all.contains($0.uppercased()) })
        else { return nil }
        let text = parts.joined(separator: " ")
        return statement.provedFixIt("", [StatementEdit(both, text)]) == nil ? nil : text
      }
    }
  }
}

extension RehearsedStatement {
  /// Whether ADD COLUMM nick TEXT added a column “COLUMM” of the type “nick TEXT”.
  func isMisspelledColumnKeyword(_ definition: ColumnDefinition) -> Bool {
    guard definition.name.kind == .word, definition.type.count > 1,
      let first = definition.type.first, !TypeNames.isKnown(upper(first))
    else { return false }
    return Spelling.distance(name(definition.name), "COLUMN") <= 2
  }
}
