internal import SQLScriptsDiagnostics
import SQLScriptsSQL

extension ScriptShaper {
  /// Reads the comment lines at the start of a `.sql` file that set keys. Other lines are only comments.
  mutating func readHeader(from start: Int) {
    let source = reader.document.source
    var seen: Set<String> = []
    var at = start
    while at < source.count {
      let (line, next) = source.withBytes { SQLLineEnd.line(from: at, in: $0) }
      at = next
      guard let comment = source.comment(in: line) else {
        guard source.bytes[line].allSatisfy(TextCheck.isBlank) else { return }
        continue
      }
      guard let colon = source.bytes[comment].firstIndex(of: UInt8(ascii: ":")) else {
        checkColon(in: comment, of: source)
        continue
      }
      let key = source.trimmed(comment.lowerBound..<colon)
      let value = source.trimmed(colon + 1..<comment.upperBound)
      let word = source.string(key)
      if HeaderKey.role(of: word) == .sets, !seen.insert(word).inserted {
        reader.report(.repeatedHeader(word), at: SourceSpan(file: source, range: key))
        // The first description is kept.
        if word == ScriptKey.description.name { continue }
      }
      readKey(word, at: key, value, in: source)
      checkSpelling(of: key, value, in: source)
    }
  }

  /// Checks for misspelled keys. Other words before a colon are only a comment.
  private mutating func checkSpelling(
    of key: Range<Int>, _ value: Range<Int>, in source: SourceFile
  ) {
    guard key.count <= 32 else { return }
    let word = source.string(key)
    let (joined, isSeparated) = HeaderKey.joined(word)
    guard !HeaderKey.isKey(word),
      let meant = Spelling.closest(to: joined, among: HeaderKey.near)
    else { return }
    let value = source.string(value)
    let isMeant =
      switch (ScriptKey(rawValue: meant), StatementKey(rawValue: meant)) {
      case (.version, _): isOtherVersion(value)
      // Many comments begin with “Description:”.
      case (.description, _): word.lowercased() != meant && !value.isEmpty
      case (.require, _), (.verify, _), (_, .onlyIf): Self.isQuery(value)
      default: !value.isEmpty
      }
    // Words with spaces may begin a sentence.
    guard isMeant, !isSeparated || HeaderKey.isValue(value, of: meant) else { return }
    let span = SourceSpan(file: source, range: key)
    // With a value that the key can have, the line is not an ordinary comment.
    let isCertain =
      switch ScriptKey(rawValue: meant) {
      case .transaction, .foreignKeys: HeaderKey.isValue(value, of: meant)
      case .description, .allowsRowLoss, .statements: false
      // “Version: 2” may be a comment about something else.
      case .version: word.lowercased() != meant
      case .require, .verify, nil: true
      }
    let severity = isCertain ? Diagnostic.Severity.error : .warning
    reader.report(
      HeaderKey.role(of: meant) == .refused
        ? .keyNotInSQL(meant, written: word, severity)
        : .headerTypo(word, meant: meant, severity), at: span)
  }

  /// Reports a key and its value without a colon between them, or with a full-width one.
  private mutating func checkColon(in comment: Range<Int>, of source: SourceFile) {
    let start = comment.prefix(64)
    let text = String(decoding: source.bytes[start], as: UTF8.self)
    let words = text.split { " \t=：".contains($0) }.map(String.init)
    guard words.count > 1, let meant = Spelling.closest(to: words[0], among: HeaderKey.near) else {
      return
    }
    let span = SourceSpan(file: source, range: source.trimmed(comment))
    if HeaderKey.role(of: meant) == .refused {
      guard Self.isQuery(words[1]) else { return }
      return reader.report(.keyNotInSQL(meant, written: words[0], .warning), at: span)
    }
    let isValue =
      meant == ScriptKey.version.name
      ? isOtherVersion(words[1]) && Spelling.distance(words[0], meant) < 2
      : HeaderKey.isValue(words[1], of: meant)
    guard words.count == 2, start.count == comment.count, isValue else { return }
    let value = words[1].lowercased()
    let isNo = ["none", "no", "off"].contains(value)
    let isYes = ["yes", "on"].contains(value)
    let written = meant == ScriptKey.transaction.name && (isNo || isYes) ? "\(isYes)" : words[1]
    reader.report(.headerWithoutColon(meant, written), at: span)
  }

  /// Whether a number would be another version than the script creates without it. In an update, it is only a comment.
  private func isOtherVersion(_ value: String) -> Bool {
    file.kind == .default && Int64(value).map { $0 > 0 && $0 != version } ?? false
  }

  private static func isQuery(_ value: String) -> Bool {
    let word = value.prefix { $0.isLetter }.lowercased()
    return ["select", "with", "values"].contains(word)
  }

  private mutating func readKey(
    _ key: String, at place: Range<Int>, _ range: Range<Int>, in source: SourceFile
  ) {
    switch HeaderKey.role(of: key) {
    case .sets: setKey(key, range, in: source)
    case .refused:
      let span = SourceSpan(file: source, range: place)
      reader.report(.keyNotInSQL(key, written: key, .error), at: span)
    case .needless:
      reader.report(.needlessKey(key), at: SourceSpan(file: source, range: place))
    case .comment: break
    }
  }

  private mutating func setKey(_ key: String, _ range: Range<Int>, in source: SourceFile) {
    let value = source.string(range)
    let span = SourceSpan(file: source, range: range)
    guard let known = ScriptKey(rawValue: key) else { return }
    if known.isForDefaultOnly, file.kind != .default {
      return reader.report(.versionInUpdate, at: span)
    }
    let wanted: String
    var choices: [String] = []
    switch known {
    case .description:
      summary = value
      return
    case .transaction:
      if let flag = Bool(value) {
        isTransactional = flag
        return
      }
      (wanted, choices) = ("true or false", ["true", "false"])
    case .foreignKeys:
      if let choice = Script.ForeignKeys(rawValue: value) {
        foreignKeys = choice
        return
      }
      choices = Script.ForeignKeys.allCases.map(\.rawValue)
      wanted = "checked or unchecked"
    case .version:
      if let number = Int64(value), number > 0 {
        version = number
        return
      }
      wanted = "a whole number from 1 to \(Int64.max)"
    case .statements, .allowsRowLoss, .require, .verify: return
    }
    reader.report(
      .wrongHeader(key, wanted: wanted, found: value, choices: choices), at: span)
  }
}

extension SourceFile {
  /// The text after the `--` of a comment line.
  fileprivate func comment(in line: Range<Int>) -> Range<Int>? {
    let text = trimmed(line)
    guard bytes[text].starts(with: "--".utf8) else { return nil }
    return text.lowerBound + 2..<text.upperBound
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
