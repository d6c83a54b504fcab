import SQLScriptsSQL

extension ApostropheReading {
  private static let manyStatements = 2000
  private static let longestRest = 4096

  /// The reading of a statement that ends at a “;” in the text: `'it's; ok'`
  init?(cutBySemicolon unparsed: UnparsedStatement) {
    let statement = unparsed.statement
    let document = statement.script.document
    let end = min(statement.item.text.upperBound, statement.range.upperBound + Self.longestRest)
    guard statement.range.upperBound < end,
      let probe = SyntaxProbe(tables: unparsed.tables, limit: 400)
    else { return nil }
    let rest = document.bytes(of: statement.range.upperBound..<end)
    let bytes = unparsed.bytes + rest.prefix { $0 != 0x0A }
    guard let reading = ApostropheReading(bytes, probe), reading.end > unparsed.bytes.count,
      reading.edits.allSatisfy({ $0.range.upperBound <= unparsed.bytes.count })
    else { return nil }
    self = reading
  }

  /// The readings of the statements that a string which ends too early has swallowed in an SQL file, up to the first
  /// that is not certain.
  ///
  /// Without them, each correction of a file would uncover the next half of its mistakes, in ever longer statements.
  func swallowed(in unparsed: UnparsedStatement) -> [ApostropheReading] {
    var found: [ApostropheReading] = []
    var last = self
    while last.isCertain, let next = last.next(in: unparsed) {
      found.append(next)
      last = next
    }
    return last.isCertain ? found : found.dropLast()
  }

  /// The reading of the next statement that does not compile.
  private func next(in unparsed: UnparsedStatement) -> ApostropheReading? {
    let rest = Array(unparsed.bytes.dropFirst(end))
    let names = rest.withUnsafeBufferPointer { StatementText($0).names }
    let tables = names.sorted().compactMap { unparsed.statement.before[$0] }
      .filter { $0.kind == .table || $0.kind == .view }
    guard let probe = SyntaxProbe(tables: tables, limit: Self.manyStatements) else { return nil }
    var start = 0
    while true {
      let statement = rest[start...].withUnsafeBufferPointer { StatementText($0).firstStatement }
      guard !statement.isEmpty else { return nil }
      let range = start + statement.lowerBound..<start + statement.upperBound
      guard probe.compiles(rest[range]) else { break }
      start += statement.upperBound
    }
    return ApostropheReading(Array(rest[start...]), probe)?.moved(by: end + start)
  }
}
