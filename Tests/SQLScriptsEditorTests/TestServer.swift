import NIOCore
import SQLScriptsEditor
import SQLScriptsReporting
import Testing

/// A running server with a fake service, and a client that sends raw bytes.
struct TestServer {
  static let page = "<!DOCTYPE html><title>Editor</title>"
  static let files = [
    "/": EditorFile(type: "text/html; charset=utf-8", bytes: Array(page.utf8)),
    "/page/main.js": EditorFile(type: "text/javascript; charset=utf-8", bytes: Array("1".utf8)),
  ]

  let service: FakeService
  let server: EditorServer
  let secret: String

  var port: Int { server.port }
  var host: String { "127.0.0.1:\(port)" }

  /// What the page has after it has exchanged the secret.
  struct Session {
    var cookie: String
    var token: String

    var headers: [String] { ["Cookie: \(cookie)", "X-SQLScripts-Token: \(token)"] }
  }

  /// Times that never end a test: other tests can keep the computer busy for as long as they like.
  static func patient(_ change: (inout EditorTimes) -> Void = { _ in }) -> EditorTimes {
    var times = EditorTimes()
    times.head = .minutes(10)
    times.body = .minutes(10)
    times.response = .minutes(10)
    times.closing = .minutes(10)
    times.stopping = .minutes(10)
    times.firstPage = .hours(1)
    times.reload = .hours(1)
    times.idle = .hours(1)
    change(&times)
    return times
  }

  /// Runs `body` with a server, and stops the server.
  static func run<Value>(
    times: EditorTimes = patient(), limits: EditorLimits = EditorLimits(),
    unsaved: Bool = false, _ body: (TestServer) async throws -> Value
  ) async throws -> Value {
    let service = FakeService(unsaved: unsaved)
    let server = try await EditorServer.start(
      service, files: files, times: times, limits: limits)
    let secret = try #require(server.address.split(separator: "#").last)
    let test = TestServer(service: service, server: server, secret: String(secret))
    do {
      let value = try await body(test)
      server.stop(.interrupted)
      _ = service.release()
      _ = await server.waitUntilStopped()
      return value
    } catch {
      server.stop(.interrupted)
      _ = service.release()
      _ = await server.waitUntilStopped()
      throw error
    }
  }

  /// The text of a request. A POST has what the page sends, unless `headers` has a header with the same name.
  ///
  /// - Parameter headers: a name alone leaves out that header.
  func request(
    _ method: String = "GET", _ target: String = "/", _ headers: [String] = [],
    body: String? = nil, version: String = "HTTP/1.1"
  ) -> String {
    var lines = ["Host: \(host)"]
    if method == "POST" {
      lines += [
        "Origin: http://\(host)", "Content-Type: application/json",
        "Content-Length: \((body ?? "").utf8.count)",
      ]
    }
    let replaced = Set(headers.map { Self.name(of: $0) })
    lines.removeAll { replaced.contains(Self.name(of: $0)) }
    lines += headers.filter { $0.contains(":") }
    return (["\(method) \(target) \(version)"] + lines).joined(separator: "\r\n") + "\r\n\r\n"
      + (body ?? "")
  }

  private static func name(of header: String) -> String {
    header.prefix { $0 != ":" }.lowercased()
  }

  /// Sends bytes, and reads until the server closes the connection. Nil if it does that without a response.
  func send(_ text: String, finish: Bool = false) async throws -> RawResponse? {
    let connection = try #require(await RawConnection.open(port: port))
    await connection.send(text)
    if finish { await connection.finishSending() }
    let answer = try #require(await connection.read(), "the server did not close the connection")
    let response = RawResponse(answer)
    response?.expectStrictHeaders(String(text.prefix(100)))
    #expect(!answer.contains(secret))
    return response
  }

  func status(_ text: String, finish: Bool = false) async throws -> Int? {
    try await send(text, finish: finish)?.status
  }

  func openSession() async throws -> Session {
    let body = "{\"secret\":\"\(secret)\"}"
    let response = try #require(try await send(request("POST", "/api/session", body: body)))
    #expect(response.status == 200)
    let form = #/^\{"token":"([0-9a-f]{64}-\d+)"\}$/#
    let token = try #require(response.body.firstMatch(of: form)?.1)
    let cookie = try #require(response.headers["set-cookie"])
    let parts = cookie.split(separator: "; ")
    #expect(parts.dropFirst() == ["Path=/", "HttpOnly", "SameSite=Strict"])
    #expect(parts[0].hasPrefix("sqlscripts-\(port)="))
    return Session(cookie: String(parts[0]), token: String(token))
  }
}
