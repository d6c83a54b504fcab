import SQLScripts
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

/// Several statements in one item, and statements without a `;` between them.
struct SeparatedStatementTests {
  private func fixed(_ text: String, as format: String) -> String {
    let script = InMemoryScript.file(named: "sql_default.\(format)", text: text)
    let outcome = Fixer(ScriptBundle(scripts: [script])).run()
    return outcome.corrections.first.map { String(decoding: $0.after, as: UTF8.self) } ?? text
  }

  @Test func `many statements are separated in several rounds`() {
    let rows = { (end: String) in
      String(repeating: "INSERT INTO a VALUES (1)\(end)\n", count: 100)
    }
    #expect(
      fixed("CREATE TABLE a (id)\n\(rows(""));\n", as: "sql")
        == "CREATE TABLE a (id);\n\(rows(";").dropLast(2))\n;\n")
  }

  @Test(arguments: [
    (
      "CREATE TABLE a (id)\nCREATE TABLE b (id) -- c\r\n\r\nINSERT INTO a VALUES (1);\n",
      "CREATE TABLE a (id);\nCREATE TABLE b (id); -- c\r\n\r\nINSERT INTO a VALUES (1);\n", "sql"
    ),
    (
      "[\r\n  \"CREATE TABLE a (id) CREATE TABLE b (id)\"\r\n]\r\n",
      "[\r\n  \"CREATE TABLE a (id)\",\r\n  \"CREATE TABLE b (id)\"\r\n]\r\n", "json"
    ),
    (
      "[\"CREATE TABLE a (id);\\n/* b */ CREATE TABLE b (id); DROP TABLE a;\"]",
      "[\"CREATE TABLE a (id);\", \"/* b */ CREATE TABLE b (id);\", \"DROP TABLE a;\"]", "json"
    ),
    (
      "<plist><array>\n\t<string>CREATE TABLE a (id); CREATE TABLE b (id)</string>\n</array></plist>",
      "<plist><array>\n\t<string>CREATE TABLE a (id);</string>\n\t<string>CREATE TABLE b (id)</string>\n</array></plist>",
      "plist"
    ),
    (
      "<plist><array><string><![CDATA[CREATE TABLE a (id)\nCREATE TABLE b (id)]]></string></array></plist>",
      "<plist><array><string><![CDATA[CREATE TABLE a (id)]]></string><string><![CDATA[CREATE TABLE b (id)]]></string></array></plist>",
      "plist"
    ),
    // A comment stays with the statement that it follows on the line.
    (
      "[\"CREATE TABLE a (id) /* a */ CREATE TABLE b (id) -- b\\n/* c */ CREATE TABLE c (id)\"]",
      "[\"CREATE TABLE a (id) /* a */\", \"CREATE TABLE b (id) -- b\", \"/* c */ CREATE TABLE c (id)\"]",
      "json"
    ),
    (
      "[\"CREATE TABLE a (id) /* a */ /* sqlscripts: ignore[drop-table] y */ CREATE TABLE b (id)\"]",
      "[\"CREATE TABLE a (id) /* a */\", \"/* sqlscripts: ignore[drop-table] y */ CREATE TABLE b (id)\"]",
      "json"
    ),
    (
      "[\"CREATE TABLE a (id); -- a\\nCREATE TABLE b (id); /* b */ CREATE TABLE c (id); /* c */\"]",
      "[\"CREATE TABLE a (id); -- a\", \"CREATE TABLE b (id); /* b */\", \"CREATE TABLE c (id); /* c */\"]",
      "json"
    ),
    // These cannot be split, so they only get a “;”.
    (
      "[{\"sql\": \"CREATE TABLE a (id) CREATE TABLE b (id)\", \"onlyIf\": \"SELECT 1\"}]",
      "[{\"sql\": \"CREATE TABLE a (id); CREATE TABLE b (id)\", \"onlyIf\": \"SELECT 1\"}]", "json"
    ),
    (
      "[[\"CREATE TABLE a (id)\",\n\"CREATE TABLE b (id)\"]]",
      "[[\"CREATE TABLE a (id);\",\n\"CREATE TABLE b (id)\"]]", "json"
    ),
    // SQLite reads some first words as names.
    (
      "CREATE TABLE a (id)\nREPLACE INTO a VALUES (1)\nREPLACE INTO a VALUES (2);\n",
      "CREATE TABLE a (id);\nREPLACE INTO a VALUES (1);\nREPLACE INTO a VALUES (2);\n", "sql"
    ),
    (
      "CREATE TABLE a (id);\nINSERT INTO a SELECT id FROM a\nREPLACE INTO a VALUES (2);\n",
      "CREATE TABLE a (id);\nINSERT INTO a SELECT id FROM a;\nREPLACE INTO a VALUES (2);\n", "sql"
    ),
    (
      "CREATE TABLE a (id);\nALTER TABLE a ADD b\nREPLACE INTO a VALUES (1, replace('a', 'b', 'c'));\n",
      "CREATE TABLE a (id);\nALTER TABLE a ADD b;\nREPLACE INTO a VALUES (1, replace('a', 'b', 'c'));\n",
      "sql"
    ),
    (
      "CREATE TABLE a (id)\nWITH x AS (SELECT 1) INSERT INTO a SELECT * FROM x;\n",
      "CREATE TABLE a (id);\nWITH x AS (SELECT 1) INSERT INTO a SELECT * FROM x;\n", "sql"
    ),
    (
      "[\"CREATE TABLE a (id)\", \"INSERT INTO a VALUES (1) WITH x AS (SELECT 1) DELETE FROM a WHERE id IN x\"]",
      "[\"CREATE TABLE a (id)\", \"INSERT INTO a VALUES (1)\", \"WITH x AS (SELECT 1) DELETE FROM a WHERE id IN x\"]",
      "json"
    ),
    (
      "CREATE TABLE a (id);\nINSERT INTO a VALUES (1)\nVACUUM;\n",
      "CREATE TABLE a (id);\nINSERT INTO a VALUES (1);\nVACUUM;\n", "sql"
    ),
    (
      "CREATE TABLE a (id);\nALTER TABLE a ADD b TEXT WITH x AS (SELECT 1, 2) INSERT INTO a SELECT * FROM x;\n",
      "CREATE TABLE a (id);\nALTER TABLE a ADD b TEXT; WITH x AS (SELECT 1, 2) INSERT INTO a SELECT * FROM x;\n",
      "sql"
    ),
    // A trigger has statements of its own.
    (
      "CREATE TABLE a (id);\nCREATE TRIGGER t AFTER INSERT ON a BEGIN\n  UPDATE a SET id = 1 WHERE id = 2 -- c\n"
        + "  DELETE FROM a WHERE id = 3\n  SELECT CASE 1 WHEN 2 THEN 3 END\nEND;\n",
      "CREATE TABLE a (id);\nCREATE TRIGGER t AFTER INSERT ON a BEGIN\n  UPDATE a SET id = 1 WHERE id = 2; -- c\n"
        + "  DELETE FROM a WHERE id = 3;\n  SELECT CASE 1 WHEN 2 THEN 3 END;\nEND;\n", "sql"
    ),
    (
      "[\"CREATE TABLE a (id)\", \"CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1 REPLACE INTO a VALUES (1); END\"]",
      "[\"CREATE TABLE a (id)\", \"CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; REPLACE INTO a VALUES (1); END\"]",
      "json"
    ),
    (
      "[\"CREATE TABLE a (id)\", \"CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1 END\"]",
      "[\"CREATE TABLE a (id)\", \"CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END\"]",
      "json"
    ),
    // The rest may belong to the statement, or more is wrong.
    (
      "CREATE TABLE a (id) WITH x AS (SELECT 1) SELECT * FROM x;\n",
      "CREATE TABLE a (id) WITH x AS (SELECT 1) SELECT * FROM x;\n", "sql"
    ),
    (
      "CREATE TABLE a (id);\nCREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1 DELETE FROM; END;\n",
      "CREATE TABLE a (id);\nCREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1 DELETE FROM; END;\n",
      "sql"
    ),
    (
      "CREATE TABLE a (b DEFAULT 'x’);\nCREATE TABLE c (d DEFAULT '-- y');\nDROP TABLE a;\n",
      "CREATE TABLE a (b DEFAULT 'x’);\nCREATE TABLE c (d DEFAULT '-- y');\nDROP TABLE a;\n", "sql"
    ),
    ("CREATE TABLE a (id) SELECT 1;\n", "CREATE TABLE a (id) SELECT 1;\n", "sql"),
    ("CREATE TABLE a (id) DROP TABEL a b;\n", "CREATE TABLE a (id) DROP TABEL a b;\n", "sql"),
  ])
  func `statements that nothing separates become separate ones`(
    before: String, after: String, format: String
  ) {
    let header = format == "plist" ? "<?xml version=\"1.0\"?><!DOCTYPE plist>" : ""
    #expect(fixed(header + before, as: format) == header + after)
  }

  @Test(arguments: [
    "DELETE FROM a\nDELETE FROM b WHERE id = 1", "DELETE FROM a WHERE id = 1\nDELETE FROM b",
    "UPDATE a SET id = (SELECT 1 FROM b WHERE id = 2)\nDELETE FROM b WHERE id = 1",
    "CREATE VIEW v AS SELECT * FROM a\nDROP TABLE b",
    "ALTER TABLE a ADD d\nALTER TABLE a DROP COLUMN c",
    "INSERT INTO b VALUES (1)\nWITH x AS (SELECT 1) DELETE FROM a",
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b DELETE FROM a WHERE id = 1; END",
  ])
  func `nothing separates a statement that would then delete too much`(text: String) {
    let start = "CREATE TABLE a (id, c);\nCREATE TABLE b (id);\n"
    #expect(fixed(start + text + ";\n", as: "sql") == start + text + ";\n")
  }

  @Test func `statements that keep most rows are separated`() {
    let start = "CREATE TABLE a (id);\nDELETE FROM a WHERE id = 1"
    let text = start + "\nUPDATE a SET id = 2 WHERE id = 3;\n"
    #expect(
      fixed(text, as: "sql") == start + ";\nUPDATE a SET id = 2 WHERE id = 3;\n")
  }
}
