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
    var times = EditorTimes()
    times.head = .milliseconds(50)
    try await TestServer.run(times: times) { (server) async throws in
      // A browser opens connections that it does not use.
      let silent = try #require(await RawConnection.open(port: server.port))
      #expect(await silent.read() == "")
      // On a busy computer the time can be over before the first byte arrives.
      var status: Int?
      for _ in 0..<100 where status == nil {
        status = try await server.status("GET / HTTP/1.1\r\nHost")
      }
      #expect(status == 408)
    }
    times = EditorTimes()
    times.body = .milliseconds(500)
    try await TestServer.run(times: times) { (server) async throws in
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
    var times = EditorTimes()
    times.head = .milliseconds(200)
    try await TestServer.run(times: times) { (server) async throws in
      let connection = try #require(await RawConnection.open(port: server.port))
      let start = ContinuousClock.now
      await connection.send("GET / HTTP/1.1\r\nX: ")
      while await connection.send("x"), start.duration(to: .now) < .seconds(60) {}
      #expect(start.duration(to: .now) < .seconds(60))
    }
  }

  @Test func `a client that does not read the response is disconnected`() async throws {
    var times = EditorTimes()
    times.response = .milliseconds(100)
    try await TestServer.run(times: times) { (server) async throws in
      let session = try await server.openSession()
      let connection = try #require(await RawConnection.open(port: server.port))
      await connection.send(server.request("GET", "/api/large", session.headers))
      // Sending fails when the server has closed the connection.
      let start = ContinuousClock.now
      while await connection.send("x"), start.duration(to: .now) < .seconds(60) {}
      #expect(start.duration(to: .now) < .seconds(60))
    }
  }

  @Test func `a thousand connections at once do not stop the server`() async throws {
    var times = EditorTimes()
    // Opening them takes long on a busy computer.
    times.head = .minutes(5)
    try await TestServer.run(times: times) { (server) async throws in
      let session = try await server.openSession()
      var open: [RawConnection] = []
      // The limit of the process may be lower.
      while open.count < 1000, let connection = await RawConnection.open(port: server.port) {
        open.append(connection)
      }
      #expect(open.count > 300)
      // Those beyond the limit are closed at once.
      let last = try #require(open.last)
      #expect(await last.read() == "")
      // The others wait for their turn: each is answered.
      await open[0].send(server.request("GET", "/api/document", session.headers))
      #expect(await open[0].read()?.hasPrefix("HTTP/1.1 200 OK") == true)
      open = []
      let request = server.request("GET", "/api/document", session.headers)
      var status: Int?
      let start = ContinuousClock.now
      // The server notices the ends one after another.
      while status == nil, start.duration(to: .now) < .seconds(60) {
        status = try await server.status(request)
      }
      #expect(status == 200)
    }
  }
}
