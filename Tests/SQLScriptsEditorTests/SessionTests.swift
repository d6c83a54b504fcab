import SQLScriptsEditor
import Testing

/// The secret, the cookie and the token.
struct SessionTests {
  @Test func `a page exchanges the secret and calls the service`() async throws {
    try await TestServer.run { (server) async throws in
      let page = try #require(try await server.send(server.request()))
      #expect(page.status == 200 && page.body == TestServer.page)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      let session = try await server.openSession()
      let get = try await server.send(server.request("GET", "/api/document", session.headers))
      #expect(get?.status == 200 && get?.body == #"{"name":"document","size":0}"#)
      let post = try await server.send(
        server.request("POST", "/api/save/preview", session.headers, body: #"{"revision":1}"#))
      #expect(post?.body == #"{"name":"save/preview","size":14}"#)
      #expect(
        server.service.calls == [
          EditorCall(.get, "document"),
          EditorCall(.post, "save/preview", body: Array(#"{"revision":1}"#.utf8)),
        ])
      let nothing = try await server.send(server.request("POST", "/api/nothing", session.headers))
      #expect(nothing?.status == 204 && nothing?.body == "")
    }
  }

  @Test
  func `a page that reloads gets a token for its token, and a second tab for the secret`()
    async throws
  {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let reload = try #require(
        try await server.send(
          server.request(
            "POST", "/api/session", ["Cookie: \(session.cookie)"],
            body: "{ \"token\": \"\(session.token)\" }")))
      // Each page has its own number, and keeps it when it connects again.
      #expect(session.token.hasSuffix("-1"))
      let token = session.token.dropLast()
      #expect(reload.body == "{\"token\":\"\(token)2\"}")
      let again = try #require(
        try await server.send(
          server.request("POST", "/api/session", session.headers, body: "{}")))
      #expect(again.body == "{\"token\":\"\(session.token)\"}")
      let second = try await server.openSession()
      #expect(second.cookie == session.cookie)
    }
  }

  @Test func `without the secret, nothing but the static page can be read`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let wrong = String(repeating: "0", count: 64)
      let port = server.port
      let value = session.cookie.split(separator: "=")[1]
      let attempts: [[String]] = [
        [],
        ["X-SQLScripts-Token: \(session.token)"],
        ["Cookie: \(session.cookie)"],
        ["Cookie: \(session.cookie)", "X-SQLScripts-Token: \(wrong)"],
        ["Cookie: \(session.cookie)", "X-SQLScripts-Token: "],
        ["Cookie: \(session.cookie)", "X-SQLScripts-Token: \(session.token.dropLast())"],
        ["Cookie: \(session.cookie)", "X-SQLScripts-Token: \(session.token)0"],
        ["Cookie: \(session.cookie)", "X-SQLScripts-Token: \(session.token.dropLast(2))"],
        ["Cookie: \(session.cookie)", "X-SQLScripts-Token: \(session.token.dropLast())0"],
        ["Cookie: \(session.cookie)", "X-SQLScripts-Token: \(session.token.dropLast())+1"],
        ["Cookie: \(session.cookie)", "X-SQLScripts-Token: \(session.token)-1"],
        ["Cookie: \(session.cookie)", "X-SQLScripts-Token: \(wrong)-1"],
        ["Cookie: \(session.cookie)", "X-SQLScripts-Token: \(session.token.uppercased())"],
        [
          "Cookie: \(session.cookie)", "X-SQLScripts-Token: \(session.token)",
          "X-SQLScripts-Token: \(session.token)",
        ],
        ["Cookie: sqlscripts-\(port)=\(wrong)", "X-SQLScripts-Token: \(session.token)"],
        ["Cookie: sqlscripts-\(port ^ 1)=\(value)", "X-SQLScripts-Token: \(session.token)"],
        ["Cookie: sqlscripts=\(value)", "X-SQLScripts-Token: \(session.token)"],
        ["Cookie: sqlscripts-\(port)=\(session.token)", "X-SQLScripts-Token: \(value)"],
        ["Cookie: sqlscripts-\(port)=\(server.secret)", "X-SQLScripts-Token: \(server.secret)"],
        ["Authorization: Bearer \(session.token)", "Cookie: \(session.cookie)"],
      ]
      for headers in attempts {
        for target in ["/api/document", "/api/events", "/api/none"] {
          #expect(
            try await server.status(server.request("GET", target, headers)) == 403, "\(headers)")
        }
        #expect(
          try await server.status(server.request("POST", "/api/edit", headers, body: "{}")) == 403)
      }
      for query in ["?token=\(session.token)", "?secret=\(server.secret)", "%3Ftoken"] {
        let target = "/api/document\(query)"
        #expect(try await server.status(server.request("GET", target)) == 403)
      }
      #expect(server.service.calls == [])
    }
  }

  /// A browser sends the cookie to every server of this computer that the user visits.
  @Test func `neither the cookie nor a token alone opens a session`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let cookie = "Cookie: \(session.cookie)"
      let token = "{\"token\":\"\(session.token)\"}"
      for (body, headers) in [
        ("{}", [cookie]), (token, []), ("{\"token\":\"\"}", [cookie]),
        ("{\"token\":\"\(session.token.dropLast())9\"}", [cookie]),
        ("{\"token\":\"\(server.secret)\"}", [cookie]),
        ("{}", ["X-SQLScripts-Token: \(session.token)"]),
      ] {
        let request = server.request("POST", "/api/session", headers, body: body)
        #expect(try await server.status(request) == 403, "\(body) \(headers)")
      }
    }
  }

  @Test func `only the secret or the token opens a session`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let cookie = ["Cookie: \(session.cookie)"]
      let wrong = String(repeating: "0", count: 64)
      let secret = server.secret
      for (body, headers, status) in [
        ("{}", [], 403), ("{\"secret\":\"\(wrong)\"}", [], 403),
        // A wrong secret is not repaired by the cookie.
        ("{\"secret\":\"\(wrong)\"}", cookie, 403),
        ("{\"secret\":\"\(secret.dropLast())\"}", [], 403),
        ("{\"secret\":\"\"}", [], 403), ("{\"secret\":\"\(session.token)\"}", [], 403),
        ("", cookie, 400), ("[]", cookie, 400), ("{\"secret\":1}", cookie, 400),
        ("{\"secret\":\"\(secret)\",\"a\":1}", [], 400), ("{}{}", cookie, 400),
        ("{\"token\":1}", cookie, 400), ("{\"token\":\"\(session.token)\",\"a\":1}", cookie, 400),
        ("{\"secret\":\"\\u0030\"}", cookie, 400), ("{\"secret\"", cookie, 400),
        (String(repeating: " ", count: 1030) + "{}", cookie, 413),
        (" { \"secret\" : \"\(secret)\" }\n", [], 200),
      ] as [(String, [String], Int)] {
        let request = server.request("POST", "/api/session", headers, body: body)
        #expect(try await server.status(request) == status, "\(body.suffix(80))")
      }
      #expect(try await server.status(server.request("GET", "/api/session", cookie)) == 403)
    }
  }

  @Test func `two servers have different secrets`() async throws {
    try await TestServer.run { (first) async throws in
      try await TestServer.run { (second) async throws in
        #expect(first.port != second.port && first.secret != second.secret)
        let session = try await first.openSession()
        let request = second.request("GET", "/api/document", session.headers)
        #expect(try await second.status(request) == 403)
      }
    }
  }

  @Test func `secrets are long and never repeat`() {
    let secrets = (0..<1000).map { _ in Secret().text }
    #expect(Set(secrets).count == 1000)
    #expect(secrets.allSatisfy { $0.wholeMatch(of: #/[0-9a-f]{64}/#) != nil })
    // Each digit takes each value somewhere.
    for place in 0..<64 {
      #expect(Set(secrets.map { Array($0.utf8)[place] }).count == 16)
    }
  }
}
