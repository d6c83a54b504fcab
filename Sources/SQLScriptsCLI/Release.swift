import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

/// The result of `release`.
struct Release {
  enum Outcome: String {
    /// The lock was written.
    case written
    /// There was nothing to record.
    case current
    /// There is something to record, but `--check` was given.
    case due
    /// The scripts have errors.
    case refused
  }

  var path: String
  var lock: LockFile
  var changes: [LockFile.Change]
  var outcome: Outcome
  var diagnostics: [Diagnostic] = []
  /// The errors in scripts that were recorded as they shipped.
  var shippedErrors = 0

  /// What the scripts do; nil if they have errors.
  var sentences: ScriptSentences?

  /// With more scripts than these, what they do would hide that they were recorded.
  private static let manyScripts = 5

  func lines(width: Int?) -> [StyledText] {
    let added = changes.filter { $0.action == .new }.map(\.entry.name)
    var lines = changes.map { StyledText(VisibleText.oneLine($0.words)) }
    if let sentences, !added.isEmpty, added.count <= Self.manyScripts {
      lines += [StyledText()] + sentences.lines(of: added, width: width) + [StyledText()]
    }
    return lines + [StyledText(VisibleText.oneLine(summary))]
  }

  private var summary: String {
    let count = lock.entries.count
    let scripts = count == 1 ? "1 script is" : "\(count) scripts are"
    let errors = diagnostics.count == 1 ? "1 error" : "\(diagnostics.count) errors"
    switch outcome {
    case .written where shippedErrors > 0:
      let errors = shippedErrors == 1 ? "1 error" : "\(shippedErrors) errors"
      return "\(scripts) released in \(path), with \(errors) as shipped"
    case .written: return "\(scripts) released in \(path)"
    case .current: return "\(path) is up to date: \(scripts) released"
    case .due: return "\(path) is not up to date: “sqlscripts release” would record this"
    case .refused: return "found \(errors); \(path) was not changed"
    }
  }

  var json: JSONText {
    .document([
      .init("lock", .string(path)),
      .init("outcome", .string(outcome.rawValue)),
      .init("scripts", .int(lock.entries.count)),
      .init("changes", .array(changes.map { $0.json(sentences) })),
      .init("shippedErrors", .int(shippedErrors)),
      .init("diagnostics", .array(diagnostics.map(\.json))),
    ])
  }
}

extension LockFile.Change {
  fileprivate var words: String {
    let old = oldName.map { ", which was \($0)" } ?? ""
    return "\(action.rawValue): \(entry.name)\(old)"
  }

  fileprivate func json(_ sentences: ScriptSentences?) -> JSONText {
    .object([
      .init("action", .string(action.rawValue)),
      .init("script", .string(entry.name)),
      .init("version", .int(entry.version)),
      .init("oldName", oldName.map { .string($0) } ?? .null),
      .init("sentences", sentences?.json(of: entry.name) ?? .null),
    ])
  }
}
