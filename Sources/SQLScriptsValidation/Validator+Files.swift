import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// Checks of the files themselves: whether people can read and compare them.
extension Validator {
  func checkFiles(_ validation: inout Validation) {
    let settings = (try? settings()) ?? BundleSettings()
    let files = library.bundle.scripts
    let readable = files.filter { (try? library.script($0)) != nil }
    var found = [mixedFormats(readable), needlessUpdate()].compactMap { $0 }
    found += library.bundle.scriptsInFolders
    for file in readable {
      guard let script = try? library.script(file) else { continue }
      let source = script.document.source
      found += script.misplacedKeys.advised()
      if file.format == .plist, source.isBinaryPropertyList {
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

  /// An update to the version that the default script creates, which changes its objects.
  private func needlessUpdate() -> Diagnostic? {
    guard let file = library.bundle.defaultScript, let first = library.bundle.updates.first,
      let defaultScript = try? library.script(file), let update = try? library.script(first),
      RehearsalRoutes.isBelow(defaultScript, update)
    else { return nil }
    return .updateBelowDefault(first, file)
  }

  /// The first JSON script among property lists, or vice versa.
  private func mixedFormats(_ files: [ScriptFile]) -> Diagnostic? {
    let lists = files.filter { $0.format != .sql }
    guard let first = lists.first, let other = lists.first(where: { $0.format != first.format })
    else { return nil }
    return .mixedFormats(first, other)
  }
}

extension SourceFile {
  /// The start of a property list without an XML declaration and document type.
  fileprivate var firstTagWithoutHeader: Range<Int>? {
    let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20, 0xBB, 0xBF, 0xEF]
    guard let first = bytes.firstIndex(where: { !blanks.contains($0) }) else { return nil }
    let tag = Array("<plist".utf8)
    return bytes[first...].starts(with: tag) ? first..<first + tag.count : nil
  }
}

/// The line endings of a file with more than one kind.
private struct LineEnds {
  /// The line endings of the rarer kinds.
  private(set) var others: [Range<Int>] = []
  /// The most frequent kind.
  private(set) var usual = "\n"

  /// The maximum number of corrected line endings. An editor can correct more.
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
      "binary-plist", .warning,
      "binary property list: it cannot be read or compared as a source file",
      at: file.nameSpan, help: "Convert it to XML with: plutil -convert xml1 \(file.displayName)")
  }

  fileprivate static func updateBelowDefault(
    _ update: ScriptFile, _ defaultScript: ScriptFile
  ) -> Diagnostic {
    Diagnostic(
      "update-below-default", .warning,
      "\(update.name) never runs for a new database, because \(defaultScript.name) already creates version 1",
      at: update.nameSpan, help: "Number the updates from 2.")
  }

  fileprivate static func mixedFormats(_ first: ScriptFile, _ other: ScriptFile) -> Diagnostic {
    let format = first.format.rawValue
    return Diagnostic(
      "both-formats-mixed", .info,
      "the script has the format .\(other.format.rawValue), but \(first.name) has the format .\(format)",
      at: other.nameSpan,
      help: "Convert all scripts to one format with: sqlscripts convert --to \(format)")
  }

  fileprivate static func missingHeader(
    before tag: Range<Int>, in source: SourceFile
  ) -> Diagnostic {
    let start = SourceSpan(file: source, range: tag.lowerBound..<tag.lowerBound)
    let end = source.bytes.contains(0x0D) ? "\r\n" : "\n"
    return Diagnostic(
      "plist-missing-header", .info, "the property list does not start with <?xml …?>",
      at: SourceSpan(file: source, range: tag),
      help: "Add this line before it: \(propertyListHeader)",
      fixIt: FixIt("Add the first line", at: start, with: propertyListHeader + end))
  }

  private static let propertyListHeader = #"<?xml version="1.0" encoding="UTF-8"?>"#

  /// In a .sql file, a line ending may be part of a string.
  fileprivate static func mixedLineEnds(
    _ ends: LineEnds, in source: SourceFile, _ format: ScriptFile.Format
  ) -> Diagnostic {
    let spans = ends.others.map { SourceSpan(file: source, range: $0) }
    let isFixable = ends.isComplete && format != .sql
    return Diagnostic(
      "line-endings", .info, "the ending of this line differs from most lines of the file",
      at: spans.first ?? SourceSpan(file: source, range: 0..<0),
      why:
        "Windows ends lines with two characters, macOS and Linux with one. Diff tools show them "
        + "as changes.",
      help: "Save the file with one kind of line ending.",
      fixIt: isFixable
        ? FixIt("Use one line ending", spans.map { .init($0, with: ends.usual) }) : nil)
  }
}
