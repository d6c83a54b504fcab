import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// A CREATE TABLE split into columns and constraints, to add or remove a column and keep the rest unchanged.
struct TableDefinition {
  private let name: SQLName
  private let columns: [SQLName]
  private let bytes: [UInt8]
  /// With whitespace and comments.
  private let tokens: [SQLToken]
  /// The parts between the commas of the outer parentheses, as ranges of `tokens`.
  private var parts: [Range<Int>] = []

  /// Nil for SQL without such a list.
  init?(_ table: SchemaTable) {
    self.init(table.sql, name: table.name, columns: table.columns.map(\.name))
  }

  init?(_ sql: String, name: String = "", columns: [String] = []) {
    self.name = SQLName(name)
    self.columns = columns.map { SQLName($0) }
    let bytes = Array(sql.utf8)
    let tokens = bytes.withUnsafeBufferPointer { bytes in
      var scanner = SQLScanner(bytes)
      var tokens: [SQLToken] = []
      while let token = scanner.next() { tokens.append(token) }
      return tokens
    }
    (self.bytes, self.tokens) = (bytes, tokens)
    guard let open = tokens.firstIndex(where: { $0.kind == .leftParenthesis }) else { return nil }
    var first = open + 1
    for index in first..<tokens.count {
      let token = tokens[index]
      let isEnd = token.kind == .rightParenthesis && token.depth == tokens[open].depth
      guard isEnd || token.kind == .comma && token.depth == tokens[open].depth + 1 else { continue }
      parts.append(first..<index)
      first = index + 1
      if isEnd { return }
    }
    return nil
  }

  /// The definition of a column as it is written; nil if there is none.
  ///
  /// A comment at its end is closed, because ADD COLUMN writes a parenthesis after it.
  func definition(of column: String) -> String? {
    parts.first { range in
      let part = TablePart(tokens[range], of: bytes)
      return !part.isConstraint && part.firstName == SQLName(column)
    }.map { range in
      let definition = tokens[beginning(of: range)..<ending(of: range)]
      let text = string(definition)
      guard let comment = definition.last, SQLEnd(of: text).isInLineComment else { return text }
      let words = String(decoding: bytes[comment.range].dropFirst(2), as: UTF8.self)
      return string(definition.dropLast()) + "/*\(words.replacing("*/", with: "* /")) */"
    }
  }

  /// The names of the columns, in their order.
  var columnNames: [String] {
    parts.compactMap { range in
      let part = TablePart(tokens[range], of: bytes)
      return part.isConstraint ? nil : part.firstName?.text
    }
  }

  /// The name of the only column; nil if there is anything else between or after the parentheses.
  var onlyColumn: String? {
    guard parts.count == 1, let range = parts.first,
      tokens[(range.upperBound + 1)...].allSatisfy(\.isTrivia)
    else { return nil }
    let part = TablePart(tokens[range], of: bytes)
    return part.isConstraint ? nil : part.firstName?.text
  }

  /// The definition with only some of its columns and constraints; nil if there would be none.
  ///
  /// - Parameter isKept: whether the one at a place stays.
  func keeping(_ isKept: (Int) -> Bool) -> String? {
    let kept = parts.indices.filter(isKept)
    return kept.isEmpty ? nil : text(of: kept)
  }

  /// The definition with another column after the last one.
  func adding(_ definition: String) -> String {
    let column = parts.last { !TablePart(tokens[$0], of: bytes).isConstraint } ?? parts[0]
    let (start, end) = (beginning(of: column), ending(of: column))
    let before = tokens[column.lowerBound..<start].last { $0.kind == .space }
    let space = before.map { String(decoding: bytes[$0.range], as: UTF8.self) } ?? " "
    let isOpen = end > 0 && tokens[end - 1].kind == .comment
    return string(tokens[..<end]) + (isOpen ? "\n" : "") + "," + (space.isEmpty ? " " : space)
      + definition + (SQLEnd(of: definition).isInLineComment ? "\n" : "") + string(tokens[end...])
  }

  /// The definition without a column and the constraints on it.
  ///
  /// Nil if that changes more: if the column is in the primary key, or in a CHECK or a generated column with other
  /// columns.
  func without(_ column: String) -> String? {
    let name = SQLName(column)
    var kept: [Int] = []
    var hasColumn = false
    for (index, range) in parts.enumerated() {
      let part = TablePart(tokens[range], of: bytes)
      guard let stays = stays(part, without: name) else { return nil }
      guard stays else { continue }
      kept.append(index)
      hasColumn = hasColumn || !part.isConstraint
    }
    return hasColumn ? text(of: kept) : nil
  }

  /// Whether a part stays; nil if neither choice is right.
  private func stays(_ part: TablePart, without column: SQLName) -> Bool? {
    if !part.isConstraint, part.firstName == column {
      return part.count("PRIMARY") == 0 ? false : nil
    }
    guard part.uses(column, in: name) else { return true }
    // SQLite allows constraints without a comma between them.
    let kinds = ["PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].filter { part.count($0) > 0 }
    guard part.isConstraint, kinds.count == 1, part.count(kinds[0]) == 1 else { return nil }
    switch kinds[0] {
    case "UNIQUE", "FOREIGN": return part.hasKey(column) ? false : nil
    case "CHECK":
      let others = columns.filter { $0 != column }
      return others.contains { part.uses($0, in: name) } ? nil : false
    default: return nil
    }
  }

  private func text(of kept: [Int]) -> String {
    var result = Array(tokens[..<(parts.first.map(beginning) ?? 0)])
    for (index, part) in kept.enumerated() {
      let comma = parts[part].upperBound
      let isLast = index == kept.count - 1
      result += tokens[beginning(of: parts[part])..<ending(of: parts[part])]
      guard part < parts.count - 1 else { continue }
      if !isLast { result.append(tokens[comma]) }
      result += tokens[(comma + 1)..<beginning(of: parts[part + 1])]
      if isLast { while result.last?.kind == .space { result.removeLast() } }
    }
    return string(result + tokens[(parts.last.map(ending) ?? 0)...])
  }

  /// The first token of a part. A comment belongs to the text before it on its line, or else to the text after it.
  private func beginning(of part: Range<Int>) -> Int {
    var isNewLine = false
    for index in part {
      switch tokens[index].kind {
      case .space: isNewLine = isNewLine || bytes[tokens[index].range].contains(UInt8(ascii: "\n"))
      case .comment where !isNewLine: break
      default: return index
      }
    }
    return part.upperBound
  }

  private func ending(of part: Range<Int>) -> Int {
    var end = part.upperBound
    while end > part.lowerBound, tokens[end - 1].kind == .space { end -= 1 }
    return end
  }

  /// The text of tokens, with a line ending after each `--` comment.
  private func string(_ tokens: some Sequence<SQLToken>) -> String {
    var text = ""
    var endsLine = false
    for token in tokens {
      let part = String(decoding: bytes[token.range], as: UTF8.self)
      if endsLine, part.utf8.first.map({ $0 != 0x0A && $0 != 0x0D }) ?? true { text += "\n" }
      text += part
      endsLine = token.kind == .comment && part.hasPrefix("--")
    }
    return text
  }
}
