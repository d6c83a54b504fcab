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
    let nul = source.withBytes { ByteScan.endOfText(in: $0) }
    if nul < source.count {
      builder.report(.nulCharacter(at: builder.span(nul..<nul + 1)))
    }
    var (document, diagnostics) = builder.finish()
    var shaper = ScriptShaper(reader: ValueReader(document: document), file: file)
    shaper.readHeader(from: start)
    diagnostics += shaper.reader.diagnostics
    let text = start..<source.count
    let isEmpty = source.text[text].hasNoStatement
    if !isEmpty { shaper.list = .each([ScriptItem(number: 1, text: text)]) }
    return (shaper.finish(), diagnostics)
  }
}

extension ScriptShaper {
  /// Reads the comment lines at the start that stand for keys; other words are only comments.
  fileprivate mutating func readHeader(from start: Int) {
    let source = reader.document.source
    var at = start
    while at < source.count {
      let line = source.line(around: at)
      guard let comment = source.comment(in: line) else {
        guard source.bytes[line].allSatisfy(TextCheck.isBlank) else { return }
        at = source.lineStart(after: line)
        continue
      }
      if let colon = source.bytes[comment].firstIndex(of: UInt8(ascii: ":")) {
        let value = source.trimmed(colon + 1..<comment.upperBound)
        let key = source.trimmed(comment.lowerBound..<colon)
        readKey(source.string(key), value, in: source)
        checkSpelling(of: key, value, in: source)
      } else {
        checkColon(in: comment, of: source)
      }
      at = source.lineStart(after: line)
    }
  }

  /// A key that is nearly one. Other words before a colon are only a remark.
  private mutating func checkSpelling(
    of key: Range<Int>, _ value: Range<Int>, in source: SourceFile
  ) {
    let word = source.string(key)
    guard key.count <= 32, !Self.headerKeys.keys.contains(word), !word.contains(" "),
      let meant = Spelling.closest(to: word, among: Self.headerKeys.keys.sorted()),
      let values = Self.headerKeys[meant],
      values.isEmpty ? Int64(source.string(value)) != nil : true
    else { return }
    reader.report(
      .headerTypo(word, meant: meant, at: SourceSpan(file: source, range: key)))
  }

  /// A key and its value without the colon between them, or with a full-width one.
  private mutating func checkColon(in comment: Range<Int>, of source: SourceFile) {
    guard comment.count <= 64 else { return }
    let words = source.string(comment).split { " \t=：".contains($0) }.map(String.init)
    guard words.count == 2,
      let meant = Spelling.closest(to: words[0], among: Self.headerKeys.keys.sorted()),
      Self.headerKeys[meant]?.contains(words[1].lowercased()) ?? false
    else { return }
    let value = words[1].lowercased()
    let isNo = ["none", "no", "off"].contains(value)
    let isYes = ["yes", "on"].contains(value)
    let written = meant == "transaction" && (isNo || isYes) ? "\(isYes)" : words[1]
    reader.report(
      .headerWithoutColon(
        meant, written, at: SourceSpan(file: source, range: source.trimmed(comment))))
  }

  /// The keys that change how a script runs, with the values that are near to theirs.
  private static let headerKeys: [String: Set<String>] = [
    "transaction": ["true", "false", "none", "no", "yes", "on", "off"],
    "foreignKeys": ["checked", "unchecked", "on", "off", "true", "false"],
    "version": [],
  ]

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
  fileprivate static func headerTypo(
    _ key: String, meant: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unknown-key", .warning,
      "“\(key.forMessage)” is no key of a script, so this line is only a remark", at: span,
      label: "did you mean “\(meant)”?", help: "Write \(meant).")
  }

  fileprivate static func headerWithoutColon(
    _ key: String, _ value: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unknown-key", .warning, "There is no “:” behind “\(key)”, so this line is only a remark",
      at: span, help: "Write -- \(key): \(value.forMessage)")
  }

  fileprivate static func wrongHeader(
    _ key: String, wanted: String, found: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "wrong-value-type", .error, "“\(key)” must be \(wanted), but it is “\(found.forMessage)”",
      at: span, help: "Write \(wanted) here.")
  }
}
