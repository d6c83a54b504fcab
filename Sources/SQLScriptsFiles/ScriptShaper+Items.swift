internal import SQLScriptsDiagnostics
import SQLScriptsSQL

extension ScriptShaper {
  /// The item at an index; nil, with a finding, if it is not a statement.
  mutating func readItem(_ index: Int, number: Int, isQuery: Bool) -> ScriptItem? {
    let item: ScriptItem? =
      switch reader.kind(index) {
      case .dictionary: readOptions(index, number: number, isQuery: isQuery)
      default: readSQL(index, number: number)
      }
    if let item, isBlank(item.text) {
      reader.report(.emptyStatement(number), at: reader.span(index))
    }
    return item
  }

  /// Reads a statement as one string, or as its lines.
  private mutating func readSQL(_ index: Int, number: Int) -> ScriptItem? {
    let node = reader.document.nodes[index]
    switch node.kind {
    case .string:
      return ScriptItem(number: number, text: reader.document.text(of: node))
    case .array: return join(linesOf: index, number: number)
    default:
      if reader.isFullOfErrors || reader.isPlaceholder(index) { return nil }
      reader.report(.wrongItemType(number, node.kind), at: reader.span(index))
      return nil
    }
  }

  private mutating func readOptions(
    _ index: Int, number: Int, isQuery: Bool
  ) -> ScriptItem? {
    var options = ScriptItem.Options()
    var item: ScriptItem?
    var hasSQL = false
    let entries = reader.entries(of: index)
    for (key, value) in entries {
      let name = reader.text(key)
      guard let known = StatementKey(rawValue: name) else {
        reader.reportUnknown(
          key, among: StatementKey.self, present: entries,
          meant: Self.misnamed.contains(name) ? StatementKey.sql.name : nil)
        continue
      }
      if isQuery, !known.isForQueries {
        reader.report(.keyNotInQuery(name), at: reader.span(key))
        continue
      }
      switch known {
      case .sql:
        hasSQL = true
        if reader.kind(value) == .dictionary {
          reader.report(.wrongItemType(number, .dictionary), at: reader.span(value))
        } else {
          item = readSQL(value, number: number)
        }
      case .note: options.note = reader.string(value, of: key)
      case .onlyIf: options.onlyIf = readQuery(value, of: key)
      case .ignore:
        for (rule, reason) in reader.dictionary(value, of: key) {
          guard let words = reader.string(reason, of: rule) else { continue }
          options.ignore.append((rule: reader.text(rule), reason: words))
        }
      }
    }
    let isMisnamed = reader.entries(of: index).contains { key, _ in
      (Self.misnamed + [StatementKey.sql.name]).contains(reader.text(key).lowercased())
    }
    if !hasSQL, !isMisnamed, !reader.document.unclosed.contains(index) {
      reader.report(.missingSQL(number), at: reader.span(index))
    }
    guard item != nil, let optionsIndex = Int32(exactly: self.options.count) else { return item }
    item?.optionsIndex = optionsIndex
    self.options.append(options)
    return item
  }

  /// Words that people write instead of “sql”.
  private static let misnamed = ["statement", "query"]

  private mutating func readQuery(_ index: Int, of key: Int) -> Range<Int>? {
    let node = reader.document.nodes[index]
    let text = reader.document.text(of: node)
    guard node.kind == .string, !isBlank(text) else {
      reader.reportWrongValue(index, of: key, wanted: "a query")
      return nil
    }
    guard !hasSeveralStatements(text) else {
      reader.report(.severalQueries(reader.text(key)), at: reader.span(index))
      return nil
    }
    return text
  }

  /// Appends the lines of a statement to the decoded text, with a map to the file for each line.
  private mutating func join(linesOf index: Int, number: Int) -> ScriptItem? {
    let segments = parsedSegments ?? reader.document.map.segments
    parsedSegments = segments
    let start = reader.document.decodedEnd
    let end = reader.document.next(after: index)
    var child = index + 1
    while child < end {
      let node = reader.document.nodes[child]
      guard node.kind == .string else {
        if !reader.isPlaceholder(child) {
          reader.report(.wrongLineType(number, node.kind), at: reader.span(child))
        }
        reader.document.decoded.append(0)
        return nil
      }
      if child > index + 1 { reader.document.decoded.append(0x0A) }
      append(reader.document.text(of: node), segments)
      child = reader.document.next(after: child)
    }
    let text = start..<reader.document.decodedEnd
    reader.document.decoded.append(0)
    return ScriptItem(number: number, text: text)
  }

  private mutating func append(_ line: Range<Int>, _ segments: [SourceMap.Segment]) {
    guard line.lowerBound > reader.document.source.count else {
      return reader.document.append(line)
    }
    let shift = reader.document.decodedEnd - line.lowerBound
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      let isBefore = Int(segments[middle].decoded) <= line.lowerBound
      if isBefore { low = middle + 1 } else { high = middle }
    }
    var source = line.lowerBound
    if low > 0 { source += Int(segments[low - 1].source) - Int(segments[low - 1].decoded) }
    reader.document.map.append(decoded: line.lowerBound + shift, source: source)
    while low < segments.count, Int(segments[low].decoded) < line.upperBound {
      reader.document.map.append(
        decoded: Int(segments[low].decoded) + shift, source: Int(segments[low].source))
      low += 1
    }
    let bytes = reader.document.bytes(of: line)
    reader.document.decoded += bytes
  }

  private func hasSeveralStatements(_ range: Range<Int>) -> Bool {
    reader.document.withBytes(of: range) {
      !$0[StatementText($0).firstStatement.upperBound...].hasNoStatement
    }
  }

  /// Whether a text contains no statement.
  private func isBlank(_ range: Range<Int>) -> Bool {
    reader.document.withBytes(of: range) { $0[...].hasNoStatement }
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether there are only whitespace, comments and `;`.
  var hasNoStatement: Bool {
    var scanner = SQLScanner(UnsafeBufferPointer(rebasing: self))
    while let token = scanner.nextSignificant() {
      if token.kind != .semicolon { return false }
    }
    return true
  }
}
