import NIOCore
import SQLScriptsEditor
import SQLScriptsReporting
import Testing

/// The response that never ends, and the end of the server.
struct EventStreamTests {
  private func stream(_ server: TestServer) async throws -> RawConnection {
    let session = try await server.openSession()
    let connection = try #require(await RawConnection.open(port: server.port))
    await connection.send(server.request("GET", "/api/events", session.headers))
    let start = try #require(await connection.read(until: #"{"event":"alive"}"#))
    let response = try #require(RawResponse(start))
    response.expectStrictHeaders("events")
    #expect(response.status == 200)
    #expect(response.headers["content-type"] == "application/x-ndjson")
    return connection
  }

  /// A server that stops soon after its last page, if a test waits for that.
  private static func times(_ change: (inout EditorTimes) -> Void) -> EditorTimes {
    var times = EditorTimes()
    change(&times)
    return times
  }

  @Test func `events of the service reach all pages`() async throws {
    try await TestServer.run { (server) async throws in
      let pages = [try await stream(server), try await stream(server)]
      let event: JSONText = ["event": "disk", "files": ["<b>\n\u{2028}"]]
      // The service may not have both streams yet.
      for page in pages {
        async let text = page.read(until: #"{"event":"disk","files":["<b>\n\u2028"]}"#)
        let sending = Task {
          while !Task.isCancelled {
            server.service.send(event)
            try? await Task.sleep(for: .milliseconds(5))
          }
        }
        let isThere = await text != nil
        sending.cancel()
        #expect(isThere)
      }
    }
  }

  @Test func `a stream shows that the server runs`() async throws {
    try await TestServer.run(times: Self.times { $0.alive = .milliseconds(10) }) {
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
      while server.service.calls.isEmpty { await Task.yield() }
      server.server.stop(.interrupted)
      while server.service.release() == 0 { await Task.yield() }
      #expect(await connection.read()?.hasSuffix(#"{"name":"held","size":2}"#) == true)
    }
  }

  @Test func `the server stops when its last page is closed`() async throws {
    let times = Self.times { $0.reload = .milliseconds(20) }
    try await TestServer.run(times: times) { (server) async throws in
      var pages = [try await stream(server), try await stream(server)]
      pages.removeFirst()
      #expect(try await server.status(server.request()) == 200)
      pages.removeAll()
      #expect(await server.server.stopReason == .closed)
    }
  }

  @Test func `a page that reloads does not stop the server`() async throws {
    let times = Self.times { $0.reload = .hours(1) }
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
    let times = Self.times { $0.firstPage = .milliseconds(20) }
    try await TestServer.run(times: times) { (server) async throws in
      // Requests without the secret do not extend the time.
      _ = try? await server.send(server.request())
      #expect(await server.server.stopReason == .neverOpened)
    }
  }

  @Test func `an idle server stops, and says so`() async throws {
    let times = Self.times { $0.idle = .milliseconds(300) }
    try await TestServer.run(times: times) { (server) async throws in
      let page = try await stream(server)
      let text = try #require(await page.read())
      #expect(text.contains(#"{"event":"bye","reason":"idle"}"#))
    }
  }

  @Test func `unsaved changes keep the server of a page that vanished`() async throws {
    let times = Self.times { times in
      times.reload = .milliseconds(20)
      times.idle = .milliseconds(400)
    }
    try await TestServer.run(times: times, unsaved: true) { (server) async throws in
      _ = try await stream(server)
      #expect(await server.server.stopReason == .idle)
    }
  }

  @Test func `a page that does not read its events is disconnected`() async throws {
    let times = Self.times { times in
      times.alive = .milliseconds(10)
      times.response = .milliseconds(200)
      times.reload = .milliseconds(10)
    }
    try await TestServer.run(times: times) { (server) async throws in
      let page = try await stream(server)
      let large = JSONText.string(String(repeating: "x", count: 8_000_000))
      while server.service.calls.isEmpty, !server.server.isStopping {
        server.service.send(large)
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(await server.server.stopReason == .closed)
      withExtendedLifetime(page) {}
    }
  }
}
