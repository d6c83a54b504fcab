import SQLScriptsDiagnostics
import SQLScriptsValidation

/// The reason why a file of a bundle was not written.
package enum AuthoringError: Error, Sendable, Hashable {
  /// A file or folder of this name exists, and files are never overwritten.
  case exists(path: String)
  /// The system refused, with its `errno`.
  case notWritten(path: String, code: Int32, why: String)
  /// The file was changed since it was read.
  case changedMeanwhile(path: String)
  /// A script was changed, added or deleted while the scripts were checked.
  case scriptChanged(name: String)
  /// The highest possible number is already used.
  case noNumberLeft
  /// A timestamp would leave a gap, because the bundle uses sequential numbers.
  case timestampAmongNumbers
  /// `sqlscripts.lock`, which has the released numbers, cannot be read.
  case damagedLock([Diagnostic])
  /// A misnamed file may be the update with the next number.
  case wrongNames([Diagnostic])
}

extension AuthoringError: CustomStringConvertible {
  /// The error and advice in one sentence.
  package var description: String {
    switch self {
    case .exists(let path): "“\(path)” already exists and was not overwritten"
    case .notWritten(let path, _, let why): "“\(path)” cannot be written: \(why)"
    case .changedMeanwhile(let path):
      "another program changed “\(path)” in the meantime; it was not overwritten"
    case .scriptChanged(let name):
      "“\(name)” changed while the scripts were checked, so nothing was recorded; run the command again"
    case .noNumberLeft: "the last update already has the highest possible number"
    case .timestampAmongNumbers:
      """
      the updates are numbered sequentially, so a timestamp would leave a gap. To use timestamps \
      from now on, set "numbering": "timestamp" in sqlscripts.json
      """
    case .damagedLock:
      "\(LockFile.fileName) is damaged, so the next number is not known"
    case .wrongNames(let diagnostics):
      "the next number is not known until \(Self.names(in: diagnostics))"
    }
  }

  /// “a.json” has the right name
  private static func names(in diagnostics: [Diagnostic]) -> String {
    let names = diagnostics.filter { $0.severity == .error }.map { diagnostic in
      "“\(diagnostic.span.file.baseName.forMessage)”"
    }
    if let name = names.first, names.count == 1 { return "\(name) has the right name" }
    let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
    return "these files have the right names: \(names.prefix(5).joined(separator: ", "))\(rest)"
  }
}
