import Testing

/// Requests whose bytes can be read in more than one way, and bytes that are no request.
struct FramingTests {
  private static let chunked = "Transfer-Encoding: chunked"

  @Test func `a path is compared and never decoded`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      for target in [
        "/..%2f..%2fetc/passwd", "/../../etc/passwd", "/page/../page/main.js", "/page/%6dain.js",
        "/page/main.js%00", "/page/main.js?", "/page/main.js?a=1", "/page/main.js/", "/page/",
        "/page",
        "/PAGE/main.js", "/page//main.js", "/./", "/?", "/page/main.js;a", "/.git/config",
        "/page\\main.js", "/index.html", "/favicon.ico", "/api/..%2fpage/main.js", "/api/Document",
        "/api/", "/api/document/../events", "/api/document%00", "/api/%64ocument", "/api/a.b",
      ] {
        let request = server.request("GET", target, session.headers)
        #expect(try await server.status(request) == 404, "\(target)")
      }
      for target in [
        "//", "//evil.example/", "///", "http://evil.example/", "http://\(server.host)/", "*", "a",
        "evil.example:80", "/page/main.js\u{0}", "/\u{7F}", "/ä", "/\u{1}",
      ] {
        let request = server.request("GET", target, session.headers)
        #expect(try await server.status(request) == 400, "\(target)")
      }
      #expect(server.service.calls == [])
    }
  }

  @Test func `input never comes back as a page`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let attack = "<img/src=x/onerror=alert(1)>"
      for request in [
        server.request("GET", "/\(attack)"), server.request("GET", "/", ["Host: \(attack)"]),
        server.request("GET", "/", ["Origin: \(attack)"]),
        server.request("POST", "/api/edit", session.headers + ["Content-Type: \(attack)"]),
        "\(attack) / HTTP/1.1\r\n\r\n", server.request("GET", "/api/\(attack)", session.headers),
      ] {
        let response = try #require(try await server.send(request))
        #expect(response.status >= 400 && !response.text.contains("<img"))
        #expect(response.headers["content-type"] == "application/json")
      }
      // A message of the service has a type that no browser shows as a page.
      let refused = try await server.send(server.request("POST", "/api/refused", session.headers))
      #expect(refused?.status == 422 && refused?.headers["content-type"] == "application/json")
    }
  }

  @Test func `a body with two lengths is refused`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let hidden = server.request("POST", "/api/hidden", session.headers, body: "{}")
      let framings: [[String]] = [
        ["Content-Length: 2", Self.chunked], [Self.chunked, "Content-Length: 2"],
        ["Content-Length: 2", "Content-Length: 2"], ["Content-Length: 2", "Content-Length: 3"],
        ["Content-Length: 2, 2"], ["Content-Length: +2"], ["Content-Length: -2"],
        ["Content-Length: 0x2"], ["Content-Length: 2 " + "2"], ["Content-Length: "],
        ["Content-Length: 99999999999999999999"], ["Content-Length : 2"], ["Content-Length: 2;"],
        ["Content-Length", "Transfer-Encoding: identity"],
        ["Content-Length", "Transfer-Encoding: gzip, chunked"],
        ["Content-Length", "Transfer-Encoding: chunked, chunked"],
        ["Content-Length", "Transfer-Encoding: xchunked"],
        ["Content-Length", "Transfer-Encoding : chunked"],
        ["Content-Length", Self.chunked, Self.chunked],
        ["Content-Length", "Transfer-Encoding: chunked, identity"],
        ["Content-Length", "X: 1\r\n Transfer-Encoding: chunked"], ["Content-Length: 2\r\n 3"],
        ["Content-Length", "Transfer-Encoding:\u{B}chunked"], ["Content-Length: 2\r\nX\u{0}: 1"],
        ["Content-Length: 2\r\nNo colon"], ["Content-Length: 2\r\n: no name"],
        ["Content-Length: 2\rX: 1"],
      ]
      for framing in framings {
        let request = server.request("POST", "/api/edit", session.headers + framing, body: "{}")
        let response = try await server.send(request + "0\r\n\r\n" + hidden)
        #expect(response?.status == 400, "\(framing)")
      }
      let body = ["Content-Length: 2"]
      #expect(try await server.status(server.request("GET", "/", body) + "{}") == 400)
      #expect(try await server.status(server.request("GET", "/", [Self.chunked])) == 400)
      let old = session.headers + ["Content-Length", Self.chunked]
      let request = server.request("POST", "/api/edit", old, version: "HTTP/1.0")
      #expect(try await server.status(request + "2\r\n{}\r\n0\r\n\r\n") == 400)
      #expect(server.service.calls == [])
    }
  }

  @Test func `a chunked body is read, and broken chunks are refused`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let head = server.request(
        "POST", "/api/edit", session.headers + ["Content-Length", Self.chunked])
      let good = try await server.send(head + "1\r\n{\r\n1;a=b\r\n}\r\n0\r\n\r\n")
      #expect(good?.body == #"{"name":"edit","size":2}"#)
      for body in [
        "g\r\n", "-1\r\n{}\r\n", "FFFFFFFFFFFFFFFFF\r\n", "2\r\n{}x\r\n", "\r\n", " 2\r\n{}",
      ] {
        #expect(try await server.status(head + body, finish: true) == 400, "\(body)")
      }
      #expect(server.service.calls.count == 1)
    }
  }

  @Test func `a second request on a connection is never read`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let first = server.request("POST", "/api/first", session.headers, body: "{}")
      let second = server.request("POST", "/api/second", session.headers, body: "{}")
      let response = try await server.send(first + second + second)
      #expect(response?.body == #"{"name":"first","size":2}"#)
      let refused = server.request("GET", "/", ["Host: evil.example"])
      #expect(try await server.send(refused + second)?.body.contains("second") == false)
      #expect(server.service.calls.map(\.name) == ["first"])
    }
  }

  @Test func `bytes that are no request are refused`() async throws {
    try await TestServer.run { (server) async throws in
      let hello = "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}"
      for text in [
        hello, "\u{0}\u{0}\u{0}\u{0}", "SSH-2.0-OpenSSH_9\r\n", "hello\r\n\r\n", "GET\r\n\r\n",
        "GET /\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET / HTTP/1.2\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/1.1 x\r\n\r\n", "get / HTTP/1.1\r\n\r\n",
        "GET / FTP/1.1\r\n\r\n", "RTSP / RTSP/1.0\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n",
      ] {
        let response = try await server.send(text, finish: true)
        #expect(response.map { $0.status == 400 } ?? true, "\(text) \(response?.status ?? 0)")
      }
      #expect(try await server.status(server.request()) == 200)
    }
  }

  @Test func `HTTP 1.0 is answered in full`() async throws {
    try await TestServer.run { (server) async throws in
      let request = server.request("GET", "/", ["Connection: keep-alive"], version: "HTTP/1.0")
      let response = try #require(try await server.send(request))
      #expect(response.text.hasPrefix("HTTP/1.0 200 OK\r\n") && response.body == TestServer.page)
    }
  }

  @Test func `a client that closes its side after the request gets the response`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let request = server.request("POST", "/api/held", session.headers, body: "{}")
      let connection = try #require(await RawConnection.open(port: server.port))
      await connection.send(request)
      await connection.finishSending()
      let service = server.service
      #expect(await RawConnection.waits { service.release() == 1 })
      #expect(await connection.read()?.hasSuffix(#"{"name":"held","size":2}"#) == true)
      // Half a request is none.
      for part in [String(request.dropLast(1)), "", "GET / HT"] {
        #expect([400, nil].contains(try await server.status(part, finish: true)), "\(part)")
      }
      #expect(server.service.calls.count == 1)
    }
  }
}
