import NIOHTTP1

/// Decides from the head of a request what to do with it, before a byte of its body is read.
struct RequestGate: Sendable {
  enum Admission: Sendable {
    case file(EditorFile)
    /// Exchanges the secret for the cookie and the token.
    case session
    /// A page says that it was closed.
    case goodbye
    case events
    case call(EditorCall.Method, String)
    case refused(EditorReply)
  }

  let port: Int
  let files: [String: EditorFile]
  let limits: EditorLimits
  /// The secret in the address that the user opens.
  let secret = Secret()
  /// The secret in the cookie. It differs from the others, so that none of them alone is enough.
  let cookie = Secret()
  /// The secret in the header of every call.
  let token = Secret()

  static let tokenHeader = "X-SQLScripts-Token"

  /// Cookies ignore ports, so the name has the port.
  var cookieName: String { "sqlscripts-\(port)" }

  func admit(_ head: HTTPRequestHead) -> Admission {
    if let reply = violation(in: head) { return .refused(reply) }
    guard let host = host(of: head) else { return .refused(.forbidden) }
    guard let method = EditorCall.Method(rawValue: head.method.rawValue) else {
      return .refused(.wrongMethod)
    }
    guard isSameOrigin(head, host: host, method: method) else { return .refused(.forbidden) }
    if method == .post, head.headers["Content-Type"] != [EditorResponse.json] {
      return .refused(.wrongType)
    }
    return route(head, method)
  }

  private func route(_ head: HTTPRequestHead, _ method: EditorCall.Method) -> Admission {
    // Names are compared, and never decoded: no path leads anywhere else.
    let prefix = "/api/"
    guard head.uri.hasPrefix(prefix) else {
      guard let file = files[head.uri] else { return .refused(.notFound) }
      return method == .get ? .file(file) : .refused(.wrongMethod)
    }
    let name = String(head.uri.dropFirst(prefix.count))
    if method == .post, name == "session" { return .session }
    // Whoever lacks the secret does not learn which calls exist.
    guard hasCookie(head), hasToken(head) else { return .refused(.forbidden) }
    let isName = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2F }
    switch (method, name) {
    case _ where name.isEmpty || !isName: return .refused(.notFound)
    case (.get, "events"): return .events
    case (.post, "closed"): return .goodbye
    default: return .call(method, name)
    }
  }

  func hasCookie(_ head: HTTPRequestHead) -> Bool {
    head.headers["Cookie"].contains { header in
      header.split(separator: ";").contains { pair in
        let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        return parts.count == 2 && parts[0] == cookieName && cookie.matches(parts[1])
      }
    }
  }

  private func hasToken(_ head: HTTPRequestHead) -> Bool {
    let values = head.headers[Self.tokenHeader]
    return values.count == 1 && values.allSatisfy { token.matches($0) }
  }
}

extension EditorReply {
  static let wrongMethod = failure(
    405, "method-not-allowed", "this address does not support this method")
  static let wrongType = failure(
    415, "unsupported-media-type", "the body must have the type application/json")
  static let malformed = failure(400, "bad-request", "the request is malformed")
  static let tooLarge = failure(413, "too-large", "the request has more than 5 MB")
  static let headTooLarge = failure(
    431, "too-large", "the headers of the request are too large")
  static let targetTooLong = failure(414, "too-large", "the address is too long")
  static let tooSlow = failure(408, "timeout", "the request took too long")
}
