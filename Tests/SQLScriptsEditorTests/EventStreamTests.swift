import NIOCore
import SQLScriptsEditor
import SQLScriptsReporting
import Testing

/// The response that never ends, and the end of the server.
struct EventStreamTests {
  private func stream(
    _ server: TestServer, _ known: TestServer.Session? = nil
  ) async throws -> RawConnection {
    var session = known
    if session == nil { session = try await server.openSession() }
    let headers = session?.headers ?? []
    let connection = try #require(await RawConnection.open(port: server.port))
    await connection.send(server.request("GET", "/api/events", headers))
    let start = try #require(await connection.read(until: #"{"event":"alive"}"#))
    let response = try #require(RawResponse(start))
    response.expectStrictHeaders("events")
    #expect(response.status == 200)
    #expect(response.headers["content-type"] == "application/x-ndjson")
    return connection
  }

  @Test func `events of the service reach all pages`() async throws {
    try await TestServer.run { (server) async throws in
      let pages = [try await stream(server), try await stream(server)]
      let event: JSONText = ["event": "disk", "files": ["<b>\n\u{2028}"]]
      // The service may not have both streams yet.
      let service = server.service
      #expect(await RawConnection.waits { service.pageCount == 2 })
      service.send(event)
      let line = #"{"event":"disk","files":["<b>\n\u2028"]}"#
      for page in pages { #expect(await page.read(until: line)?.hasSuffix(line) == true) }
    }
  }

  @Test func `a stream shows that the server runs`() async throws {
    try await TestServer.run(times: TestServer.patient { $0.alive = .milliseconds(10) }) {
      (server) async throws in
      let page = try await stream(server)
      #expect(await page.read(until: "alive\"}\n\r\n12\r\n{\"event\":\"alive") != nil)
    }
  }

  @Test func `a page learns that the server stops`() async throws {
    try await TestServer.run { (server) async throws in
      let page = try await stream(server)
      server.server.stop(.interrupted)
      let text = try #require(await page.read())
      #expect(text.contains(#"{"event":"bye","reason":"interrupted"}"#))
      // The stream is complete: the last chunk is there.
      #expect(text.hasSuffix("\r\n0\r\n\r\n"))
    }
  }

  @Test func `a call that runs finishes before the server stops`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let connection = try #require(await RawConnection.open(port: server.port))
      await connection.send(server.request("POST", "/api/held", session.headers, body: "{}"))
      let service = server.service
      #expect(await RawConnection.waits { !service.calls.isEmpty })
      server.server.stop(.interrupted)
      #expect(await RawConnection.waits { service.release() == 1 })
      #expect(await connection.read()?.hasSuffix(#"{"name":"held","size":2}"#) == true)
    }
  }

  @Test func `a call is cancelled when its page has gone`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let text = server.request("POST", "/api/held/until/cancelled", session.headers, body: "{}")
      var connection = await RawConnection.open(port: server.port)
      await connection?.send(text)
      let service = server.service
      #expect(await RawConnection.waits { !service.calls.isEmpty })
      #expect(service.cancelledCalls == [])
      connection = nil
      #expect(await RawConnection.waits { !service.cancelledCalls.isEmpty })
    }
  }

  @Test func `a client that has finished sending gets an answer, if only a shorter one`()
    async throws
  {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let text = server.request("POST", "/api/held/until/cancelled", session.headers, body: "{}")
      let connection = try #require(await RawConnection.open(port: server.port))
      await connection.send(text)
      await connection.finishSending()
      #expect(await connection.read()?.hasPrefix("HTTP/1.1 200 OK") == true)
      #expect(server.service.cancelledCalls == ["held/until/cancelled"])
    }
  }

  @Test func `the server stops when its last page is closed`() async throws {
    let times = TestServer.patient { $0.reload = .milliseconds(20) }
    try await TestServer.run(times: times) { (server) async throws in
      var pages = [try await stream(server), try await stream(server)]
      pages.removeFirst()
      #expect(try await server.status(server.request()) == 200)
      pages.removeAll()
      #expect(await server.server.stopReason == .closed)
    }
  }

  @Test func `a page that reloads does not stop the server`() async throws {
    let times = TestServer.patient { $0.reload = .hours(1) }
    try await TestServer.run(times: times) { (server) async throws in
      for _ in 0..<3 {
        let session = try await server.openSession()
        _ = try await stream(server)
        let closed = server.request("POST", "/api/closed", session.headers, body: "{}")
        #expect(try await server.status(closed) == 204)
      }
      #expect(try await server.status(server.request()) == 200)
    }
  }

  @Test func `a server without a page stops`() async throws {
    let times = TestServer.patient { $0.firstPage = .milliseconds(20) }
    try await TestServer.run(times: times) { (server) async throws in
      // Requests without the secret do not extend the time.
      _ = try? await server.send(server.request())
      #expect(await server.server.stopReason == .neverOpened)
    }
  }

  @Test func `an idle server stops, and says so`() async throws {
    let times = TestServer.patient { $0.idle = .milliseconds(300) }
    try await TestServer.run(times: times) { (server) async throws in
      let page = try await stream(server)
      let text = try #require(await page.read())
      #expect(text.contains(#"{"event":"bye","reason":"idle"}"#))
    }
  }

  @Test func `unsaved changes keep the server of a page that vanished`() async throws {
    let times = TestServer.patient { times in
      times.reload = .milliseconds(20)
      times.idle = .milliseconds(400)
    }
    try await TestServer.run(times: times, unsaved: true) { (server) async throws in
      _ = try await stream(server)
      #expect(await server.server.stopReason == .idle)
    }
  }

  @Test(arguments: [true, false])
  func `the goodbye of one page does not drop the changes of another`(_ isLast: Bool)
    async throws
  {
    let times = TestServer.patient { times in
      times.reload = .milliseconds(20)
      times.idle = .milliseconds(400)
    }
    try await TestServer.run(times: times, unsaved: true) { (server) async throws in
      let (first, second) = (try await server.openSession(), try await server.openSession())
      var pages = [try await stream(server, first), try await stream(server, second)]
      if isLast { pages.removeLast() }
      let closed = server.request("POST", "/api/closed", first.headers, body: "{}")
      #expect(try await server.status(closed) == 204)
      pages = []
      #expect(await server.server.stopReason == .idle)
    }
  }

  @Test func `unsaved changes of pages that said goodbye are dropped`() async throws {
    let times = TestServer.patient { $0.reload = .milliseconds(20) }
    try await TestServer.run(times: times, unsaved: true) { (server) async throws in
      let (first, second) = (try await server.openSession(), try await server.openSession())
      var pages = [try await stream(server, first), try await stream(server, second)]
      for session in [first, second] {
        let closed = server.request("POST", "/api/closed", session.headers, body: "{}")
        #expect(try await server.status(closed) == 204)
        pages.removeFirst()
      }
      #expect(await server.server.stopReason == .closed)
    }
  }

  @Test func `a server whose page shows unsaved changes is not idle`() async throws {
    let times = TestServer.patient { $0.idle = .milliseconds(20) }
    try await TestServer.run(times: times, unsaved: true) { (server) async throws in
      let page = try await stream(server)
      // The server asks for unsaved changes when it could stop, and goes on.
      let service = server.service
      #expect(await RawConnection.waits { service.questions > 0 })
      #expect(try await server.status(server.request()) == 200)
      server.server.stop(.interrupted)
      let text = try #require(await page.read())
      #expect(text.contains(#"{"event":"bye","reason":"interrupted"}"#))
    }
  }

  @Test func `a page that does not read its events is disconnected`() async throws {
    let times = TestServer.patient { times in
      times.alive = .milliseconds(10)
      times.response = .milliseconds(200)
      times.reload = .milliseconds(10)
    }
    try await TestServer.run(times: times) { (server) async throws in
      let page = try await stream(server)
      let service = server.service
      #expect(await RawConnection.waits { service.pageCount == 1 })
      // More than the system keeps for a connection.
      let large = JSONText.string(String(repeating: "x", count: 8_000_000))
      for _ in 0..<8 { service.send(large) }
      #expect(await server.server.stopReason == .closed)
      withExtendedLifetime(page) {}
    }
  }
}
