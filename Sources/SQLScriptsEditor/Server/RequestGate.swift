import NIOHTTP1
import SQLScripts

/// Decides from the head of a request what to do with it, before a byte of its body is read.
struct RequestGate: Sendable {
  enum Admission: Sendable {
    case file(EditorFile)
    /// Exchanges the secret for the cookie and the token.
    case session
    /// A page says that it was closed.
    case goodbye(page: Int)
    case events(page: Int)
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
  /// The secret in the header of every call. The number of the page follows it.
  let token = Secret()
  private let pages = Lock(0)

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
    guard hasCookie(head), let page = page(of: head) else { return .refused(.forbidden) }
    let isName = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2F }
    switch (method, name) {
    case _ where name.isEmpty || !isName: return .refused(.notFound)
    case (.get, "events"): return .events(page: page)
    case (.post, "closed"): return .goodbye(page: page)
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

  /// Whether a page has the secret, or the cookie and a token.
  func opensSession(_ request: SessionRequest, _ head: HTTPRequestHead) -> Bool {
    switch request {
    case .opened(let secret): self.secret.matches(secret)
    case .loadedAgain(let token): hasCookie(head) && page(ofToken: token) != nil
    case .connectedAgain: hasCookie(head) && page(of: head) != nil
    }
  }

  /// Numbers a page that opens a session.
  func newPage() -> Int {
    pages.withLock { count in
      count += 1
      return count
    }
  }

  func token(of page: Int) -> String { "\(token.text)-\(page)" }

  /// The page that sends a request; nil if it has no token.
  func page(of head: HTTPRequestHead) -> Int? {
    let values = head.headers[Self.tokenHeader]
    return values.count == 1 ? page(ofToken: values[0]) : nil
  }

  private func page(ofToken text: String) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, token.matches(parts[0]), let page = Int(parts[1]) else { return nil }
    // Only in the form in which it was given to the page.
    guard page > 0, page <= pages.withLock({ $0 }), parts[1] == "\(page)" else { return nil }
    return page
  }
}

extension EditorReply {
  static let wrongMethod = failure(
    405, "method-not-allowed", "this address does not support this method")
  static let wrongType = failure(
    415, "unsupported-media-type", "the body must have the type application/json")
  static let malformed = failure(400, "bad-request", "the request is malformed")
  static let malformedBody = failure(400, "bad-request", malformedWords)
  static let tooLarge = failure(413, "too-large", "the request has more than 5 MB")
  static let headTooLarge = failure(
    431, "too-large", "the headers of the request are too large")
  static let targetTooLong = failure(414, "too-large", "the address is too long")
  static let tooSlow = failure(408, "timeout", "the request took too long")
}
