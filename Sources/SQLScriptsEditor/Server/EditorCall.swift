/// A call of the editor's page that has passed all checks of the server.
package struct EditorCall: Sendable, Hashable {
  package enum Method: String, Sendable, Hashable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method

  /// The name after `/api/`, for example `document` or `save/preview`. It has only lowercase letters and slashes.
  package var name: String

  /// The JSON text of the body, not yet parsed; empty for GET.
  package var body: [UInt8]

  package init(_ method: Method, _ name: String, body: [UInt8] = []) {
    self.method = method
    self.name = name
    self.body = body
  }
}
