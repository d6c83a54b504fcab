package import SQLScriptsDiagnostics

extension ScriptShape {
  /// The script of a plain SQL file: one item with the whole text, which SQLite itself cuts into
  /// statements; no item if there is no statement. Nil if the file is not UTF-8 text.
  package static func shape(
    sql source: SourceFile, of file: ScriptFile
  ) -> (script: Script?, diagnostics: [Diagnostic]) {
    var builder = DocumentBuilder(source: source)
    let checked = TextCheck.start(of: source, reportingTo: &builder, allowsNothing: true)
    guard let start = checked else {
      return (nil, builder.diagnostics)
    }
    if let nul = source.bytes[start...].firstIndex(of: 0) {
      builder.report(.nulCharacter(at: builder.span(nul..<nul + 1)))
    }
    var (document, diagnostics) = builder.finish()
    document.map.append(decoded: 0, source: start)
    document.text.reserveCapacity(source.bytes.count - start + 1)
    document.text.append(contentsOf: source.bytes[start...])
    document.text.append(0)
    let count = document.text.count - 1
    var shaper = ScriptShaper(reader: ValueReader(document: document), file: file)
    shaper.readHeader(from: start)
    diagnostics += shaper.reader.diagnostics
    let isEmpty = source.bytes.withUnsafeBufferPointer { $0[start...].hasNoStatement }
    if !isEmpty {
      shaper.items = [ScriptItem(number: 1, textStart: 0, textCount: count)]
    }
    return (shaper.finish(), diagnostics)
  }
}

extension ScriptShaper {
  /// Reads the comment lines at the start that stand for keys; other words are only comments.
  fileprivate mutating func readHeader(from start: Int) {
    let source = reader.document.source
    var at = start
    while at < source.bytes.count {
      let line = source.line(around: at)
      guard let comment = source.comment(in: line) else {
        guard source.bytes[line].allSatisfy(TextCheck.isBlank) else { return }
        at = source.lineStart(after: line)
        continue
      }
      if let colon = source.bytes[comment].firstIndex(of: UInt8(ascii: ":")) {
        let value = source.trimmed(colon + 1..<comment.upperBound)
        readKey(source.string(source.trimmed(comment.lowerBound..<colon)), value, in: source)
      }
      at = source.lineStart(after: line)
    }
  }

  private mutating func readKey(_ key: String, _ range: Range<Int>, in source: SourceFile) {
    let value = source.string(range)
    let span = SourceSpan(file: source, range: range)
    var wanted = ""
    switch key {
    case "description":
      summary = value
      return
    case "transaction":
      if let flag = Bool(value) {
        isTransactional = flag
        return
      }
      wanted = "true or false"
    case "foreignKeys":
      if let choice = Script.ForeignKeys(rawValue: value) {
        foreignKeys = choice
        return
      }
      wanted = "checked or unchecked"
    case "version":
      guard file.kind == .default else {
        reader.report(.versionInUpdate(at: span))
        return
      }
      if let number = Int64(value), number > 0 {
        version = number
        return
      }
      wanted = "a whole number from 1 to \(Int64.max)"
    default: return
    }
    reader.report(.wrongHeader(key, wanted: wanted, found: value, at: span))
  }
}

extension SourceFile {
  /// What follows the `--` of a line that is a comment.
  fileprivate func comment(in line: Range<Int>) -> Range<Int>? {
    let text = trimmed(line)
    guard bytes[text].starts(with: "--".utf8) else { return nil }
    return text.lowerBound + 2..<text.upperBound
  }

  fileprivate func lineStart(after line: Range<Int>) -> Int {
    let isPair = bytes[line.upperBound...].starts(with: [0x0D, 0x0A])
    return line.upperBound + (isPair ? 2 : 1)
  }

  fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
    let text = bytes[range]
    guard let first = text.firstIndex(where: { !TextCheck.isBlank($0) }),
      let last = text.lastIndex(where: { !TextCheck.isBlank($0) })
    else { return range.lowerBound..<range.lowerBound }
    return first..<last + 1
  }

  fileprivate func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension Diagnostic {
  fileprivate static func wrongHeader(
    _ key: String, wanted: String, found: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "wrong-value-type", .error, "“\(key)” must be \(wanted), but it is “\(found.forMessage)”",
      at: span, help: "Write \(wanted) here.")
  }
}
