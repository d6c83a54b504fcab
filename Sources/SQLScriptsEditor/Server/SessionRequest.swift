/// The body of `POST /api/session`: `{}`, or an object with nothing but a secret or a token.
enum SessionRequest: Equatable {
  /// `{"secret":"…"}`: the page was opened with the address that the server prints.
  case opened(secret: String)
  /// `{"token":"…"}`: the page was loaded again, and has the token from before.
  case loadedAgain(token: String)
  /// `{}`: the page connects again. Its token is in the header, as in every call.
  case connectedAgain

  /// Returns nil if the body is anything else. A secret has no characters that JSON escapes.
  init?(_ body: [UInt8]) {
    var rest = body[...]
    func skip(_ text: String) -> Bool {
      rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }
    func value() -> String? {
      guard skip(":"), skip("\"") else { return nil }
      let text = rest.prefix { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
      rest = rest.dropFirst(text.count)
      guard rest.first == 0x22 else { return nil }
      rest = rest.dropFirst()
      return String(decoding: text, as: UTF8.self)
    }
    guard skip("{") else { return nil }
    if skip("\"secret\"") {
      guard let secret = value() else { return nil }
      self = .opened(secret: secret)
    } else if skip("\"token\"") {
      guard let token = value() else { return nil }
      self = .loadedAgain(token: token)
    } else {
      self = .connectedAgain
    }
    guard skip("}") else { return nil }
    _ = skip("")
    guard rest.isEmpty else { return nil }
  }
}
