import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

extension EditedScript {
  /// The file with another text for a statement. Only the characters that differ are written, so the rest keeps its
  /// escapes and CDATA sections.
  ///
  /// In a `.sql` file, the text must be exactly one statement.
  package func setting(_ number: Int, to sql: String) throws(Refusal) -> [UInt8] {
    let listed = ListedStatement.all(of: script)
    guard let statement = listed.first(where: { $0.number == number }) else {
      throw .noStatement(number)
    }
    var statements = Self.statements(of: script)
    guard statements.indices.contains(number - 1) else { throw .noStatement(number) }
    guard statements[number - 1] != sql else { return Array(source.bytes) }
    if file.format == .sql {
      let typed = try TypedStatement(style.lines(sql))
      statements[number - 1] = typed.known
      let (range, text) = place(of: typed, insteadOf: statement)
      guard let bytes = minimal(range, text) else { throw .unwritable }
      return try checked(bytes, statements: statements, setting: number)
    }
    statements[number - 1] = sql
    if let bytes = minimal(statement.range, sql),
      let checked = try? checked(bytes, statements: statements)
    {
      return checked
    }
    guard let bytes = whole(number, sql) else { throw .unwritable }
    return try checked(bytes, statements: statements)
  }

  /// What a typed text replaces in a `.sql` file, and the text with the line end that it needs.
  private func place(
    of typed: TypedStatement, insteadOf statement: ListedStatement
  ) -> (range: Range<Int>, text: String) {
    var range = statement.range
    var rest = script.document.bytes(of: range.upperBound..<statement.item.text.upperBound)[...]
    let blanks = rest.prefix { $0.isBlank }.count
    // The text brings its own `;`, which a comment follows.
    if typed.end.isEnded, rest.dropFirst(blanks).first == UInt8(ascii: ";") {
      rest = rest.dropFirst(blanks + 1)
      range = range.lowerBound..<range.upperBound + blanks + 1
    }
    let next = rest.first { $0 != 0x0D }
    let needsEnd = typed.end.isInLineComment && next != nil && next != 0x0A
    return (range, typed.text + (needsEnd ? String(decoding: style.lineEnd, as: UTF8.self) : ""))
  }

  /// Replaces the characters between the common beginning and the common end of both texts.
  private func minimal(_ place: Range<Int>, _ sql: String) -> [UInt8]? {
    edit(place, sql).map { source.bytes(after: [FixIt("", [$0])]).bytes }
  }

  /// The file with other texts for several statements, which is read again only once. Nil for a `.sql` file, and if one of
  /// the texts has to be written as a whole.
  func settingAtOnce(_ texts: [(number: Int, sql: String)]) -> [UInt8]? {
    guard file.format != .sql else { return nil }
    let listed = Dictionary(ListedStatement.all(of: script).map { ($0.number, $0) }) { first, _ in
      first
    }
    var statements = Self.statements(of: script)
    var edits: [FixIt.Edit] = []
    for (number, sql) in texts {
      guard let statement = listed[number],
        statements.indices.contains(number - 1), let edit = edit(statement.range, sql)
      else { return nil }
      statements[number - 1] = sql
      edits.append(edit)
    }
    return try? checked(source.bytes(after: [FixIt("", edits)]).bytes, statements: statements)
  }

  private func edit(_ place: Range<Int>, _ sql: String) -> FixIt.Edit? {
    let old = script.document.bytes(of: place)
    let new = Array(sql.utf8)
    var start = zip(old, new).prefix { $0 == $1 }.count
    var end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    end = min(end, old.count - start, new.count - start)
    // Never in the middle of a character.
    while start > 0, start < new.count ? new[start].isContinuation : false { start -= 1 }
    while start > 0, start < old.count ? old[start].isContinuation : false { start -= 1 }
    while end > 0, new[new.count - end].isContinuation || old[old.count - end].isContinuation {
      end -= 1
    }
    let range = place.lowerBound + start..<place.upperBound - end
    var middle = String(decoding: new[start..<new.count - end], as: UTF8.self)
    // An XML parser reads each line end as a line feed. In JSON it is an escape.
    if file.format == .plist { middle = style.lines(middle) }
    return script.edit(range, with: middle)
  }

  /// Writes the whole text anew. A JSON list of lines stays one.
  private func whole(_ number: Int, _ sql: String) -> [UInt8]? {
    guard file.format != .sql, let index = textNode(number) else { return nil }
    let document = script.document
    let node = document.nodes[index]
    var text = written(sql)
    if file.format == .json, node.kind == .array {
      let lines = sql.split(separator: "\n", omittingEmptySubsequences: false)
      let children = document.children(of: index)
      let bytes = Array(source.bytes)
      let first = children.first.map { document.span(of: document.nodes[$0]).range.lowerBound }
      let gap = first.map { Array(bytes[Int(node.start) + 1..<$0]) } ?? []
      let last = children.last.map { document.span(of: document.nodes[$0]).range.upperBound }
      let tail = last.map { Array(bytes[$0..<max($0, Int(node.end) - 1)]) } ?? []
      let rows = lines.map { gap + Array("\"\(JSONText.escaped(String($0)))\"".utf8) }
      text = [UInt8(ascii: "[")] + Array(rows.joined(separator: [UInt8(ascii: ",")])) + tail
      text.append(UInt8(ascii: "]"))
    }
    let span = document.span(of: node).range
    let bytes = Array(source.bytes)
    return Array(bytes[..<span.lowerBound]) + text + Array(bytes[span.upperBound...])
  }

  /// The node of the SQL of a statement, which may have other keys.
  private func textNode(_ number: Int) -> Int? {
    let document = script.document
    guard let list = document.statementList,
      case let items = document.children(of: list), items.indices.contains(number - 1)
    else { return nil }
    let item = items[number - 1]
    guard document.nodes[item].kind == .dictionary else { return item }
    return document.value(of: StatementKey.sql.name, in: item)
  }
}

extension UInt8 {
  /// Whether it continues a character of UTF-8.
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}
