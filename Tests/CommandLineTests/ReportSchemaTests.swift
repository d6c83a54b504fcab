import Foundation
import Testing

/// `Schemas/report.schema.json` describes every member of a report.
struct ReportSchemaTests {
  private static let files = [
    "sql_default.sql": """
    CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, photo BLOB);
    CREATE TABLE message (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES user (id) ON DELETE CASCADE);
    CREATE INDEX message_user ON message (user_id, lower(id)) WHERE id > 1;
    INSERT INTO user VALUES (9007199254740993, 'Ada', x'00ff');
    """,
    "sql_update_2.json": """
    { "description": "more", "require": ["SELECT 1 FROM user WHERE name = ''"],
      "statements": ["ALTER TABLE user RENAME COLUMN name TO full_name",
        { "sql": "DELETE FROM message", "note": "why", "onlyIf": "SELECT 1" },
        "ALTER TABLE user DROP COLUMN photo", "CREATE VIEW v AS SELECT id FROM user"],
      "verify": ["SELECT 1 FROM message"] }
    """,
    "sql_update_3.json": "[\"CREATE TABEL x (y)\"]",
  ]

  @Test(arguments: ["", "--with-data app.sqlite"])
  func `a report has the members of its schema and no others`(options: String) throws {
    let url = Sandbox.repository.appendingPathComponent("Schemas/report.schema.json")
    let schema = try JSONSchema(Data(contentsOf: url))
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    for (name, text) in Self.files { try sandbox.write(text, to: "SQLScripts/\(name)") }
    _ = try sandbox.run("sqlscripts migrate app.sqlite --to 1")
    let output = try sandbox.run("sqlscripts report --format json \(options)")
    #expect(output.status == 0, "\(output.stderr)")
    let document = try JSONSerialization.jsonObject(with: Data(output.stdout.utf8))
    #expect(schema.problems(of: document, as: "document") == [])
  }
}
