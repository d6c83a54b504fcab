import SQLScriptsDiagnostics
import SQLScriptsValidation

/// Why a file of a bundle was not written.
package enum AuthoringError: Error, Sendable, Hashable {
  /// There is a file or folder of this name, and nothing is ever overwritten.
  case exists(path: String)
  /// The system refused, with its `errno`.
  case notWritten(path: String, code: Int32, why: String)
  /// The file holds something else than what was read.
  case changedMeanwhile(path: String)
  /// The highest number there can be is taken.
  case noNumberLeft
  /// A time as a number would leave a gap: the bundle counts 2, 3, 4.
  case timestampAmongNumbers
  /// `sqlscripts.lock` cannot be read, and it knows which numbers were released.
  case damagedLock([Diagnostic])
  /// A file whose name is wrong may be the update whose number is next.
  case wrongNames([Diagnostic])
}

extension AuthoringError: CustomStringConvertible {
  /// One sentence, with what to do.
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
