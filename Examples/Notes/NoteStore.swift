import SQLScripts

struct Note: Decodable {
  var id: Int64
  var text: String
}

struct NoteStore {
  func add(_ text: String) async throws {
    try await SQLiteManager.shared.execute("INSERT INTO note (text) VALUES (?)", text)
  }

  func all() async throws -> [Note] {
    let rows = try await SQLiteManager.shared.query("SELECT id, text FROM note ORDER BY id")
    return try rows.decode(Note.self)
  }
}
