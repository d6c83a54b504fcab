extension PlantedMistake {
  static let statements: [PlantedMistake] = [
    .init("add-unique-or-primary-key-column", "ALTER TABLE user ADD COLUMN nick TEXT «UNIQUE»"),
    .init(
      "add-unique-or-primary-key-column",
      "ALTER TABLE user ADD COLUMN uid INTEGER «PRIMARY KEY»"),
    .init("bareword-default", "ALTER TABLE user ADD COLUMN t TEXT DEFAULT «NOW»"),
    .init("bareword-default", "ALTER TABLE user ADD COLUMN t TEXT DEFAULT «none»"),
    .init(
      "bareword-default",
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, t TEXT DEFAULT «active» NOT NULL)"),
    .init("boolean-default-text", "ALTER TABLE user ADD COLUMN ok BOOLEAN DEFAULT «'true'»"),
    .init(
      "boolean-default-text",
      "ALTER TABLE user ADD COLUMN ok INTEGER NOT NULL DEFAULT «'false'»"),
    .init("comment-swallows-rest", .plist, "DELETE FROM user «-- the old ones WHERE age > 90»"),
    .init("constraint-typo", "ALTER TABLE user ADD COLUMN nick TEXT «NOT_NULL» DEFAULT 'x'"),
    .init("constraint-typo", "CREATE TABLE pet (id INTEGER «PRIMARY_KEY», name TEXT)"),
    .init("constraint-typo", "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT «UNIQE»)"),
    .init("constraint-typo", "CREATE TABLE pet (id INTEGER «PRIMERY» KEY, name TEXT)"),
    .init("dash-lookalike", "UPDATE user SET age = «–»1 WHERE id = 7"),
    .init("dash-lookalike", "UPDATE user SET age = 5 WHERE id = 7 «—» set the age"),
    .init("dash-lookalike", "UPDATE user SET age = age «−» 1 WHERE id = 7"),
    .init("double-quoted-text", "INSERT INTO user (id, name) VALUES (7, «\"hello\"»)"),
    .init("double-quoted-text", "UPDATE user SET name = «\"Tom\"» WHERE id = 7"),
    .init("double-quoted-text", "ALTER TABLE user ADD COLUMN nick TEXT DEFAULT «\"x\"»"),
    .init("double-quoted-text", "DELETE FROM user WHERE name = «\"Tom\"»"),
    .init("double-quoted-typo", "DELETE FROM user WHERE «\"nmae\"» = 'Tom'"),
    .init("double-quoted-typo", "CREATE INDEX i ON user(«\"nmae\"»)"),
    .init("drop-column", "ALTER TABLE user DROP COLUMN «age»"),
    .init("drop-if-exists-typo", "DROP TABLE IF EXISTS «usr»"),
    .init("duplicate-column", "ALTER TABLE user ADD COLUMN «email» TEXT"),
    .init("duplicate-column", "ALTER TABLE user ADD «Email» TEXT"),
    .init("duplicate-column", "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, «name» TEXT)"),
    .init("duplicate-column", "ALTER TABLE user RENAME COLUMN age TO «name»"),
    .init("equals-null", "DELETE FROM user WHERE email «= NULL»"),
    .init("equals-null", "UPDATE user SET age = 1 WHERE email «!= NULL»"),
    .init("equals-null", "UPDATE user SET age = 1 WHERE email «<> null»"),
    .init(
      "equals-null",
      "UPDATE user SET age = CASE WHEN email «= NULL» THEN 1 ELSE 2 END WHERE id = 7"),
    .init(
      "case-when-null",
      "UPDATE user SET age = CASE email «WHEN NULL» THEN 1 WHEN 'a' THEN 2 END WHERE id = 7"),
    .init("string-as-condition", "DELETE FROM user WHERE name = 'a' OR «'b'»"),
    .init("string-as-condition", "DELETE FROM user WHERE id = 7 AND NOT «'b'»"),
    .init(
      "minutes-for-month", "UPDATE user SET email = strftime(«'%d.%M.%Y'», name) WHERE id = 7"),
    .init(
      "text-compared-with-number",
      "UPDATE user SET email = '' WHERE «strftime('%Y', name)» >= 2020 AND id = 7"),
    .init("leading-zero-number", "DELETE FROM user WHERE name = «007»"),
    .init("unpadded-date", "DELETE FROM user WHERE name < «'2025-3-14'»"),
    .init("substr-from-zero", "UPDATE user SET name = substr(name, «0», 3) WHERE id = 7"),
    .init(
      "replace-arguments", "UPDATE user SET name = «replace(' ', '', name)» WHERE name LIKE '% %'"),
    .init("text-for-boolean", "UPDATE user SET age = «'FALSE'» WHERE id = 7"),
    .init("underscore-in-like", "UPDATE user SET age = 1 WHERE email LIKE «'no_reply%'»"),
    .init("mixed-and-or", "DELETE FROM user WHERE age = 1 AND name = '' «OR» email = ''"),
    .init("arithmetic-on-text", "UPDATE user SET name = «name + 1» WHERE id = 7"),
    .init("null-in-maximum", "UPDATE user SET age = min(«age», 7) WHERE id = 7"),
    .init("text-version-comparison", "DELETE FROM user WHERE email «< '1.10.0'»"),
    .init(
      "date-unit", "UPDATE user SET name = datetime(«age») WHERE id = 7"),
    .init(
      "null-in-concatenation", "UPDATE user SET name = name || ' ' || «email» WHERE id = 7"),
    .init(
      "default-against-check",
      "CREATE TABLE pet («sex» TEXT DEFAULT '' CHECK (sex IN ('f', 'm')))"),
    .init(
      "update-or-ignore", "«UPDATE OR IGNORE» user SET name = upper(name) WHERE id < 700"),
    .init("always-true-where", "DELETE FROM user «WHERE id >= 1»"),
    .init("null-in-list", "DELETE FROM user WHERE email NOT IN ('a', «NULL»)"),
    .init("null-in-list", "CREATE TABLE pet (kind TEXT CHECK (lower(kind) IN («NULL», 'cat')))"),
    .init(
      "foreign-key-target-missing",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, u INTEGER REFERENCES «users»(id))"),
    .init("fullwidth-punctuation", "CREATE TABLE pet (id INTEGER PRIMARY KEY«，»name TEXT)"),
    .init("fullwidth-punctuation", "CREATE TABLE pet «（»id INTEGER PRIMARY KEY, name TEXT)"),
    .init("fullwidth-punctuation", "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT«）»"),
    .init("fullwidth-punctuation", "UPDATE user SET age = 5 WHERE id = 7«；»"),
    .init(
      "if-not-exists-hides-change",
      "CREATE TABLE IF NOT EXISTS «user» (id INTEGER PRIMARY KEY, nick TEXT)"),
    .init(
      "ignored-mysql-column-option",
      "ALTER TABLE user ADD COLUMN nick TEXT «COMMENT» 'the nick'"),
    .init(
      "ignored-mysql-column-option",
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, n INTEGER «UNSIGNED»)"),
    .init("ignored-mysql-column-option", "ALTER TABLE user ADD COLUMN nick TEXT «AFTER name»"),
    .init("ignored-mysql-column-option", "ALTER TABLE user ADD COLUMN nick TEXT «FIRST»"),
    .init("insert-without-columns", "INSERT INTO «user» VALUES (7, 'x', 'y', 5)"),
    .init(
      "invisible-character", .plist,
      "«\u{FEFF}»ALTER TABLE user ADD COLUMN nick TEXT"),
    .init("invisible-character", "ALTER TABLE «\u{202E}»user ADD COLUMN nick TEXT"),
    .init("invisible-character", "ALTER TABLE user ADD COLUMN nick TEXT DEFAULT 'a'«\u{2060}»"),
    .init("keyword-typo", "«CRAETE» TABLE pet (id INTEGER PRIMARY KEY)"),
    .init("keyword-typo", "«ALTR» TABLE user ADD COLUMN x TEXT"),
    .init("keyword-typo", "«UPDTAE» user SET age = 5 WHERE id = 7"),
    .init("keyword-typo", "INSERT «INOT» user (id, name) VALUES (7, 'Tom')"),
    .init("local-time", "UPDATE user SET email = datetime(email, «'localtime'») WHERE id = 7"),
    .init("misleading-affinity", "CREATE TABLE pet (id INTEGER PRIMARY KEY, n «FLOATING POINT»)"),
    .init("misleading-affinity", "CREATE TABLE pet (id INTEGER PRIMARY KEY, n «POINT»)"),
    .init(
      "multiple-statements", .json,
      "UPDATE user SET age = 5 WHERE id = 7; «UPDATE user SET age = 6 WHERE id = 8»"),
    .init("no-effect", "«SELECT» * FROM user"),
    .init("no-effect", "«DROP» TABLE IF EXISTS nothing_like_it"),
    .init("no-such-column", "UPDATE user SET «nmae» = 'x' WHERE id = 7"),
    .init("no-such-column", "INSERT INTO user (id, «nmae») VALUES (7, 'x')"),
    .init("no-such-column", "CREATE INDEX i ON user(«nmae»)"),
    .init("no-such-column", "ALTER TABLE user RENAME COLUMN «nick» TO nickname"),
    .init("no-such-function", "UPDATE user SET email = «CONCATENATE»(name, 'x') WHERE id = 7"),
    .init("no-such-function", "UPDATE user SET name = «UPPERCASE»(name) WHERE id = 7"),
    .init("no-such-function", "UPDATE user SET name = «LENGHT»(name) WHERE id = 7"),
    .init("no-such-function", "UPDATE user SET name = «md5»(name) WHERE id = 7"),
    .init("no-such-table", "INSERT INTO «usr» (id, name) VALUES (7, 'x')"),
    .init("no-such-table", "ALTER TABLE «users» ADD COLUMN nick TEXT"),
    .init("no-such-table", "CREATE INDEX i ON «users»(name)"),
    .init("no-such-table", "DROP TABLE «users»"),
    .init("non-ascii-identifier", "ALTER TABLE user ADD COLUMN «nаme2» TEXT"),
    .init("non-deterministic", "UPDATE user SET email = «datetime»('now') WHERE id = 7"),
    .init("non-deterministic", "INSERT INTO user (id, name) VALUES (7, «random»())"),
    .init("non-deterministic", "INSERT INTO user (id, name) VALUES (7, hex(«randomblob»(16)))"),
    .init("non-deterministic", "INSERT INTO user (id, name) VALUES (7, «CURRENT_TIMESTAMP»)"),
    .init("ignored-in-transaction", "«VACUUM»"),
    .init(
      "other-database-syntax",
      "CREATE TABLE pet (id INTEGER PRIMARY KEY «AUTO_INCREMENT», name TEXT)"),
    .init(
      "other-database-syntax",
      "CREATE TABLE pet (id INT NOT NULL «AUTO_INCREMENT», PRIMARY KEY (id))"),
    .init("other-database-syntax", "CREATE TABLE pet (id INTEGER PRIMARY KEY) «ENGINE=InnoDB»"),
    .init(
      "other-database-syntax",
      "CREATE TABLE pet (id INTEGER PRIMARY KEY) «DEFAULT CHARSET=utf8»"),
    .init("other-database-syntax", "ALTER TABLE user ADD COLUMN kind «ENUM('a','b')»"),
    .init("other-database-syntax", "«TRUNCATE» TABLE user"),
    .init("other-database-syntax", "ALTER TABLE user «MODIFY» COLUMN name VARCHAR(50)"),
    .init("other-database-syntax", "ALTER TABLE user «CHANGE» name nick TEXT"),
    .init("other-database-syntax", "ALTER TABLE user «ALTER COLUMN» name TYPE TEXT"),
    .init("other-database-syntax", "ALTER TABLE user ADD COLUMN a TEXT«,» ADD COLUMN b TEXT"),
    .init("other-database-syntax", "ALTER TABLE user ADD COLUMN «(»a TEXT, b TEXT)"),
    .init(
      "other-database-syntax",
      "INSERT INTO user (id, name) VALUES (7, 'x') «ON DUPLICATE KEY» UPDATE name = 'x'"),
    .init(
      "quoted-keyword-default",
      "ALTER TABLE user ADD COLUMN t TEXT DEFAULT «'CURRENT_TIMESTAMP'»"),
    .init("quoted-keyword-default", "ALTER TABLE user ADD COLUMN t TEXT DEFAULT «'NULL'»"),
    .init(
      "quoted-keyword-default",
      "ALTER TABLE user ADD COLUMN t TEXT DEFAULT «'datetime(''now'')'»"),
    .init("like-percent-in-glob", "UPDATE user SET age = 1 WHERE name GLOB «'a%'»"),
    .init("reversed-between", "DELETE FROM user WHERE age «BETWEEN 9 AND 1»"),
    .init("chained-comparison", "UPDATE user SET email = '' WHERE «1 < age < 5» AND id = 7"),
    .init("list-in-one-string", "DELETE FROM user WHERE name IN («'Tom,Tim'»)"),
    .init("cast-to-date", "UPDATE user SET email = «CAST(name AS DATE)» WHERE id = 7"),
    .init("date-modifier", "UPDATE user SET email = date(name, «'+1 week'») WHERE id = 7"),
    .init("json-text-as-string", "UPDATE user SET email = json_array(name, «'[1]'») WHERE id = 7"),
    .init("impossible-result", "DELETE FROM user WHERE «length(name) < 0»"),
    .init(
      "substr-without-match",
      "UPDATE user SET name = «substr(name, 1, instr(name, '@') - 1)» WHERE id = 7"),
    .init(
      "case-without-else",
      "UPDATE user SET email = «CASE email WHEN 'a' THEN 'b' END» WHERE id > 7"),
    .init("always-true-or", "DELETE FROM user WHERE «name <> 'a' OR name <> 'b'»"),
    .init(
      "integer-compared-with-date", "DELETE FROM user WHERE age < «date('now')» AND id = 7"),
    .init("assigned-to-itself", "UPDATE user SET «age = age» WHERE id = 7"),
    .init("unused-coalesce", "UPDATE user SET email = coalesce(«'x'», email) WHERE id = 7"),
    .init("ids-of-one-database", "DELETE FROM user WHERE «id IN (17, 23)»"),
    .init(
      "null-in-trigger-condition",
      "CREATE TRIGGER t AFTER UPDATE ON user WHEN «new.age <> old.age» BEGIN DELETE FROM user WHERE id = new.age; END"
    ),
    .init(
      "new-id-before-insert",
      "CREATE TRIGGER t BEFORE INSERT ON user BEGIN INSERT INTO user (name, age) VALUES ('x', «new.id»); END"
    ),
    .init(
      "raise-undoes-trigger",
      "CREATE TRIGGER t BEFORE DELETE ON user BEGIN UPDATE user SET age = 0 WHERE id = old.id; «SELECT RAISE(ABORT, 'no')»; END"
    ),
    .init("replace-deletes-rows", "«REPLACE» INTO user (id, name) VALUES (7, 'x')"),
    .init("replace-deletes-rows", "«INSERT OR REPLACE» INTO user (id, name) VALUES (7, 'x')"),
    .init("reserved-prefix", "CREATE TABLE «sqlite_user» (id INTEGER PRIMARY KEY)"),
    .init("reserved-prefix", "CREATE INDEX «sqlite_i» ON user(name)"),
    .init("reserved-prefix", "ALTER TABLE user RENAME TO «sqlite_user»"),
    .init("reserved-word", "CREATE TABLE «order» (id INTEGER PRIMARY KEY)"),
    .init("reserved-word", "ALTER TABLE user ADD COLUMN «group» TEXT"),
    .init("reserved-word", "CREATE TABLE pet (id INTEGER PRIMARY KEY, «index» INTEGER)"),
    .init("reserved-word", "CREATE TABLE pet (id INTEGER PRIMARY KEY, «from» TEXT, x TEXT)"),
    .init("set-with-and", "UPDATE user SET age = 5 «AND» email = 'x' WHERE id = 7"),
    .init(
      "set-with-and",
      "INSERT INTO user (id, name) VALUES (7, 'x') ON CONFLICT (id) DO UPDATE SET age = 1 «AND» name = 'x'"
    ),
    .init("smart-quotes", "INSERT INTO user (id, name) VALUES (7, «‘Tom’»)"),
    .init("smart-quotes", "UPDATE user SET name = «“Tom”» WHERE id = 7"),
    .init("smart-quotes", "CREATE TABLE «“pet”» (id INTEGER PRIMARY KEY)"),
    .init("smart-quotes", "UPDATE user SET name = 'x' WHERE name = «„Tom“»"),
    .init("syntax-error", "ALTER TABLE user «nick» TEXT"),
    .init("syntax-error", "«user» ADD COLUMN nick TEXT"),
    .init("table-already-exists", "CREATE TABLE «user» (id INTEGER PRIMARY KEY)"),
    .init("table-already-exists", "CREATE VIEW «User» AS SELECT 1"),
    .init("text-plus-text", "UPDATE user SET name = 'Mr. ' «+» name WHERE id = 7"),
    .init("text-plus-text", "UPDATE user SET name = name «+» ' jr.' WHERE id = 7"),
    .init("text-plus-text", "UPDATE user SET name = name «&» 'x' WHERE id = 7"),
    .init("trailing-comma-in-list", "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT«,»)"),
    .init("trailing-comma-in-list", "INSERT INTO user (id, name«,») VALUES (7, 'x')"),
    .init("trailing-comma-in-list", "INSERT INTO user (id, name) VALUES (7, 'x'«,»)"),
    .init("trailing-comma-in-list", "INSERT INTO user (id, name) VALUES (7, 'x')«,»"),
    .init("unbound-parameter", "UPDATE user SET age = «?» WHERE id = 7"),
    .init("unbound-parameter", "UPDATE user SET age = «:age» WHERE id = 7"),
    .init("unbound-parameter", "UPDATE user SET age = «@age» WHERE id = 7"),
    .init("unbound-parameter", "UPDATE user SET age = «%@» WHERE id = 7"),
    .init("unclosed-bracket", "CREATE TABLE pet «(»id INTEGER PRIMARY KEY, name TEXT"),
    .init("unclosed-bracket", "INSERT INTO user (id, name) VALUES «(»7, 'Tom'"),
    .init(
      "unclosed-bracket",
      "CREATE TABLE pet «(»id INTEGER PRIMARY KEY, kind VARCHAR(20), name TEXT"),
    .init("unclosed-comment", "DELETE FROM user WHERE id = 7 «/* was: WHERE age > 90"),
    .init("unclosed-comment", "DELETE FROM user «/* WHERE id = 7"),
    .init("unclosed-quote", "UPDATE user SET name = «'Tom WHERE id = 7"),
    .init("unclosed-quote", "CREATE TABLE «\"pet (id INTEGER PRIMARY KEY)"),
    .init("unclosed-quote", "CREATE TABLE «[pet (id INTEGER PRIMARY KEY)"),
    .init("unclosed-quote", "INSERT INTO user (id, name) VALUES (7, «'Tom)"),
    .init(
      "unknown-collation",
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, n TEXT COLLATE «utf8_general_ci»)"),
    .init("unknown-collation", "SELECT * FROM user ORDER BY name COLLATE «NOCAES»"),
    .init("unknown-collation", "CREATE INDEX i ON user(name COLLATE «UNICODE»)"),
    .init("unknown-collation", "ALTER TABLE user ADD COLUMN n TEXT COLLATE «utf8mb4_unicode_ci»"),
    .init("unknown-type", "ALTER TABLE user ADD COLUMN nick «STRING»"),
    .init("unknown-type", "CREATE TABLE pet (id INTEGER PRIMARY KEY, n «Strng»)"),
    .init("unknown-type", "CREATE TABLE pet (id INTEGER PRIMARY KEY, n «NSString»)"),
    .init(
      "left-join-undone",
      "CREATE VIEW v AS SELECT u.name FROM user u LEFT JOIN user m ON m.id = u.age WHERE u.id > 7 AND «lower(m.name) LIKE 'a%'»"
    ),
    .init(
      "join-multiplies-rows",
      "CREATE VIEW v AS SELECT a.id, «count(b.id)» FROM user a LEFT JOIN user b ON b.age = a.id LEFT JOIN user c ON c.age = a.id GROUP BY a.id"
    ),
    .init(
      "assigned-to-itself",
      "INSERT INTO user (id, name) VALUES (7, 'a') ON CONFLICT (id) DO UPDATE SET «age = user.age»"),
    .init(
      "duplicates-by-some-columns",
      "DELETE FROM user WHERE «name IN (SELECT name FROM user GROUP BY name HAVING 1 < count(*))»"),
    .init(
      "trigger-of-other-column",
      "CREATE TRIGGER t AFTER UPDATE «OF name, email» ON user WHEN OLD.age IS NOT NEW.age BEGIN DELETE FROM user WHERE id = 7; END"
    ),
    .init(
      "null-in-concatenation",
      "CREATE TABLE card (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT, whole TEXT AS (a || ' ' || «b») STORED)"
    ),
    .init("unquoted-date", "UPDATE user SET email = «2024-01-15» WHERE id = 7"),
    .init("unquoted-date", "INSERT INTO user (id, name, email) VALUES (7, 'x', «2024-1-5»)"),
    .init("unquoted-date", "DELETE FROM user WHERE email < «2024/01/15»"),
    .init("value-count-mismatch", "INSERT INTO user (id, name, email) VALUES «(7, 'x')»"),
    .init("value-count-mismatch", "INSERT INTO user VALUES «(7, 'x')»"),
    .init("value-count-mismatch", "INSERT INTO user (id, name) VALUES (7, 'x'), «(8)»"),
    .init(
      "constant-result",
      "UPDATE user SET age = «CAST(CASE WHEN email IS NULL THEN 1 WHEN email <> '' THEN 1 ELSE 1 END AS INTEGER)» WHERE id > 7"
    ),
    .init("constant-result", "UPDATE user SET email = «nullif(email || '', '' || email)»"),
    .init(
      "unreachable-when",
      "UPDATE user SET email = CASE WHEN age > 0 THEN 'a' WHEN «age BETWEEN 5 AND 9» THEN 'b' ELSE email END"
    ),
    .init("trimmed-characters", "UPDATE user SET name = «rtrim(name, 'Jr.')» WHERE id > 7"),
    .init(
      "count-of-nothing",
      "DELETE FROM user WHERE «(SELECT count(id) FROM user AS u WHERE u.age = user.age) IS NOT NULL»"
    ),
    .init(
      "missing-remainder",
      "UPDATE user SET name = format('%d.%02d', user.age / 100, «user.age») WHERE id > 7"),
    .init("integer-division", "DELETE FROM user WHERE age > «3 / 2» * id"),
  ]
}
