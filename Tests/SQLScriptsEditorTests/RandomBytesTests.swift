import Foundation
import TestSupport
import Testing

/// Requests with random mistakes. Each seed makes the same ones.
struct RandomBytesTests {
  private static let pieces = [
    "\r\n", "\r\n\r\n", "\n", "\r", "\0", " ", ":", "Transfer-Encoding: chunked\r\n",
    "Content-Length: 7\r\n", "Host: evil.example\r\n", "0\r\n\r\n", "GET / HTTP/1.1\r\n", "%2e%2e/",
    "Upgrade: websocket\r\n", "FFFFFFFFFFFFFFFF\r\n", "Connection: keep-alive\r\n", "\u{FF}", "é",
    "Expect: 100-continue\r\n", "HTTP/0.9",
  ]

  private func mutated(_ text: String, _ generator: inout FixedGenerator) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &generator)
      case 1 where place < bytes.count: bytes.remove(at: place)
      case 2:
        let piece = Self.pieces.randomElement(using: &generator) ?? ""
        bytes.insert(contentsOf: piece.utf8, at: place)
      default: bytes.insert(.random(in: 0...255, using: &generator), at: place)
      }
    }
    return bytes
  }

  @Test(arguments: 1...4)
  func `whatever arrives, the server answers strictly and goes on`(_ seed: UInt64) async throws {
    var generator = FixedGenerator(state: seed)
    try await TestServer.run { (server) async throws in
      let session = try await server.openSession()
      let headers = session.headers + ["Sec-Fetch-Site: same-origin"]
      let requests = [
        server.request("GET", "/", headers), server.request("GET", "/api/document", headers),
        server.request("POST", "/api/edit", headers, body: "{\"a\":1}"),
        server.request("POST", "/api/session", body: "{\"secret\":\"\(server.secret)\"}"),
        server.request(
          "POST", "/api/edit", headers + ["Content-Length", "Transfer-Encoding: chunked"],
          body: "7\r\n{\"a\":1}\r\n0\r\n\r\n"),
      ]
      for round in 0..<100 {
        let request = requests.randomElement(using: &generator) ?? ""
        let bytes =
          round % 10 == 0
          ? (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
          : mutated(request, &generator)
        let connection = try #require(await RawConnection.open(port: server.port))
        await connection.send(bytes)
        await connection.finishSending()
        let text = try #require(await connection.read(), "\(bytes)")
        guard let response = RawResponse(text) else { continue }
        response.expectStrictHeaders("\(seed) \(round)")
        #expect(text.components(separatedBy: "HTTP/1.").count == 2, "two responses: \(bytes)")
      }
      #expect(try await server.status(server.request("GET", "/api/document", headers)) == 200)
      // A mistake in the body or in a name reaches the service, but never more calls than requests.
      #expect(server.service.calls.count <= 101)
    }
  }
}
