internal import SQLScriptsDiagnostics

extension ScriptShaper {
  private static let itemKeys = ["sql", "note", "onlyIf", "ignore"]

  /// The item at an index; nil, and reported, if it is no statement.
  mutating func readItem(_ index: Int, number: Int) -> ScriptItem? {
    let item: ScriptItem? =
      switch reader.kind(index) {
      case .dictionary: readOptions(index, number: number)
      default: readSQL(index, number: number)
      }
    if let item, isBlank(item.text) {
      reader.report(.emptyStatement(number, at: reader.span(index)))
    }
    return item
  }

  /// A statement as one text, or as its lines.
  private mutating func readSQL(_ index: Int, number: Int) -> ScriptItem? {
    let node = reader.document.nodes[index]
    switch node.kind {
    case .string:
      return ScriptItem(
        number: number, textStart: Int(node.textStart), textCount: Int(node.textCount))
    case .array: return join(linesOf: index, number: number)
    default:
      if reader.isPlaceholder(index) { return nil }
      reader.report(.wrongItemType(number, node.kind, at: reader.span(index)))
      return nil
    }
  }

  private mutating func readOptions(_ index: Int, number: Int) -> ScriptItem? {
    var options = ScriptItem.Options()
    var item: ScriptItem?
    var hasSQL = false
    for (key, value) in reader.entries(of: index) {
      switch reader.text(key) {
      case "sql":
        hasSQL = true
        if reader.kind(value) == .dictionary {
          reader.report(.wrongItemType(number, .dictionary, at: reader.span(value)))
        } else {
          item = readSQL(value, number: number)
        }
      case "note": options.note = reader.string(value, of: key)
      case "onlyIf": options.onlyIf = readQuery(value, of: key)
      case "ignore":
        for (rule, reason) in reader.dictionary(value, of: key) {
          guard let words = reader.string(reason, of: rule) else { continue }
          options.ignore.append((rule: reader.text(rule), reason: words))
        }
      case "statement", "query":
        reader.report(.misnamedSQL(reader.text(key), at: reader.span(key)))
      default: reader.reportUnknown(key, known: Self.itemKeys)
      }
    }
    let isMisnamed = reader.entries(of: index).contains { key, _ in
      ["sql", "statement", "query"].contains(reader.text(key).lowercased())
    }
    if !hasSQL, !isMisnamed { reader.report(.missingSQL(number, at: reader.span(index))) }
    guard item != nil, let optionsIndex = Int32(exactly: self.options.count) else { return item }
    item?.optionsIndex = optionsIndex
    self.options.append(options)
    return item
  }

  private mutating func readQuery(_ index: Int, of key: Int) -> Range<Int>? {
    let node = reader.document.nodes[index]
    let start = Int(node.textStart)
    let range = start..<start + Int(node.textCount)
    if node.kind == .string, !isBlank(range) { return range }
    reader.reportWrongValue(index, of: key, wanted: "a query")
    return nil
  }

  /// Writes the lines of a statement behind all text, one after the other, with the way back to the
  /// file for each.
  private mutating func join(linesOf index: Int, number: Int) -> ScriptItem? {
    let segments = parsedSegments ?? reader.document.map.segments
    parsedSegments = segments
    let start = reader.document.text.count
    let end = Int(reader.document.nodes[index].next)
    var child = index + 1
    while child < end {
      let node = reader.document.nodes[child]
      guard node.kind == .string else {
        if !reader.isPlaceholder(child) {
          reader.report(.wrongLineType(number, node.kind, at: reader.span(child)))
        }
        reader.document.text.removeLast(reader.document.text.count - start)
        return nil
      }
      if child > index + 1 { reader.document.text.append(0x0A) }
      append(node, segments)
      child = max(child + 1, Int(node.next))
    }
    let count = reader.document.text.count - start
    reader.document.text.append(0)
    return ScriptItem(number: number, textStart: start, textCount: count)
  }

  private mutating func append(_ line: Node, _ segments: [SourceMap.Segment]) {
    let from = Int(line.textStart)
    let to = from + Int(line.textCount)
    let shift = reader.document.text.count - from
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if Int(segments[middle].decoded) <= from { low = middle + 1 } else { high = middle }
    }
    var source = from
    if low > 0 { source += Int(segments[low - 1].source) - Int(segments[low - 1].decoded) }
    reader.document.map.append(decoded: from + shift, source: source)
    while low < segments.count, Int(segments[low].decoded) < to {
      reader.document.map.append(
        decoded: Int(segments[low].decoded) + shift, source: Int(segments[low].source))
      low += 1
    }
    // Byte by byte: a slice of the text would keep it alive, and each line would copy all of it.
    for at in from..<to { reader.document.text.append(reader.document.text[at]) }
  }

  /// Whether SQLite would find no statement in a text.
  private func isBlank(_ range: Range<Int>) -> Bool {
    reader.document.text.withUnsafeBufferPointer { $0[range].hasNoStatement }
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether there is nothing but blanks, comments and `;`.
  var hasNoStatement: Bool {
    var scanner = SQLScanner(UnsafeBufferPointer(rebasing: self))
    while let token = scanner.nextSignificant() {
      if token.kind != .semicolon { return false }
    }
    return true
  }
}

extension Diagnostic {
  fileprivate static func wrongItemType(
    _ number: Int, _ kind: Node.Kind, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "wrong-item-type", .error,
      "Item \(number) is \(kind.words); every item must be text (a SQL statement)", at: span,
      label: "not a SQL statement", help: "Delete it, or write the whole SQL statement as text.")
  }

  fileprivate static func wrongLineType(
    _ number: Int, _ kind: Node.Kind, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "wrong-item-type", .error,
      "A line of item \(number) is \(kind.words); the lines of a statement must be text", at: span,
      label: "not a line of SQL",
      help: "Write each line as text; give each statement an item of its own.")
  }

  fileprivate static func missingSQL(_ number: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "missing-statements", .error, "Item \(number) has no key “sql”", at: span,
      help: "Add “sql” with the statement.")
  }

  fileprivate static func misnamedSQL(_ key: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "unknown-key", .error, "There is no key “\(key)”", at: span,
      label: "did you mean “sql”?", help: "Write “sql”.")
  }

  fileprivate static func emptyStatement(_ number: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "empty-statement", .warning, "Item \(number) has no SQL statement in it", at: span,
      help: "Delete the item, or write its statement.")
  }
}
