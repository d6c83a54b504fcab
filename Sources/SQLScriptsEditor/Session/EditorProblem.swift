import SQLScriptsReporting

/// Why a call was not carried out, for the page and for people.
struct EditorProblem: Error, Sendable {
  enum Code: String, Sendable {
    case invalid, refused, released, conflict
    case staleRevision = "stale-revision"
    case notFound = "not-found"
    case notWritten = "not-written"
    /// The page never sends it.
    case malformed = "bad-request"
    /// The user has to confirm the edit.
    case confirm

    var status: Int {
      switch self {
      case .invalid, .refused: 422
      case .malformed: 400
      case .released, .conflict, .staleRevision, .confirm: 409
      case .notFound: 404
      case .notWritten: 507
      }
    }
  }

  let code: Code
  let message: String
  var details: [JSONText.Member] = []

  init(_ code: Code, _ message: String, _ details: [JSONText.Member] = []) {
    (self.code, self.message, self.details) = (code, message, details)
  }

  var reply: EditorReply { .failure(code.status, code.rawValue, message, details) }

  static let malformed = EditorProblem(.malformed, EditorReply.malformedWords)

  static let noFinding = EditorProblem(
    .refused, "this finding is gone; perhaps another change has resolved it")

  static let stale = EditorProblem(
    .staleRevision, "the scripts have changed since the page showed them, so nothing was done")

  static func noScript(_ id: Int64) -> EditorProblem {
    EditorProblem(.notFound, id == 0 ? "there is no default script" : "there is no update \(id)")
  }

  static let released = EditorProblem(
    .released, "this script is released, so it cannot be changed; create a new update instead")
}
