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
    case .exists(let path): "“\(path)” is already there, and nothing is overwritten"
    case .notWritten(let path, _, let why): "“\(path)” cannot be written: \(why)"
    case .changedMeanwhile(let path):
      "“\(path)” was changed by another program meanwhile, and is left as it is"
    case .noNumberLeft: "the last update has the highest number there can be"
    case .timestampAmongNumbers:
      """
      the updates of this bundle are counted, and a timestamp would leave a gap. To number by time \
      from now on, say "numbering": "timestamp" in sqlscripts.json
      """
    case .damagedLock:
      "\(LockFile.fileName) is damaged, so the next number is not known"
    case .wrongNames: "the names of some files are wrong, so the next number is not known"
    }
  }
}
