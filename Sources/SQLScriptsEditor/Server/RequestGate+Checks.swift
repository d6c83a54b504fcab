import NIOHTTP1

extension RequestGate {
  /// The hosts under which a browser on this computer reaches the server. Any other is a name that somebody else
  /// has pointed to this computer (DNS rebinding).
  var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"] }

  /// Returns the answer to a request that a browser does not send, or that has more than one reading.
  func violation(in head: HTTPRequestHead) -> EditorReply? {
    let headers = head.headers
    guard head.version == .http1_1 || head.version == .http1_0 else { return .malformed }
    if head.uri.utf8.count > limits.target { return .targetTooLong }
    if headers.count > limits.headers { return .headTooLarge }
    // An absolute target would override the host.
    guard head.uri.utf8.first == 0x2F, !head.uri.hasPrefix("//") else { return .malformed }
    guard head.uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return .malformed }

    let lengths = headers["Content-Length"]
    let encodings = headers["Transfer-Encoding"]
    guard lengths.count <= 1, encodings.count <= 1 else { return .malformed }
    guard lengths.isEmpty || encodings.isEmpty else { return .malformed }
    guard encodings.allSatisfy({ $0.lowercased() == "chunked" }) else { return .malformed }
    guard encodings.isEmpty || head.version == .http1_1 else { return .malformed }
    if headers.contains(name: "Upgrade") || headers.contains(name: "HTTP2-Settings") {
      return .failure(400, "bad-request", "the server does not switch protocols")
    }
    if head.method == .GET, !encodings.isEmpty || !lengths.allSatisfy({ $0 == "0" }) {
      return .malformed
    }
    for length in lengths {
      guard length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(length) else {
        return .malformed
      }
      if count > limits.body { return .tooLarge }
    }
    return nil
  }

  /// The host of the request if it is in the list; nil if it is another one, is missing, or is not the only one.
  func host(of head: HTTPRequestHead) -> String? {
    let named = head.headers["Host"]
    guard named.count == 1 else { return nil }
    return hosts.first { $0 == named[0] }
  }

  /// Whether the request comes from the editor's own page, or from the user.
  func isSameOrigin(
    _ head: HTTPRequestHead, host: String, method: EditorCall.Method
  ) -> Bool {
    let origins = head.headers["Origin"]
    guard origins.count <= 1, origins.allSatisfy({ $0 == "http://\(host)" }) else { return false }
    if method == .post, origins.isEmpty { return false }
    let sites = head.headers["Sec-Fetch-Site"]
    if sites.isEmpty || sites == ["same-origin"] || sites == ["none"] { return true }
    // The user may follow a link to the page, which contains no secret. The file that opens the browser is one.
    let isNavigation =
      head.headers["Sec-Fetch-Mode"] == ["navigate"]
      && head.headers["Sec-Fetch-Dest"] == ["document"]
    return sites.count == 1 && method == .get && head.uri == "/" && isNavigation
  }
}
