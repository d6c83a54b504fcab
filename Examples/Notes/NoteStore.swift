import SQLScripts

struct NoteStore {
  func add(_ text: String) async throws {
    try await SQLiteManager.shared.execute("INSERT INTO note (text) VALUES (?)", text)
  }

  func all() async throws -> [String] {
    let rows = try await SQLiteManager.shared.query("SELECT text FROM note ORDER BY id")
    return rows.compactMap { $0["text"].string }
  }
}
