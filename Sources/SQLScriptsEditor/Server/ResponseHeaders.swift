import NIOHTTP1

/// The headers of every response, errors included.
enum ResponseHeaders {
  /// Nothing but the server's own files runs or loads, nobody can frame the page, and text never becomes HTML.
  static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; \
    trusted-types 'none'
    """

  static let strict: [(String, String)] = [
    ("Content-Security-Policy", policy),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
    // One request per connection: a second request cannot hide in the first one.
    ("Connection", "close"),
  ]

  /// - Parameters:
  ///   - type: nil for a response without a body.
  ///   - length: nil for a stream.
  static func headers(
    type: String?, length: Int?, _ more: [(String, String)] = []
  ) -> HTTPHeaders {
    var headers = HTTPHeaders(strict)
    if let type { headers.add(name: "Content-Type", value: type) }
    if let length { headers.add(name: "Content-Length", value: "\(length)") }
    for (name, value) in more { headers.add(name: name, value: value) }
    return headers
  }
}
