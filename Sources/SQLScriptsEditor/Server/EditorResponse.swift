/// A response as it is sent.
struct EditorResponse: Sendable {
  static let json = "application/json"

  var status: Int
  var type: String?
  var bytes: [UInt8]
  var headers: [(String, String)] = []

  init(_ file: EditorFile) {
    status = 200
    type = file.type
    bytes = file.bytes
  }

  init(_ reply: EditorReply, headers: [(String, String)] = []) {
    status = reply.status
    type = reply.body == nil ? nil : Self.json
    bytes = reply.body.map { Array($0.compact.utf8) } ?? []
    self.headers = headers
  }
}
