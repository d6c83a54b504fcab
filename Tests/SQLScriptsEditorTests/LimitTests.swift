import NIOCore
import SQLScriptsEditor
import Testing

/// Requests that are too large, too slow or too many.
struct LimitTests {
  private static let tooLarge = 5_000_001

  @Test func `a body may have five million bytes`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let body = String(repeating: " ", count: 5_000_000)
      let good = try await server.send(
        server.request("POST", "/api/edit", session.headers, body: body))
      #expect(good?.body == #"{"name":"edit","size":5000000}"#)
      // Refused before a byte of it is sent.
      let declared = session.headers + ["Content-Length: \(Self.tooLarge)"]
      #expect(try await server.status(server.request("POST", "/api/edit", declared)) == 413)
      #expect(
        try await server.status(server.request("POST", "/api/edit", declared, body: body + " "))
          == 413)
      #expect(server.service.calls.count == 1)
    }
  }

  @Test func `chunks cannot get around the limit`() async throws {
    var limits = EditorLimits()
    limits.body = 50_000
    try await TestServer.run(limits: limits) { (server) async throws in
      let session = try await server.openSession()
      let head = server.request(
        "POST", "/api/edit", session.headers + ["Content-Length", "Transfer-Encoding: chunked"])
      let chunk = "1000\r\n" + String(repeating: " ", count: 4096) + "\r\n"
      #expect(try await server.status(head + String(repeating: chunk, count: 13)) == 413)
      // One chunk that never ends, many tiny ones, a chunk extension, and trailers without end.
      let endless = head + "FFFFFFF\r\n" + String(repeating: " ", count: 50_001)
      #expect(try await server.status(endless) == 413)
      #expect(try await server.status(head + String(repeating: "1\r\n \r\n", count: 40_000)) == 413)
      let extended = head + "1;a=" + String(repeating: "x", count: 400_000)
      #expect([400, 413, 431].contains(try await server.status(extended)))
      let trailers = head + "0\r\n" + String(repeating: "X: 1\r\n", count: 80_000)
      #expect([400, 413, 431].contains(try await server.status(trailers)))
      #expect(server.service.calls == [])
    }
  }

  @Test func `the head of a request has limits`() async throws {
    try await TestServer.run { (server) async throws in
      let many = (0..<99).map { "X-\($0): 1" }
      #expect(try await server.status(server.request("GET", "/", many)) == 200)
      #expect(try await server.status(server.request("GET", "/", many + ["Y: 1"])) == 431)
      let flood = (0..<100_000).map { "X-\($0): 1" }
      #expect(try await server.status(server.request("GET", "/", flood)) == 431)
      let same = [String](repeating: "X:", count: 50_000)
      #expect(try await server.status(server.request("GET", "/", same)) == 431)
      let cookies = ["Cookie: a=" + String(repeating: "x", count: 50_000)]
      #expect(try await server.status(server.request("GET", "/", cookies)) == 200)
      let large = ["X: " + String(repeating: "x", count: 100_000)]
      #expect(try await server.status(server.request("GET", "/", large)) == 431)
      let endless = "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 200_000)
      #expect(try await server.status(endless) == 431)
      let long = "/" + String(repeating: "x", count: 2000)
      #expect(try await server.status(server.request("GET", long)) == 414)
      let longest = "/" + String(repeating: "x", count: 500_000)
      #expect([400, 414, 431].contains(try await server.status(server.request("GET", longest))))
      let method = String(repeating: "G", count: 100_000)
      #expect(try await server.status(server.request(method, "/")) == 400)
    }
  }

  @Test func `a slow request ends`() async throws {
    let slowHead = TestServer.patient { $0.head = .milliseconds(200) }
    try await TestServer.run(times: slowHead) { (server) async throws in
      // A browser opens connections that it does not use.
      let silent = try #require(await RawConnection.open(port: server.port))
      #expect(await silent.read() == "")
      // On a busy computer the time can be over before the first byte arrives.
      var status: Int?
      for _ in 0..<100 where status == nil {
        let text = await RawConnection.exchange("GET / HTTP/1.1\r\nHost", port: server.port)
        status = RawResponse(try #require(text))?.status
      }
      #expect(status == 408)
    }
    let slowBody = TestServer.patient { $0.body = .milliseconds(500) }
    try await TestServer.run(times: slowBody) { (server) async throws in
      let session = try await server.openSession()
      let body = session.headers + ["Content-Length: 10"]
      #expect(try await server.status(server.request("POST", "/api/edit", body, body: "{")) == 408)
      let chunked = session.headers + ["Content-Length", "Transfer-Encoding: chunked"]
      let request = server.request("POST", "/api/edit", chunked)
      #expect(try await server.status(request + "5\r\n{") == 408)
      #expect(server.service.calls == [])
    }
  }

  @Test func `a client that sends a byte at a time gains nothing`() async throws {
    let times = TestServer.patient { times in
      times.head = .milliseconds(200)
      times.closing = .milliseconds(200)
    }
    try await TestServer.run(times: times) { (server) async throws in
      let connection = try #require(await RawConnection.open(port: server.port))
      let start = ContinuousClock.now
      await connection.send("GET / HTTP/1.1\r\nX: ")
      while await connection.send("x"), start.duration(to: .now) < .seconds(300) {}
      #expect(start.duration(to: .now) < .seconds(300))
    }
  }

  @Test func `a client that does not read the response is disconnected`() async throws {
    let times = TestServer.patient { $0.response = .milliseconds(100) }
    try await TestServer.run(times: times) { (server) async throws in
      let session = try await server.openSession()
      let connection = try #require(await RawConnection.open(port: server.port))
      await connection.send(server.request("GET", "/api/large", session.headers))
      // Sending fails when the server has closed the connection.
      let start = ContinuousClock.now
      while await connection.send("x"), start.duration(to: .now) < .seconds(300) {}
      #expect(start.duration(to: .now) < .seconds(300))
    }
  }

  @Test func `a thousand connections without a request do not keep a page out`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let request = server.request("GET", "/api/document", session.headers)
      let held = try #require(await RawConnection.open(port: server.port))
      await held.send(server.request("POST", "/api/held", session.headers, body: "{}"))
      let service = server.service
      #expect(await RawConnection.waits { !service.calls.isEmpty })
      var open: [RawConnection] = []
      // The limit of the process may be lower.
      while open.count < 1000, let connection = await RawConnection.open(port: server.port) {
        open.append(connection)
        // Each page is answered, at the first attempt.
        if open.count % 100 == 0 { #expect(try await server.status(request) == 200) }
      }
      #expect(open.count > 300)
      // The oldest one without a request has made room.
      #expect(await open[0].read() == "")
      let last = try #require(open.last)
      await last.send(request)
      #expect(await last.read()?.hasPrefix("HTTP/1.1 200 OK") == true)
      // A call with the secrets is never cut off.
      #expect(service.release() == 1)
      #expect(await held.read()?.hasSuffix(#"{"name":"held","size":2}"#) == true)
    }
  }

  @Test func `no connection makes room if all have the secrets`() async throws {
    var limits = EditorLimits()
    limits.connections = 3
    try await TestServer.run(limits: limits) { (server) async throws in
      let session = try await server.openSession()
      let text = server.request("POST", "/api/held", session.headers, body: "{}")
      let service = server.service
      var calls: [RawConnection] = []
      for count in 1...3 {
        let call = try #require(await RawConnection.open(port: server.port))
        await call.send(text)
        #expect(await RawConnection.waits { service.calls.count == count })
        calls.append(call)
      }
      let other = try #require(await RawConnection.open(port: server.port))
      #expect(await other.read() == "")
      #expect(service.release() == 3)
      for call in calls {
        #expect(await call.read()?.hasSuffix(#"{"name":"held","size":2}"#) == true)
      }
    }
  }
}
