import SQLScriptsReporting

/// The answer to a call: an HTTP status and a JSON document.
package struct EditorReply: Sendable, Hashable {
  package var status: Int

  /// Nil for an answer without a body.
  package var body: JSONText?

  package init(status: Int, body: JSONText?) {
    self.status = status
    self.body = body
  }

  package static func json(_ body: JSONText) -> Self { Self(status: 200, body: body) }

  package static let noContent = Self(status: 204, body: nil)

  /// An error.
  ///
  /// - Parameters:
  ///   - code: for the page, in kebab case.
  ///   - message: for the user.
  ///   - details: more members of the error.
  package static func failure(
    _ status: Int, _ code: String, _ message: String, _ details: [JSONText.Member] = []
  ) -> Self {
    let members = [
      JSONText.Member("code", .string(code)), JSONText.Member("message", .string(message)),
    ]
    return Self(status: status, body: ["error": .object(members + details)])
  }

  /// What is said about a body that is not what the page sends.
  static let malformedWords =
    "the page sent something that the editor does not understand; reload the page"

  package static let notFound = failure(404, "not-found", "there is nothing at this address")

  /// The answer to a call that comes from elsewhere. It does not say which check has failed.
  package static let forbidden = failure(
    403, "forbidden", "open the editor with the address that “sqlscripts edit” has printed")
}
