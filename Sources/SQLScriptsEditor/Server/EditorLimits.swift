/// How much the server accepts.
package struct EditorLimits: Sendable {
  /// Connections at the same time. Each page needs one for events, and a browser opens at most six.
  package var connections = 128
  /// Bytes of a request line and its headers. Cookies ignore ports, so those of other local servers arrive, too.
  package var head = 65_536
  package var headers = 100
  /// Bytes of a request target.
  package var target = 1024
  /// Bytes of a body.
  package var body = 5_000_000
  /// Bytes of the body that exchanges the secret.
  package var session = 1024

  package init() {}
}
