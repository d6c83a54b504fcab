import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// What keeps the files themselves from being read and compared by people.
extension Validator {
  func checkFiles(_ validation: inout Validation) {
    let settings = (try? settings()) ?? BundleSettings()
    let files = library.bundle.scripts
    let readable = files.filter { (try? library.script($0)) != nil }
    var found = [mixedFormats(readable), needlessUpdate()].compactMap { $0 }
    for file in readable {
      guard let source = try? library.script(file).document.source else { continue }
      if file.format == .plist, source.bytes.starts(with: "bplist".utf8) {
        found.append(.binaryPropertyList(file))
        continue
      }
      if file.format == .plist, let tag = source.firstTagWithoutHeader {
        found.append(.missingHeader(before: tag, in: source))
      }
      if let ends = LineEnds(source) {
        found.append(.mixedLineEnds(ends, in: source, file.format))
      }
    }
    validation.diagnostics += found.compactMap(settings.judged)
  }

  /// An update to the version that the default script makes, which changes what is there.
  private func needlessUpdate() -> Diagnostic? {
    guard let file = library.bundle.defaultScript, let first = library.bundle.updates.first,
      let defaultScript = try? library.script(file), let update = try? library.script(first),
      RehearsalRoutes.isBelow(defaultScript, update)
    else { return nil }
    return .updateBelowDefault(first, file)
  }

  /// The first script that is JSON among property lists, or the other way round.
  private func mixedFormats(_ files: [ScriptFile]) -> Diagnostic? {
    let lists = files.filter { $0.format != .sql }
    guard let first = lists.first, let other = lists.first(where: { $0.format != first.format })
    else { return nil }
    return .mixedFormats(first, other)
  }
}

extension SourceFile {
  /// The beginning of a property list that neither says that it is XML nor which kind of document.
  fileprivate var firstTagWithoutHeader: Range<Int>? {
    let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20, 0xBB, 0xBF, 0xEF]
    guard let first = bytes.firstIndex(where: { !blanks.contains($0) }) else { return nil }
    let tag = Array("<plist".utf8)
    return bytes[first...].starts(with: tag) ? first..<first + tag.count : nil
  }
}

/// The line ends of a file that has more than one kind.
private struct LineEnds {
  /// Those of the rarer kinds.
  private(set) var others: [Range<Int>] = []
  /// The most frequent kind.
  private(set) var usual = "\n"

  /// So many are corrected; more are for an editor.
  private static let many = 2000

  init?(_ source: SourceFile) {
    var ends: [String: [Range<Int>]] = [:]
    var counts: [String: Int] = [:]
    source.withBytes { bytes in
      for (at, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
        let isPair = byte == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A
        if byte == 0x0A, at > 0, bytes[at - 1] == 0x0D { continue }
        let kind = isPair ? "\r\n" : byte == 0x0A ? "\n" : "\r"
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] <= Self.many {
          ends[kind, default: []].append(at..<at + (isPair ? 2 : 1))
        }
      }
    }
    guard counts.count > 1,
      let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key
    else { return nil }
    self.usual = usual
    let rare = counts.filter { $0.key != usual }
    others = rare.keys.flatMap { ends[$0] ?? [] }.sorted { $0.lowerBound < $1.lowerBound }
    isComplete = others.count == rare.values.reduce(0, +)
  }

  /// Whether all of the rarer kinds are known.
  private(set) var isComplete = true
}

extension Diagnostic {
  fileprivate static func binaryPropertyList(_ file: ScriptFile) -> Diagnostic {
    Diagnostic(
      "binary-plist", .warning, "This is a compiled property list: nobody can read or compare it",
      at: file.nameSpan, help: "Keep it as XML: plutil -convert xml1 \(file.displayName)")
  }

  fileprivate static func updateBelowDefault(
    _ update: ScriptFile, _ defaultScript: ScriptFile
  ) -> Diagnostic {
    Diagnostic(
      "update-below-default", .warning,
      "\(update.name) never runs for a new database: \(defaultScript.name) makes version 1 already",
      at: update.nameSpan, help: "Number the updates from 2 on.")
  }

  fileprivate static func mixedFormats(_ first: ScriptFile, _ other: ScriptFile) -> Diagnostic {
    let format = first.format.rawValue
    return Diagnostic(
      "both-formats-mixed", .info,
      "This script is .\(other.format.rawValue), and \(first.name) is .\(format)",
      at: other.nameSpan, help: "Write all in one form: sqlscripts convert --to \(format)")
  }

  fileprivate static func missingHeader(
    before tag: Range<Int>, in source: SourceFile
  ) -> Diagnostic {
    let start = SourceSpan(file: source, range: tag.lowerBound..<tag.lowerBound)
    let end = source.bytes.contains(0x0D) ? "\r\n" : "\n"
    return Diagnostic(
      "plist-missing-header", .info, "This property list does not begin with <?xml …?>",
      at: SourceSpan(file: source, range: tag),
      help: "Write this line before it: \(propertyListHeader)",
      fixIt: FixIt("Add the first line", at: start, with: propertyListHeader + end))
  }

  private static let propertyListHeader = #"<?xml version="1.0" encoding="UTF-8"?>"#

  /// In a .sql file a line end may be part of a text.
  fileprivate static func mixedLineEnds(
    _ ends: LineEnds, in source: SourceFile, _ format: ScriptFile.Format
  ) -> Diagnostic {
    let spans = ends.others.map { SourceSpan(file: source, range: $0) }
    let isFixable = ends.isComplete && format != .sql
    return Diagnostic(
      "line-endings", .info, "This line ends in another way than most lines of the file",
      at: spans.first ?? SourceSpan(file: source, range: 0..<0),
      why: "Windows ends lines with two characters, a Mac with one; tools show them as changes.",
      help: "Save the file with one kind of line ends.",
      fixIt: isFixable
        ? FixIt("End all lines alike", spans.map { .init($0, with: ends.usual) }) : nil)
  }
}
