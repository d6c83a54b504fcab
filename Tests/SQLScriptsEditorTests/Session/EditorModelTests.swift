import Testing

struct EditorModelTests {
  private static let files = [
    "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
    "sql_update_2.json": "[\"ALTER TABLE user ADD COLUMN age INTEGER\"]\n",
    "sql_update_4_a.sql": "CREATE TABLE a (b);\n",
    "sql_update_5_b.sql": "CREATE TABLE c (d);\n",
  ]

  @Test(arguments: 1...8)
  func `a user and another program do not destroy what the other has done`(seed: Int) async throws {
    var model = try EditorModel(seed: seed, Self.files)
    for _ in 0..<40 { try await model.step() }
    try await model.finish()
  }
}
