import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// The update after the last one of a bundle, and after the last released one.
package struct NextUpdate: Sendable, Hashable {
  /// Its number.
  package let version: Int64

  /// Its file name.
  package let fileName: String

  /// Its description, on one line.
  package let description: String

  /// Its format.
  package let format: ScriptFile.Format

  /// Its text, a template.
  package let text: String

  /// - Parameters:
  ///   - sentence: the description, in the author's words.
  ///   - latest: the highest version that the bundle reaches; nil if it has no script.
  ///   - timestamp: the time as a number, used if the bundle has timestamp numbering or `byTime` is true.
  ///   - template: the first statements; nil for an example in a comment.
  package init(
    of bundle: ScriptBundle, settings: BundleSettings, latest: Int64?, for sentence: String,
    format: ScriptFile.Format?, timestamp: Int64, byTime: Bool,
    template: UpdateTemplate? = nil
  ) throws(AuthoringError) {
    let isTimestamped = bundle.numbering(settings) == .timestamp
    let names = bundle.diagnostics
    guard !names.hasErrors else { throw .wrongNames(names) }
    let lock = LockFile.reading(bundle)
    if let lock, lock.lock.isDamaged { throw .damagedLock(lock.diagnostics) }
    let last = bundle.updateVersions.last ?? 0
    if byTime, !isTimestamped, last > 0 || settings.numbering == .sequential {
      throw .timestampAmongNumbers
    }
    // Users have the released versions, even if a script was deleted here.
    let greatest = max(last, latest ?? 0, lock?.lock.lastVersion ?? 0)
    guard greatest < .max else { throw .noNumberLeft }
    let next = greatest + 1
    if isTimestamped || byTime {
      // If the clock was set back, the update must still come after the last one.
      version = max(Self.timestamp(timestamp, asLongAs: last), next)
    } else {
      version = next
    }
    // The description is one line, so line endings become spaces.
    let words = sentence.split { $0.isWhitespace || Self.isControl($0) }
    description = words.joined(separator: " ")
    self.format =
      format ?? (bundle.updates.last ?? bundle.defaultScript)?.format ?? .plist
    let name = ScriptName(
      kind: .update(version), format: self.format, label: ScriptLabel.make(of: sentence))
    fileName = name.canonicalFileName
    if let template {
      var content = ScriptContent(template.statements)
      content.summary = description
      text = content.text(self.format)
    } else {
      text = ScriptText.update(self.format, description: description)
    }
  }

  /// A timestamp without its last digits, if the bundle has shorter ones: with seconds, or only minutes. Mixed lengths
  /// would sort by length.
  private static func timestamp(_ time: Int64, asLongAs last: Int64) -> Int64 {
    // A shorter number is not a time.
    guard last >= 100_000_000_000 else { return time }
    var time = time
    while String(time).count > String(last).count { time /= 10 }
    return time
  }

  private static func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
