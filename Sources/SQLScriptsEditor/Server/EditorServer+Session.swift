import NIOHTTP1
import SQLScriptsReporting

extension EditorServer {
  /// Exchanges the secret, or the cookie of a page that reloads, for the token.
  func session(_ head: HTTPRequestHead, _ body: [UInt8]) -> EditorResponse {
    guard let request = SessionRequest(body) else { return EditorResponse(.malformed) }
    let isKnown = request.secret.map { gate.secret.matches($0) } ?? gate.hasCookie(head)
    guard isKnown else { return EditorResponse(.forbidden) }
    opened.succeed()
    // A page that connects again is still the same page.
    let page = gate.page(of: head) ?? gate.newPage()
    let cookie =
      "\(gate.cookieName)=\(gate.cookie.text); Path=/; HttpOnly; SameSite=Strict"
    return EditorResponse(
      .json(["token": .string(gate.token(of: page))]), headers: [("Set-Cookie", cookie)])
  }
}
