import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

extension LockFile {
  /// Reads the lock of a bundle; nil if there is none. An unreadable lock is empty and reported.
  package static func reading(
    _ bundle: ScriptBundle
  ) -> (lock: LockFile, diagnostics: [Diagnostic])? {
    do throws(ScriptBundleError) {
      return try bundle.lockSource().map { file in
        if let known = last.withLock({ $0 }), known.file.name == file.name,
          known.file.storage == file.storage
        {
          return known.reading
        }
        let reading = reading(file)
        last.withLock { $0 = (file, reading) }
        return reading
      }
    } catch {
      return (LockFile(isDamaged: true), [.unreadable(error)])
    }
  }

  /// The lock that was read last. Each check asks several times, and with 300 released scripts, reading it took a fifth
  /// of the CPU time of an edit.
  private static let last = Lock<
    (file: SourceFile, reading: (lock: LockFile, diagnostics: [Diagnostic]))?
  >(nil)

  /// More than any bundle has, and quick to read.
  private static let greatestSize = 16 << 20
  private static let shownDamages = 10

  /// Reads a lock. Damaged lines are reported, and the others still count.
  package static func reading(
    _ file: SourceFile
  ) -> (lock: LockFile, diagnostics: [Diagnostic]) {
    guard file.bytes.count <= greatestSize else {
      return (LockFile(isDamaged: true), [.noLock(SourceFile(name: file.name, bytes: []))])
    }
    var reading = LockReading(file: file)
    var start = file.hasByteOrderMark ? 3 : 0
    while start < file.bytes.count {
      let end = file.bytes[start...].firstIndex(of: 0x0A) ?? file.bytes.count
      var range = start..<end
      if file.bytes[range].last == 0x0D { range = start..<end - 1 }
      reading.take(range)
      start = end + 1
      // The file is not a lock at all, so one finding is better than one for each line.
      if reading.diagnostics.count > shownDamages {
        return (LockFile(isDamaged: true), [.noLock(file)])
      }
    }
    if reading.entries.isEmpty, reading.diagnostics.isEmpty {
      return (LockFile(isDamaged: true), [.emptied(file)])
    }
    reading.missLastLine()
    let isDamaged = !reading.diagnostics.isEmpty
    let kept = reading.keptScripts()
    return (LockFile(reading.entries, keeping: kept, isDamaged: isDamaged), reading.diagnostics)
  }
}

/// The entries and diagnostics read so far.
private struct LockReading {
  let file: SourceFile
  var entries: [LockFile.Entry] = []
  var diagnostics: [Diagnostic] = []
  private var kept = KeptReading()
  private var known: [Key: Int] = [:]
  /// The last released version, from the comment. A merge may leave several.
  private var last: (version: Int64, span: SourceSpan)?

  private struct Key: Hashable {
    var version: Int64
    var kind: LockFile.Entry.Kind
  }

  init(file: SourceFile) {
    self.file = file
  }

  private static let markers = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
  private var isInConflict = false

  mutating func take(_ range: Range<Int>) {
    let span = SourceSpan(file: file, range: range)
    let line = String(decoding: file.bytes[range], as: UTF8.self)
    if line.hasPrefix("#") { return noteLastVersion(line, span) }
    if line.allSatisfy(\.isWhitespace) { return }
    if kept.take(line, at: span) { return }
    if let marker = Self.markers.first(where: line.hasPrefix) {
      // One finding per conflict is enough. A single marker may also have been left over.
      if marker == "<<<<<<<" || !isInConflict { diagnostics.append(.conflict(at: span)) }
      isInConflict = marker != ">>>>>>>"
      return
    }
    guard let entry = entry(line, span) else {
      diagnostics.append(.damagedLine(at: span))
      return
    }
    let key = Key(version: entry.version, kind: entry.kind)
    guard let first = known[key] else {
      known[key] = entries.count
      entries.append(entry)
      return
    }
    // A merge may duplicate a line.
    if entries[first].checksum != entry.checksum {
      diagnostics.append(.releasedTwice(entry, first: entries[first], at: span))
    }
  }

  private mutating func noteLastVersion(_ line: String, _ span: SourceSpan) {
    guard line.hasPrefix(LockFile.lastVersionWords),
      let version = Int64(line.dropFirst(LockFile.lastVersionWords.count)),
      version > last?.version ?? 0
    else { return }
    last = (version, span)
  }

  /// Reports missing lines before later released versions.
  mutating func missLastLine() {
    guard let last, diagnostics.isEmpty, !entries.contains(where: { $0.version >= last.version })
    else { return }
    diagnostics.append(.lostLine(of: last.version, at: last.span))
  }

  /// The kept default scripts. Texts with mistakes, for example after a merge, are reported.
  mutating func keptScripts() -> [KeptScript] {
    let bundle = ScriptBundle(scripts: [])
    return kept.scripts.filter { script in
      if script.script(of: bundle) != nil { return true }
      if let span = script.span { diagnostics.append(.damagedText(of: script, at: span)) }
      return false
    }
  }

  private func entry(_ line: String, _ span: SourceSpan) -> LockFile.Entry? {
    // The name is everything in between, because it may contain spaces.
    guard let space = line.firstIndex(of: " "), let version = Int64(line[..<space]), version > 0
    else { return nil }
    let rest = line[line.index(after: space)...]
    guard let second = rest.firstIndex(of: " "), let last = rest.lastIndex(of: " "),
      second < last, let kind = LockFile.Entry.Kind(rawValue: String(rest[..<second])),
      let checksum = Checksum(rest[rest.index(after: last)...])
    else { return nil }
    let name = LockText.unescaped(String(rest[rest.index(after: second)..<last]))
    guard !name.isEmpty else { return nil }
    return LockFile.Entry(
      version: version, kind: kind, name: name, checksum: checksum, span: span)
  }
}

/// The texts of default scripts among the lines of a lock.
private struct KeptReading {
  private struct Text {
    var version: Int64
    var name: String
    var checksum: Checksum
    var span: SourceSpan
    var bytes: [UInt8]?
  }

  private var texts: [Text] = []

  /// Takes a line that begins or continues a text; false for other lines.
  mutating func take(_ line: String, at span: SourceSpan) -> Bool {
    // An editor may remove the space at the end of a line.
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, let version = Int64(parts[0]), version > 0 else { return false }
    let rest = parts.count == 3 ? parts[2] : ""
    if parts[1] == "kept" {
      guard let space = rest.lastIndex(of: " "),
        ScriptName(LockText.unescaped(String(rest[..<space])))?.kind == .default,
        let checksum = Checksum(rest[rest.index(after: space)...])
      else { return false }
      texts.append(
        Text(
          version: version, name: LockText.unescaped(String(rest[..<space])), checksum: checksum,
          span: span))
      return true
    }
    guard let last = texts.indices.last, texts[last].version == version else { return false }
    switch parts[1] {
    case "text":
      if texts[last].bytes == nil {
        texts[last].bytes = []
      } else {
        texts[last].bytes?.append(0x0A)
      }
      texts[last].bytes?.append(contentsOf: LockText.unescaped(String(rest)).utf8)
    case "hex":
      guard let bytes = LockText.bytes(hex: rest) else { return false }
      texts[last].bytes = bytes
    default: return false
    }
    return true
  }

  var scripts: [KeptScript] {
    texts.compactMap {
      KeptScript(
        version: $0.version, name: $0.name, checksum: $0.checksum, bytes: $0.bytes ?? [],
        span: $0.span)
    }
  }
}

extension Checksum {
  /// Reads the format of `description`; nil for everything else.
  fileprivate init?(_ text: Substring) {
    let prefix = "xxh64:"
    let digits = text.dropFirst(prefix.count)
    let isHex = digits.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
    }
    guard text.hasPrefix(prefix), digits.utf8.count == 16, isHex,
      let value = UInt64(digits, radix: 16)
    else { return nil }
    self.init(value: value)
  }
}

extension Diagnostic {
  private static let restore = "Restore the file from version control."

  fileprivate static func unreadable(_ error: ScriptBundleError) -> Diagnostic {
    let file = SourceFile(name: error.path, bytes: [])
    return Diagnostic(
      "damaged-lock-file", .error, "\(error)", at: SourceSpan(file: file, range: 0..<0),
      help: restore)
  }

  fileprivate static func noLock(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      "damaged-lock-file", .error, "\(LockFile.fileName) is not a list of released scripts",
      at: SourceSpan(file: file, range: 0..<0), help: restore)
  }

  /// `release` never writes a lock without a script.
  fileprivate static func emptied(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      "damaged-lock-file", .error, "\(LockFile.fileName) contains no released script",
      at: SourceSpan(file: file, range: 0..<0),
      why: "A change of a released script would not be found.",
      help: restore + " If nothing was ever released, delete it.")
  }

  fileprivate static func damagedLine(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "damaged-lock-file", .error, "this line of \(LockFile.fileName) is damaged", at: span,
      why: "A line consists of a version, “default” or “update”, a file name and a checksum.",
      help: restore)
  }

  fileprivate static func damagedText(of script: KeptScript, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "damaged-lock-file", .error,
      "the text of \(script.file.name) after this line of \(LockFile.fileName) is damaged",
      at: span,
      why: "Updates of databases of version \(script.version) are rehearsed with it.",
      help: restore)
  }

  fileprivate static func lostLine(of version: Int64, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "damaged-lock-file", .error,
      "the line of version \(version) is missing in \(LockFile.fileName)", at: span,
      why: "A change of a released script would not be found.", help: restore)
  }

  fileprivate static func conflict(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "damaged-lock-file", .error, "merge conflict in \(LockFile.fileName)", at: span,
      help: "Keep the lines of both branches, and delete the markers <<<<<<<, ======= and >>>>>>>.")
  }

  fileprivate static func releasedTwice(
    _ entry: LockFile.Entry, first: LockFile.Entry, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "damaged-lock-file", .error,
      "version \(entry.version) was released twice with different scripts", at: span,
      why: "Users of the two releases have different databases with the same version.",
      help: "Keep the line of the shipped script, and give the other script a new number.",
      related: first.span.map { [Related(span: $0, message: "the other release")] } ?? [])
  }
}

extension ScriptBundle {
  /// The bytes of the lock file; nil if the bundle has none.
  package func lockSource() throws(ScriptBundleError) -> SourceFile? {
    guard let lockFile else { return nil }
    var name = Self.lockFileName
    if case .path(let path) = lockFile { name = path }
    return SourceFile(name: name, bytes: try lockFile.bytes())
  }
}
