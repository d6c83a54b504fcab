import SQLScriptsFoundation

func previewDatabase() throws -> SQLiteManager {
  let database = SQLiteManager(.init(path: ":memory:", scripts: .bundle(.module)))
  for text in ["Milk", "Call Ada"] {
    try database.execute("INSERT INTO note (text) VALUES (?)", text)
  }
  return database
}
