import NIOHTTP1
import SQLScriptsReporting

extension EditorServer {
  /// Exchanges the secret for the cookie and a token, or the token that a page had before it was loaded again.
  ///
  /// The cookie alone is not enough: a browser sends it to every port of this computer, so others may know it.
  func session(_ head: HTTPRequestHead, _ body: [UInt8]) -> EditorResponse {
    guard let request = SessionRequest(body) else { return EditorResponse(.malformedBody) }
    guard gate.opensSession(request, head) else { return EditorResponse(.forbidden) }
    opened.succeed()
    // A page that connects again is still the same page. A page that was loaded may be the copy of a tab.
    let page = gate.page(of: head) ?? gate.newPage()
    let cookie =
      "\(gate.cookieName)=\(gate.cookie.text); Path=/; HttpOnly; SameSite=Strict"
    return EditorResponse(
      .json(["token": .string(gate.token(of: page))]), headers: [("Set-Cookie", cookie)])
  }
}
