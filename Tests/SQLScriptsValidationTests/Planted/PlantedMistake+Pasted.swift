/// Statements and files that came from somewhere else: a chat, a word processor, another database, a merge.
extension PlantedMistake {
  static let pastedStatements: [PlantedMistake] = [
    .init("text-plus-text", "UPDATE user SET name = name «+» email WHERE id = 7"),
    .init("text-plus-text", "UPDATE user SET name = user.name «+» user.email WHERE id = 7"),
    .init("text-plus-text", "CREATE VIEW v AS SELECT name «+» ' ' + email AS both FROM user"),
    .init("unbound-parameter", #"UPDATE user SET name = «'\(name)'» WHERE id = 7"#),
    .init("unbound-parameter", #"UPDATE user SET age = «\(age)» WHERE id = 7"#),
    .init("unbound-parameter", "INSERT INTO user (id, name) VALUES (7, «'%s'»)"),
    .init("unbound-parameter", "UPDATE user SET name = «'{{name}}'» WHERE id = 7"),
    .init("unbound-parameter", "UPDATE user SET name = «'<%= name %>'» WHERE id = 7"),
    .init("html-entity", "DELETE FROM user WHERE age «&lt;» 3"),
    .init("html-entity", "DELETE FROM user WHERE age «&gt;»= 3 AND id = 7"),
    .init("keyword-typo", "ALTER TABLE user ADD «COLUMM» nick TEXT"),
    .init("missing-comma-between-columns", "ALTER TABLE user ADD COLUMN last «name» TEXT"),
    .init("other-database-syntax", "ALTER TABLE user ADD nick TEXT«,» town TEXT"),
    .init("other-database-syntax", "ALTER TABLE user ADD COLUMN tags TEXT«[]»"),
    .init("other-database-syntax", "«ALTER SEQUENCE» user_id_seq RESTART WITH 1"),
    .init("other-database-syntax", "UPDATE user SET age = 1 WHERE name «ILIKE» 'tom%'"),
    .init("other-database-syntax", "«RENAME TABLE» user TO person"),
    .init("other-database-syntax", "«LOCK» TABLES user WRITE"),
    .init("not-rowid-alias", "CREATE TABLE pet («id» SERIAL PRIMARY KEY, name TEXT)"),
    .init("boolean-default-text", "ALTER TABLE user ADD COLUMN ok BOOLEAN DEFAULT «'f'»"),
    .init("no-such-table", "INSERT INTO user (id, name) SELECT 7, 'x' FROM «dual»"),
    .init("no-such-column", "UPDATE user SET email = «SYSDATE» WHERE id = 7"),
    .init(
      "no-such-column",
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, FOREIGN KEY (u) REFERENCES user (id), «u» INTEGER)"
    ),
    .init("syntax-error", "UPDATE user SET name «'x'» WHERE id = 7"),
    .init("syntax-error", "UPDATE user SET name = 'x' WHERE id = 7 «WHERE» age = 2"),
    .init("syntax-error", "INSERT INTO «TABLE» user (id, name) VALUES (7, 'x')"),
    .init("syntax-error", "INSERT INTO user (name) VALUES «'x'»"),
    .init("syntax-error", "DELETE FROM user WHERE id IN «1», 2"),
    .init("syntax-error", "DELETE FROM user WHERE age BETWEEN 1«,» 5"),
    .init("syntax-error", "CREATE TRIGGER t AFTER INSERT ON user «UPDATE» user SET age = 0"),
    .init(
      "syntax-error",
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN UPDATE user SET age = 0 WHERE id = new.id «END»"),
    .init("syntax-error", "«//» add nick\nALTER TABLE user ADD COLUMN nick TEXT"),
    .init("syntax-error", "«1.» ALTER TABLE user ADD COLUMN nick TEXT"),
    .init("syntax-error", "«•» ALTER TABLE user ADD COLUMN nick TEXT"),
    .init("syntax-error", "«sqlite»> ALTER TABLE user ADD COLUMN nick TEXT"),
    .init("syntax-error", "«\"ALTER TABLE user ADD COLUMN nick TEXT\"»,"),
    .init("syntax-error", "«@»\"ALTER TABLE user ADD COLUMN nick TEXT\""),
    .init("syntax-error", "UPDATE user SET email = «tom@example.com» WHERE id = 7"),
    .init("syntax-error", "INSERT INTO user (id, name) VALUES (7, «Tom Smith»)"),
    .init("syntax-error", "UPDATE user SET email = «12:30» WHERE id = 7"),
    .init("syntax-error", "UPDATE user SET email = «01.02.2024» WHERE id = 7"),
    .init("syntax-error", "ALTER TABLE user ADD COLUMN made TEXT DEFAULT datetime«(»'now')"),
    .init("column-named-twice", "UPDATE user SET age = 1, «age» = 2 WHERE id = 7"),
    .init("column-named-twice", "INSERT INTO user (id, name, «name») VALUES (7, 'x', 'y')"),
    .init("text-default-for-number", "ALTER TABLE user ADD COLUMN n INTEGER NOT NULL DEFAULT «''»"),
    .init("text-default-for-number", "ALTER TABLE user ADD COLUMN n REAL DEFAULT «'none'»"),
    .init("glob-star-in-like", "DELETE FROM user WHERE name LIKE «'tom*'» AND id = 7"),
    .init("glob-star-in-like", "UPDATE user SET age = 1 WHERE lower(email) NOT LIKE «'*@b.c'»"),
    .init("quoted-null", "INSERT INTO user (id, name, email) VALUES (7, 'x', «'NULL'»)"),
    .init("quoted-null", "INSERT INTO user (name, email) VALUES ('x', 'y'), ('z', «'NULL'»)"),
    .init("quoted-null", "UPDATE user SET email = «'NULL'», age = 3 WHERE id = 7"),
    .init(
      "foreign-key-type-mismatch",
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner VARCHAR(20) REFERENCES «user»(id))"),
    .init(
      "foreign-key-type-mismatch",
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, o TEXT, FOREIGN KEY (o) REFERENCES «user»)"),
    .init("foreign-key-type-mismatch", "ALTER TABLE user ADD COLUMN boss TEXT REFERENCES «user»"),
    .init(
      "set-null-on-not-null",
      "CREATE TABLE pet (owner INTEGER NOT NULL REFERENCES «user»(id) ON DELETE SET NULL)"),
    .init(
      "set-null-on-not-null",
      """
      CREATE TABLE pet (o INTEGER NOT NULL,
      FOREIGN KEY (o) REFERENCES «"user"» (id) ON UPDATE CASCADE ON DELETE SET NULL)
      """),
    .init(
      "missing-comma-between-columns",
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, first «name» TEXT)"),
    .init("failed-statement", "«CREATE TABLE pet (id INTEGER PRIMARY KEY, b TEXT PRIMARY KEY)»"),
    .init(
      "failed-statement",
      "«INSERT INTO user (name) VALUES ('x') ON CONFLICT (name) DO UPDATE SET age = 1»"),
    .init("syntax-error", "«Here» is the update: ALTER TABLE user ADD COLUMN nick TEXT"),
    .init("syntax-error", "«TODO»"),
    .init("syntax-error", "«ADD» COLUMN nick TEXT"),
    .init("other-database-syntax", "UPDATE user «u» SET age = 1 WHERE u.id = 7"),
    .init("other-database-syntax", "DELETE FROM user «u» WHERE u.id = 7"),
    .init("other-database-syntax", "UPDATE user SET user«.»age = 1 WHERE id = 7"),
    .init("quoted-column-name", "DELETE FROM user WHERE «'name'» = 'Tom'"),
    .init("quoted-column-name", "UPDATE 'user' SET 'age' = 1 WHERE «'id'» = 7"),
    .init("quoted-column-name", "UPDATE user SET age = 1 WHERE id = 7 AND «'email'» IS NULL"),
    .init("backslash-in-text", #"UPDATE user SET name = «'one\ntwo'» WHERE id = 7"#),
    .init("other-database-syntax", "UPDATE user SET age = 1 WHERE id = 7 «||» age = 2"),
    .init("column-in-use", "ALTER TABLE user DROP COLUMN «id»"),
    .init("failed-statement", "«INSERT INTO user (id) VALUES (7)»"),
    .init("failed-statement", "«INSERT INTO user (id, name) VALUES ('seven', 'x')»"),
  ]

  static let pastedFiles: [PlantedMistake] = [
    .init(
      "json-unescaped-quote", "[\n«\"\"\"»\nUPDATE user SET name = 'x'\nWHERE id = 7\n\"\"\"\n]"),
    .init(
      "plist-unclosed-string", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)«<string>»\n\t<string>UPDATE user SET age = 0</string>\n</array>"
    ),
    .init(
      "plist-unclosed-string", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)«<string>»\n</array>"),
    .init(
      "plist-tag-mismatch", .plist,
      "<array>\n\t<string>«<string>»CREATE TABLE a (b)</string></string>\n</array>"),
    .init(
      "plist-tag-mismatch", .plist, "<array>\n\t<string>CREATE TABLE a (b)</string>\n«<array>»"),
    .init(
      "plist-text-outside-string", .plist,
      "<array>\n\t«＜string＞CREATE TABLE a (b)＜/string＞»\n</array>"),
    .init(
      "plist-not-well-formed", .plist,
      "<array>\n\t<!-- add «--» b -->\n\t<string>CREATE TABLE a (b)</string>\n</array>"),
    .init(
      "plist-not-well-formed", .plist,
      "<array>\n\t<string>«<![CDATA[»DELETE FROM user WHERE age < 3]></string>\n</array>"),
    .init(
      "plist-tag-mismatch", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)«< /string>»\n\t<string>UPDATE user SET age = 0</string>\n</array>"
    ),
    .init(
      "plist-tag-mismatch", .plist, "<array>\n\t<string>CREATE TABLE a (b)«<\\string>»\n</array>"),
    .init(
      "plist-not-well-formed", .plist,
      "<array>\n\t«<!--» add b\n\t<string>CREATE TABLE a (b)</string>\n</array>"),
    .init(
      "plist-not-well-formed", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)</string>\n</array>\n</plist>\n«<?xml» version=\"1.0\"?>\n<plist>"
    ),
    .init(
      "wrong-root", .plist,
      "«<string>»CREATE TABLE a (b)</string>\n<string>CREATE TABLE b (b)</string>"),
    .init(
      "merge-conflict", .plist,
      "<array>\n«<<<<<<< HEAD»\n\t<string>CREATE TABLE a (b)</string>\n=======\n\t<string>CREATE TABLE b (b)</string>\n>>>>>>> x\n</array>"
    ),
    .init(
      "merge-conflict", .json,
      "[\n«<<<<<<< HEAD»\n\"CREATE TABLE a (b)\"\n=======\n\"CREATE TABLE b (b)\"\n>>>>>>> x\n]"),
    .init(
      "merge-conflict", .sql,
      "«<<<<<<< HEAD»\nCREATE TABLE a (b);\n=======\nCREATE TABLE b (b);\n>>>>>>> x\n"),
    .init(
      "ending-does-not-fit-contents", .json, "«<»?xml version=\"1.0\"?>\n<plist><array/></plist>"),
    .init("ending-does-not-fit-contents", .json, "«C»REATE TABLE a (b);\n"),
    .init("ending-does-not-fit-contents", .sql, "«[»\"CREATE TABLE a (b)\"]\n"),
    .init("ending-does-not-fit-contents", .sql, "«{» \"statements\": [] }\n"),
    .init(
      "line-endings", .sql, "CREATE TABLE a (b);\nCREATE TABLE b (c);«\r\n»CREATE TABLE c (d);\n"),
    .init("json-bad-value", .json, "«```json»\n[\"CREATE TABLE a (b)\"]\n```"),
    .init("json-bad-value", .json, "[\n  «“CREATE TABLE a (b)”»\n]"),
    .init("unknown-key", .json, "[ { «\"statement\"»: \"CREATE TABLE a (b)\" } ]"),
    .init("unknown-key", .json, "[ { «\"SQL\"»: \"CREATE TABLE a (b)\" } ]"),
    .init("unknown-key", .sql, "-- «transactions»: true\nCREATE TABLE a (b);"),
    .init("unknown-key", .sql, "-- «Transaction»: true\nCREATE TABLE a (b);"),
    .init("unknown-key", .sql, "-- «transaction false»\nCREATE TABLE a (b);"),
    .init("unknown-key", .sql, "-- «foreignkeys：unchecked»\nCREATE TABLE a (b);"),
    .init("syntax-error", .sql, "«```sql\nCREATE TABLE a (b);\n```»\n"),
    .init("html-entity", .sql, "DELETE FROM user WHERE age «&lt;» 3 AND id = 7;\n"),
    .init(
      "row-inserted-twice", .sql,
      "INSERT INTO user (name) VALUES ('Admin');\n«INSERT INTO user (name) VALUES ('Admin')»;"),
  ]

  /// Statements that only look like one of these mistakes.
  static let pastedNearMisses: [String] = [
    "UPDATE user SET age = age + id WHERE id = 7",
    "UPDATE user SET email = name || ' + ' || email WHERE id = 7",
    "UPDATE user SET email = strftime('%s', 'now') || printf('%d', 7) WHERE id = 7",
    "DELETE FROM user WHERE name LIKE '%s' OR name = 'use \\( and {{ and ${'",
    "UPDATE user SET name = 'a &lt; b &amp; c' WHERE id = 7",
    "-- note: transactions are fine\nUPDATE user SET age = 5 WHERE id = 7",
    "-- Version: 1.2, transaction of 2024\nUPDATE user SET age = 5 WHERE id = 7",
    "/* ======= */ UPDATE user SET age = 5 WHERE id = 7",
    "ALTER TABLE user ADD COLUMN ok BOOLEAN NOT NULL DEFAULT 0",
    "ALTER TABLE user ADD COLUMN grade TEXT DEFAULT 'f'",
    "ALTER TABLE user ADD COLUMN columns TEXT",
    "UPDATE user SET name = 'x', email = 'x' WHERE id = 7",
    "UPDATE user SET 'email' = 'name' WHERE name = 'name' AND email <> 'age'",
    #"UPDATE user SET email = 'C:\new\table' WHERE name = '[\n]'"#,
    "UPDATE user SET age = 1 WHERE name = email || name AND id = 7",
    "INSERT INTO user (id, name) VALUES (7, 'Ada'), (8, 'Bob')",
    "CREATE TABLE pet (id INTEGER PRIMARY KEY, u INTEGER, FOREIGN KEY (u) REFERENCES user (id))",
  ]
}
