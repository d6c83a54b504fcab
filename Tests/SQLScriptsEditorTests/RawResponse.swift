import Testing

/// The response of the server, as it came over the connection.
struct RawResponse {
  let text: String
  let status: Int
  let headers: [String: String]
  let body: String

  /// Returns nil if the server closed the connection without a response.
  init?(_ text: String) {
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\r\n")
    guard let first = lines.first?.split(separator: " "), first.count > 1,
      let status = Int(first[1])
    else { return nil }
    self.text = text
    self.status = status
    body = String(text[end.upperBound...])
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstRange(of: ": ") else { continue }
      let name = line[..<colon.lowerBound].lowercased()
      #expect(headers[name] == nil, "\(name) is there twice")
      headers[name] = String(line[colon.upperBound...])
    }
    self.headers = headers
  }

  private static let strict = [
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store", "x-frame-options": "DENY", "connection": "close",
  ]

  private static let policies = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
    "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
    "require-trusted-types-for 'script'",
  ]

  /// What holds for every response, whatever the request was.
  func expectStrictHeaders(_ context: String) {
    for (name, value) in Self.strict { #expect(headers[name] == value, "\(name) \(context)") }
    let policy = headers["content-security-policy"]?.split(separator: "; ").map(String.init) ?? []
    for part in Self.policies { #expect(policy.contains(part), "\(part) \(context)") }
    #expect(!text.lowercased().contains("access-control-"), "\(context)")
    if status != 200 { #expect(!text.contains("text/html"), "\(context)") }
  }
}
