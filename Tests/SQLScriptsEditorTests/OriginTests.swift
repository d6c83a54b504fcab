import Testing

/// Requests that other websites, or names that point to this computer, make a browser send.
struct OriginTests {
  @Test func `only the three names of the server are hosts`() async throws {
    try await TestServer.run { (server) async throws in
      let port = server.port
      for host in ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"] {
        #expect(try await server.status(server.request("GET", "/", ["Host: \(host)"])) == 200)
      }
      for host in [
        "evil.example", "evil.example:\(port)", "127.0.0.1", "localhost", "127.0.0.1:80",
        "127.0.0.1:\(port).evil.example", "evil.example#127.0.0.1:\(port)", "LOCALHOST:\(port)",
        "localhost.:\(port)", "0.0.0.0:\(port)", "127.0.0.2:\(port)", "127.1:\(port)",
        "user@127.0.0.1:\(port)", "127.0.0.1:0\(port)", "[::ffff:127.0.0.1]:\(port)", "",
        "127.0.0.1:\(port),evil.example", "2130706433:\(port)",
      ] {
        for target in ["/", "/page/main.js", "/api/document", "/none"] {
          let request = server.request("GET", target, ["Host: \(host)"])
          #expect(try await server.status(request) == 403, "\(host)")
        }
      }
      #expect(try await server.status(server.request("GET", "/", ["Host"])) == 403)
      let old = server.request("GET", "/", ["Host"], version: "HTTP/1.0")
      #expect(try await server.status(old) == 403)
      let twice = ["Host: \(server.host)", "Host: \(server.host)"]
      #expect(try await server.status(server.request("GET", "/", twice)) == 403)
      let second = ["Host: \(server.host)", "Host: evil.example"]
      #expect(try await server.status(server.request("GET", "/", second)) == 403)
      let forwarded = ["X-Forwarded-Host: evil.example", "Forwarded: host=evil.example"]
      #expect(try await server.status(server.request("GET", "/", forwarded)) == 200)
    }
  }

  @Test func `a POST needs the server's own origin`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let own = "http://\(server.host)"
      for origin in [
        nil, "null", "", "http://evil.example", "http://evil.example:\(server.port)",
        "https://\(server.host)", "http://127.0.0.1", "http://localhost:\(server.port)",
        "\(own).evil.example", "\(own)/", "\(own), http://evil.example", own.uppercased(),
        "file://",
      ] as [String?] {
        let headers = session.headers + [origin.map { "Origin: \($0)" } ?? "Origin"]
        let edit = server.request("POST", "/api/edit", headers, body: "{}")
        #expect(try await server.status(edit) == 403, "\(origin ?? "none")")
        let body = "{\"secret\":\"\(server.secret)\"}"
        let open = server.request("POST", "/api/session", [headers[2]], body: body)
        #expect(try await server.status(open) == 403, "\(origin ?? "none")")
      }
      let both = session.headers + ["Origin: \(own)", "Origin: http://evil.example"]
      #expect(try await server.status(server.request("POST", "/api/edit", both, body: "{}")) == 403)
      #expect(server.service.calls == [])
      let good = server.request("POST", "/api/edit", session.headers, body: "{}")
      #expect(try await server.status(good) == 200)
      let other = "localhost:\(server.port)"
      let local = session.headers + ["Host: \(other)", "Origin: http://\(other)"]
      #expect(
        try await server.status(server.request("POST", "/api/edit", local, body: "{}")) == 200)
    }
  }

  @Test func `a request that another site has caused is refused`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      for site in ["cross-site", "same-site", "", "Same-Origin", "same-origin, none"] {
        let headers = session.headers + ["Sec-Fetch-Site: \(site)"]
        for target in ["/", "/page/main.js", "/api/document", "/api/events"] {
          let request = server.request("GET", target, headers)
          #expect(try await server.status(request) == 403, "\(site) \(target)")
        }
        let edit = server.request("POST", "/api/edit", headers, body: "{}")
        #expect(try await server.status(edit) == 403)
      }
      for target in ["/", "/page/main.js", "/api/events"] {
        let headers = session.headers + ["Origin: http://evil.example"]
        #expect(try await server.status(server.request("GET", target, headers)) == 403)
      }
      for site in ["same-origin", "none"] {
        let headers = session.headers + ["Sec-Fetch-Site: \(site)"]
        #expect(try await server.status(server.request("GET", "/api/document", headers)) == 200)
      }
    }
  }

  @Test func `a link may lead to the page, but nothing may embed it`() async throws {
    try await TestServer.run { (server) async throws in
      func status(_ target: String, _ mode: String, _ destination: String) async throws -> Int? {
        let headers = [
          "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: \(mode)", "Sec-Fetch-Dest: \(destination)",
        ]
        return try await server.status(server.request("GET", target, headers))
      }
      #expect(try await status("/", "navigate", "document") == 200)
      #expect(try await status("/", "navigate", "iframe") == 403)
      #expect(try await status("/", "navigate", "object") == 403)
      #expect(try await status("/", "no-cors", "document") == 403)
      #expect(try await status("/page/main.js", "no-cors", "script") == 403)
      #expect(try await status("/page/main.js", "navigate", "document") == 403)
      #expect(try await status("/api/document", "navigate", "document") == 403)
    }
  }

  @Test func `no preflight and no other method is answered`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      for method in ["OPTIONS", "PUT", "DELETE", "PATCH", "HEAD", "TRACE", "PROPFIND"] {
        for target in ["/", "/api/edit", "/api/session", "/none"] {
          let request = server.request(method, target, session.headers)
          #expect(try await server.status(request) == 405, "\(method) \(target)")
        }
      }
      let preflight = [
        "Origin: http://evil.example", "Access-Control-Request-Method: POST",
        "Access-Control-Request-Private-Network: true",
      ]
      #expect(try await server.status(server.request("OPTIONS", "/api/edit", preflight)) == 405)
      let connect = server.request("CONNECT", "evil.example:443")
      #expect(try await server.status(connect) == 400)
      #expect(try await server.status(server.request("OPTIONS", "*")) == 400)
      #expect(try await server.status(server.request("POST", "/", body: "{}")) == 405)
      #expect(server.service.calls == [])
    }
  }

  @Test func `the body of a POST must have exactly the type of JSON`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      for type in [
        nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
        "application/json; charset=utf-8", "application/json;charset=UTF-16", "application/json,",
        "text/json", "Application/JSON", "application/json, text/plain",
        "text/plain; application/json",
        "",
      ] as [String?] {
        let headers = session.headers + [type.map { "Content-Type: \($0)" } ?? "Content-Type"]
        let request = server.request("POST", "/api/edit", headers, body: "{}")
        #expect(try await server.status(request) == 415, "\(type ?? "none")")
      }
      let twice =
        session.headers + ["Content-Type: application/json", "Content-Type: text/plain"]
      #expect(
        try await server.status(server.request("POST", "/api/edit", twice, body: "{}")) == 415)
      #expect(server.service.calls == [])
    }
  }

  @Test func `a WebSocket is refused`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let upgrade = [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ]
      for origin in ["http://evil.example", "http://\(server.host)"] {
        for target in ["/", "/api/events"] {
          let headers = session.headers + upgrade + ["Origin: \(origin)"]
          let response = try #require(
            try await server.send(server.request("GET", target, headers)))
          #expect(response.status == 400)
          #expect(response.headers["upgrade"] == nil)
        }
      }
      let h2c = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"]
      #expect(try await server.status(server.request("GET", "/", h2c)) == 400)
    }
  }
}
