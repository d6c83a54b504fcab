import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// The likely corrections of the mistakes in the format, in the keys and in the values of one file.
///
/// A correction of a mistake that follows from another one makes more of them. So a correction is only offered if the
/// file has fewer mistakes with it, which means reading the file again.
struct FormatCorrections {
  typealias Reading = (script: Script?, diagnostics: [Diagnostic])

  /// The bytes that are read again to judge the corrections of one file, or one reading if the file is larger. The first
  /// mistakes come first, so the author can go on from there.
  static let maximumBytes = 4_000_000

  private struct Place: Hashable {
    let id: String
    let range: Range<Int>

    init(_ finding: Diagnostic) { (id, range) = (finding.id, finding.span.range) }
  }

  private var fixIts: [Place: FixIt] = [:]

  /// - Parameter read: reads another text of the file.
  init(_ file: ScriptFile, _ source: SourceFile, read: (SourceFile) -> Reading) {
    let (script, mistakes) = read(source)
    let places = KnownPlaces(mistakes)
    var rest = max(Self.maximumBytes, source.count)
    for mistake in mistakes where fixIts[Place(mistake)] == nil {
      if let suggestion = mistake.suggestion ?? mistake.textOfValue {
        guard !suggestion.mayTakeStructure, rest >= source.count else { continue }
        rest -= source.count
        let bytes = source.bytes(after: [suggestion]).bytes
        let after = read(SourceFile(name: source.name, bytes: bytes)).diagnostics
        if places.areFewer(in: after, with: suggestion) { fixIts[Place(mistake)] = suggestion }
      } else if mistake.id == "unknown-key", let script, rest >= source.count {
        rest -= source.count
        if let moved = MovedKey(file, script, keyAt: mistake.span.range.lowerBound) {
          fixIts[Place(mistake)] = FixIt(
            moved.message, at: SourceSpan(file: source, range: 0..<source.count),
            with: String(decoding: moved.bytes, as: UTF8.self))
        }
      }
    }
  }

  /// The corrections of a file of a bundle; none if it cannot be opened.
  init(_ file: ScriptFile, in bundle: ScriptBundle) {
    let source = try? bundle.source(of: file)
    self.init(file, source ?? SourceFile(unread: file.displayName)) { bundle.read(file, in: $0) }
  }

  /// The correction of a finding in the file.
  subscript(_ finding: Diagnostic) -> FixIt? { fixIts[Place(finding)] }
}

/// The places of the mistakes in a file, up to the one where a reader may have stopped.
private struct KnownPlaces {
  private let places: [Int]
  private let isFull: Bool

  init(_ mistakes: [Diagnostic]) {
    let sorted = mistakes.map(\.span.range.lowerBound).sorted()
    // A reader reports no more than this, in the order of the file.
    places = Array(sorted.prefix(ScriptBundle.maximumMistakes))
    isFull = places.count == ScriptBundle.maximumMistakes
  }

  /// Whether there are fewer mistakes after a correction, in the same part of the file.
  func areFewer(in mistakes: [Diagnostic], with fixIt: FixIt) -> Bool {
    guard isFull, let last = places.last else { return mistakes.count < places.count }
    let end = fixIt.edits.filter { $0.span.range.lowerBound <= last }.reduce(last) {
      $0 + $1.replacement.utf8.count - $1.span.range.count
    }
    return mistakes.count { $0.span.range.lowerBound <= end } < places.count
  }
}
