import SQLScriptsDiagnostics
import Testing

@testable import SQLScriptsValidation

/// What an update does to real rows is judged by the same rules as what it does to sample rows.
struct RealRowsTests {
  private typealias Case = RealRowsCase

  static let mistakes: [RealRowsCase] = [
    .init(
      "'007' in a copy into INTEGER", Case.item, Case.rebuild(("code TEXT", "code INTEGER")),
      rows: Case.items, ["error[values-mangled] 2"]),
    .init(
      "a code with an exponent", Case.item, Case.rebuild(("code TEXT", "code NUMERIC")),
      rows: ["INSERT INTO item (id, code) VALUES (1, '1e5')"], ["error[values-mangled] 2"]),
    .init(
      "more digits than REAL has", Case.item, Case.rebuild(("serial INTEGER", "serial REAL")),
      rows: Case.items, ["error[values-mangled] 2"]),
    .init(
      "a long number in text", Case.item, Case.rebuild(("code TEXT", "code REAL")),
      rows: ["INSERT INTO item (id, code) VALUES (1, '1234567890123456789')"],
      ["error[values-mangled] 2"]),
    .init(
      "CAST in a copy", Case.item,
      Case.rebuild(
        ("weight REAL", "weight INTEGER"),
        selecting: Case.columns.replacing("weight", with: "CAST(weight AS INTEGER)")),
      rows: Case.items, ["warning[values-mangled] 2"]),
    .init(
      "CAST in an UPDATE", Case.item,
      "-- grams\nUPDATE item SET weight = CAST(weight AS INTEGER) WHERE weight > 0;",
      rows: Case.items, ["warning[values-mangled] 2"]),
    .init(
      "CAST of a text that is no number", Case.item,
      "UPDATE item SET note = CAST(note AS INTEGER) WHERE note IS NOT NULL;", rows: Case.items,
      ["error[values-mangled] 1"]),
    .init(
      "adding zero to a code", Case.item, "UPDATE item SET code = code + 0 WHERE id > 1;",
      rows: Case.items, ["warning[arithmetic-on-text] 1", "error[values-mangled] 1"]),
    .init(
      "bytes as text", Case.item,
      "UPDATE item SET photo = CAST(photo AS TEXT) WHERE photo IS NOT NULL;", rows: Case.items,
      ["error[values-mangled] 1"]),
    .init(
      "NULL in a copy", Case.item,
      Case.rebuild(selecting: Case.columns.replacing("note", with: "NULL")), rows: Case.items,
      ["error[values-mangled] 2"]),
    .init(
      "a constant in a copy", Case.item,
      Case.rebuild(selecting: Case.columns.replacing("note", with: "'x'")), rows: Case.items,
      ["error[values-mangled] 2"]),
    .init(
      "a column that a copy leaves out", Case.item,
      Case.rebuild(
        selecting: Case.columns.replacing(", note", with: ""),
        into: Case.columns.replacing(", note", with: "")), rows: Case.items,
      ["error[values-changed-in-rebuild] 2"]),
    .init(
      "swapped columns", Case.item,
      Case.rebuild(selecting: "id, note, weight, serial, at, code, photo"), rows: Case.items,
      ["error[values-changed-in-rebuild] 2", "warning[columns-crossed] 2"]),
    .init(
      "CASE without ELSE", Case.item,
      "UPDATE item\nSET note = CASE note WHEN 'first' THEN 'one' END\nWHERE note IS NOT NULL;",
      rows: Case.items, ["error[values-mangled] 2"]),
    .init(
      "CASE with another column and without ELSE", Case.item,
      "UPDATE item\nSET note = CASE WHEN note = 'first' THEN code END\nWHERE note IS NOT NULL;",
      rows: Case.items, ["error[values-mangled] 2"]),
    .init(
      "a subquery that finds nothing", Case.pets + ["CREATE TABLE kind (id INTEGER, name TEXT)"],
      "UPDATE pet SET name = (SELECT id FROM kind WHERE kind.name = pet.name) WHERE id < 99;",
      rows: Case.someone, ["error[values-mangled] 1"]),
    .init(
      "|| with NULL", Case.item, "UPDATE item SET note = note || weight WHERE id < 9;",
      rows: ["INSERT INTO item (id, note) VALUES (1, 'a')"], ["error[null-in-concatenation] 1"]),
    .init(
      "milliseconds as seconds", Case.item,
      "ALTER TABLE item ADD COLUMN day TEXT;\nUPDATE item SET day = date(at, 'unixepoch') WHERE id < 99;",
      rows: Case.items, ["error[date-unit] 2"]),
    .init(
      "seconds as milliseconds", Case.item,
      "ALTER TABLE item ADD COLUMN day TEXT;\nUPDATE item SET day = date(at / 1000, 'unixepoch') WHERE id < 99;",
      rows: ["INSERT INTO item (id, at) VALUES (1, 1700000000)"], ["error[date-unit] 2"]),
    .init(
      "a WHERE that some rows do not match", Case.item, Case.rebuild(rest: " WHERE code > ''"),
      rows: Case.items, ["warning[rows-lost] 2"]),
    .init(
      "a JOIN that some rows do not match",
      Case.item + ["CREATE TABLE sold (item INTEGER PRIMARY KEY)"],
      Case.rebuild(rest: " JOIN sold ON sold.item = item.id"),
      rows: Case.items + ["INSERT INTO sold VALUES (3)"], ["error[rows-lost] 2"]),
    .init(
      "duplicates that a copy ignores", Case.item,
      Case.rebuild(("code TEXT", "code TEXT UNIQUE")).replacing("INSERT", with: "INSERT OR IGNORE"),
      rows: Case.items + ["INSERT INTO item (id, code) VALUES (10, '8')"], ["error[rows-lost] 2"]),
    .init(
      "new IDs", Case.pets,
      """
      CREATE TABLE new_owner (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO new_owner (name) SELECT name FROM owner;
      DROP TABLE owner;
      ALTER TABLE new_owner RENAME TO owner;
      """, rows: Case.someone, ["error[renumbered-rows] 2"]),
    .init(
      "deleted parents", Case.pets, "DELETE FROM owner WHERE name = 'Bob';", rows: Case.someone,
      ["error[foreign-key-violation] 1", "info[rows-lost] 1"]),
    .init(
      "a changed reference", Case.pets, "-- all to one\nUPDATE pet SET owner = 2 WHERE id < 3;",
      rows: Case.someone, ["error[foreign-key-violation] 2"]),
    .init(
      "duplicates under a new unique index", Case.item,
      "-- once\nCREATE UNIQUE INDEX item_code ON item (code);",
      rows: Case.items + ["INSERT INTO item (id, code) VALUES (10, '8')"],
      ["error[fails-with-rows] 2"]),
    .init(
      "duplicates in other case", Case.item,
      "CREATE UNIQUE INDEX item_note ON item (lower(note));",
      rows: Case.items + ["INSERT INTO item (id, note) VALUES (10, 'FIRST')"],
      ["error[fails-with-rows] 1"]),
    .init(
      "NULL under NOT NULL", Case.item, Case.rebuild(("code TEXT", "code TEXT NOT NULL")),
      rows: Case.items, ["error[fails-with-rows] 2"]),
    .init(
      "a CHECK that a row violates", Case.item,
      Case.rebuild(("note TEXT", "note TEXT CHECK (length(note) < 6)")), rows: Case.items,
      ["error[fails-with-rows] 2"]),
    .init(
      "text that is not JSON", Case.item, "UPDATE item SET note = json_extract(note, '$.a');",
      rows: Case.items, ["error[fails-with-rows] 1"]),
    .init(
      "a seed whose ID is taken", Case.pets, "INSERT INTO owner (id, name) VALUES (4, 'Eve');",
      rows: Case.someone, ["error[fails-with-rows] 1"]),
    .init(
      "NOT NULL without a default", Case.pets, "ALTER TABLE pet ADD COLUMN kind TEXT NOT NULL;",
      rows: Case.someone, ["error[add-not-null-without-default] 1"]),
  ]

  @Test(arguments: mistakes)
  func `a mistake is found at its line`(_ mistake: RealRowsCase) throws {
    let validation = try mistake.validate()
    let infos: Set = ["insert-select-star", "foreign-key-unindexed", "multiple-statements"]
    let found = validation.diagnostics.filter { !infos.contains($0.id) }
    #expect(Case.words(found) == mistake.expected, "\(found.map(\.message))")
    #expect(validation.rowsError == nil)
    // A plan has no findings about the text.
    let planned = Case.words(try mistake.plan())
    let aboutText = ["arithmetic-on-text", "columns-crossed"]
    #expect(
      planned == mistake.expected.filter { words in !aboutText.contains(where: words.contains) })
  }

  static let correct: [RealRowsCase] = [
    .init("a copy of all columns", Case.item, Case.rebuild(), rows: Case.items),
    .init(
      "INTEGER to REAL", Case.item, Case.rebuild(("serial INTEGER", "serial REAL")),
      rows: ["INSERT INTO item (id, serial) VALUES (1, 12), (2, -9007199254740992)"]),
    .init(
      "INTEGER to TEXT", Case.item, Case.rebuild(("serial INTEGER", "serial TEXT")),
      rows: Case.items),
    .init(
      "NULL replaced in a copy", Case.item,
      Case.rebuild(
        ("code TEXT", "code TEXT NOT NULL"),
        selecting: Case.columns.replacing("code", with: "coalesce(code, '')")), rows: Case.items),
    .init(
      "rounded numbers", Case.item,
      "UPDATE item SET weight = CAST(round(weight) AS INTEGER) WHERE weight IS NOT NULL;",
      rows: Case.items),
    .init(
      "an empty text that becomes NULL", Case.item,
      "UPDATE item SET note = nullif(note, '') WHERE note = '';",
      rows: Case.items + ["INSERT INTO item (id, note) VALUES (1, '')"]),
    .init(
      "CASE with ELSE", Case.item,
      "UPDATE item SET note = CASE note WHEN 'first' THEN 'one' ELSE note END WHERE id < 99;",
      rows: Case.items),
    .init(
      "NULL on purpose", Case.item,
      "UPDATE item SET note = CASE WHEN code = '007' THEN NULL ELSE note END WHERE id < 99;",
      rows: Case.items),
    .init(
      "milliseconds divided by 1000", Case.item,
      "ALTER TABLE item ADD COLUMN day TEXT;\nUPDATE item SET day = date(at / 1000, 'unixepoch') WHERE id < 99;",
      rows: Case.items),
    .init(
      "trimmed texts", Case.item, "UPDATE item SET code = trim(code) WHERE code LIKE ' %';",
      rows: ["INSERT INTO item (id, code) VALUES (1, ' 007')"]),
    .init(
      "children deleted before their parents", Case.pets,
      "DELETE FROM pet WHERE owner = 4;\nDELETE FROM owner WHERE id = 4;", rows: Case.someone),
    .init(
      "a unique index after duplicates are gone", Case.pets,
      "UPDATE pet SET name = name || ' ' || id WHERE name IN (SELECT name FROM pet GROUP BY name HAVING count(*) > 1);\nCREATE UNIQUE INDEX pet_name ON pet (name);",
      rows: Case.someone + ["INSERT INTO pet VALUES (8, NULL, 'Kit')"]),
    .init(
      "a table WITHOUT ROWID",
      ["CREATE TABLE pair (key TEXT NOT NULL PRIMARY KEY, value TEXT) WITHOUT ROWID"],
      """
      CREATE TABLE new_pair (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      INSERT INTO new_pair (key, value) SELECT key, ifnull(value, '') FROM pair;
      DROP TABLE pair;
      ALTER TABLE new_pair RENAME TO pair;
      """, rows: ["INSERT INTO pair VALUES ('007', NULL), ('b', '1')"]),
    .init(
      "a table without a key", ["CREATE TABLE log (text TEXT, at INTEGER)"],
      """
      CREATE TABLE new_log (text TEXT NOT NULL DEFAULT '', at INTEGER);
      INSERT INTO new_log (text, at) SELECT ifnull(text, ''), at FROM log;
      DROP TABLE log;
      ALTER TABLE new_log RENAME TO log;
      """, rows: ["INSERT INTO log VALUES ('007', 7), (NULL, 8)", "DELETE FROM log WHERE at = 7"]),
    .init(
      "a LEFT JOIN", Case.pets,
      """
      CREATE TABLE new_pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES owner (id), name TEXT, keeper TEXT);
      INSERT INTO new_pet (id, owner, name, keeper) SELECT pet.id, pet.owner, pet.name, owner.name FROM pet LEFT JOIN owner ON owner.id = pet.owner;
      DROP TABLE pet;
      ALTER TABLE new_pet RENAME TO pet;
      CREATE INDEX pet_owner ON pet (owner);
      """, rows: Case.someone),
    .init(
      "random values, and an update that reads them", Case.item,
      "UPDATE item SET note = lower(hex(randomblob(4))) WHERE id = 3;\nUPDATE item SET note = upper(note) WHERE id = 3;",
      rows: Case.items),
    .init(
      "a full-text index over the rows", Case.pets,
      "CREATE VIRTUAL TABLE words USING fts5 (name, content = 'pet', content_rowid = 'id');\nINSERT INTO words (words) VALUES ('rebuild');",
      rows: Case.someone),
  ]

  @Test(arguments: correct)
  func `a correct update has no findings`(_ update: RealRowsCase) throws {
    let validation = try update.validate()
    let found = validation.diagnostics.filter { $0.severity != .info }
    #expect(Case.words(found) == [], "\(found.map(\.message))")
    #expect(validation.realRows != nil)
    #expect(try update.plan().allSatisfy { $0.severity == .info })
  }

  static let chosen: [(RealRowsCase, String)] = [
    (
      .init(
        "duplicates that are cleared, as the form of a unique column writes it", Case.item,
        Case.rebuild(
          ("code TEXT", "code TEXT UNIQUE"),
          selecting: Case.columns.replacing(
            "code",
            with: "(CASE WHEN rowid IN (SELECT min(rowid) FROM item GROUP BY code) THEN code END)")),
        rows: Case.items + ["INSERT INTO item (id, code) VALUES (10, '8')"]),
      "“code” of “item” becomes NULL in 1 of 4 real rows (id = 10), as this statement says"
    ),
    (
      .init(
        "texts that become numbers, as the form of a type writes it", Case.item,
        Case.rebuild(
          ("note TEXT", "note INTEGER"),
          selecting: Case.columns.replacing(
            "note",
            with:
              "(CASE WHEN CAST(note AS INTEGER) <> note THEN NULL ELSE CAST(note AS INTEGER) END)"
          )), rows: Case.items),
      "“note” of “item” becomes NULL in 2 of 3 real rows, such as id = 3, as this statement says"
    ),
    (
      .init(
        "texts that become 0", Case.item,
        "UPDATE item SET note = CASE WHEN CAST(note AS INTEGER) <> note THEN 0 ELSE CAST(note AS INTEGER) END WHERE id < 99;",
        rows: Case.items),
      "“note” of “item” becomes another number than its text in 2 of 3 real rows, such as id = 3, as this statement says"
    ),
  ]

  @Test(arguments: chosen)
  func `a loss that the statement decides is told and is no error`(
    _ update: RealRowsCase, message: String
  ) throws {
    let found = try update.plan()
    #expect(found.map(\.message) == [message])
    #expect(Case.words(found).allSatisfy { $0.hasPrefix("info[values-mangled]") })
    let validation = try update.validate()
    #expect(!validation.diagnostics.contains { $0.severity == .error })
  }

  @Test func `an amount that is compared with its number is converted as a whole`() throws {
    let update = Case(
      "", ["CREATE TABLE sale (id INTEGER PRIMARY KEY, amount TEXT)"],
      """
      CREATE TABLE new_sale (id INTEGER PRIMARY KEY, amount INTEGER);
      INSERT INTO new_sale (id, amount) SELECT id, (CASE WHEN CAST(amount AS INTEGER) <> amount THEN NULL ELSE CAST(amount AS INTEGER) END) FROM sale;
      DROP TABLE sale;
      ALTER TABLE new_sale RENAME TO sale;
      """, rows: ["INSERT INTO sale VALUES (1, '12')"])
    #expect(Case.words(try update.validate().diagnostics) == [])
  }

  static let lifted: [RealRowsCase] = [
    .init(
      "one row gets a unique value",
      ["CREATE TABLE item (id INTEGER PRIMARY KEY, code TEXT UNIQUE)"],
      "UPDATE item SET code = 'x';", rows: ["INSERT INTO item VALUES (1, 'a')"],
      ["fails-with-rows"]),
    .init(
      "texts with digits under a unique CAST",
      ["CREATE TABLE item (id INTEGER PRIMARY KEY, code TEXT)"],
      """
      CREATE TABLE new_item (id INTEGER PRIMARY KEY, code INTEGER UNIQUE);
      INSERT INTO new_item SELECT id, CAST(code AS INTEGER) FROM item;
      DROP TABLE item;
      ALTER TABLE new_item RENAME TO item;
      """, rows: ["INSERT INTO item VALUES (1, '1'), (2, '2')"], ["fails-with-rows"]),
    .init(
      "one row in a table with a constant key",
      Case.pets + ["CREATE TABLE setting (key TEXT NOT NULL PRIMARY KEY, value TEXT)"],
      "INSERT INTO setting (key, value) SELECT 'name', name FROM owner;",
      rows: ["INSERT INTO owner VALUES (1, 'Ada')"], ["fails-with-rows"]),
    .init(
      "a default that references a row which everybody has", Case.pets,
      "ALTER TABLE pet ADD COLUMN vet INTEGER NOT NULL DEFAULT 1 REFERENCES owner (id);",
      rows: Case.someone, ["foreign-key-violation"]),
    .init(
      "children that reference nothing", Case.pets, "DELETE FROM owner;",
      rows: ["INSERT INTO owner VALUES (1, 'Ada')", "INSERT INTO pet VALUES (1, NULL, 'Rex')"],
      ["foreign-key-violation"]),
    .init(
      "all references to one row", Case.pets, "UPDATE pet SET owner = 1;", rows: Case.someone,
      ["foreign-key-violation"]),
  ]

  @Test(arguments: lifted)
  func `an error of sample rows is a warning if the real rows pass`(_ update: RealRowsCase) throws {
    let rule = try #require(update.expected.first)
    let alone = Validator(update.library).validate()
    #expect(alone.diagnostics.contains { $0.id == rule && $0.severity == .error })
    let validation = try update.validate()
    let finding = try #require(validation.diagnostics.first { $0.id == rule })
    #expect(finding.severity == .warning)
    #expect(finding.message.contains("the real rows pass"))
    #expect(!validation.diagnostics.hasErrors)
    #expect(validation.proof != nil && validation.realRows != nil)
  }

  @Test func `an error of sample rows stays if the real table is empty`() throws {
    var update = Self.lifted[0]
    update.rows = []
    #expect(try update.validate().diagnostics.hasErrors)
  }

  @Test func `an error elsewhere does not keep the real rows from being judged`() throws {
    let update = Case(
      "", Case.item + ["CREATE TABLE other (id INTEGER PRIMARY KEY)"],
      "ALTER TABLE other ADD COLUMN name TEXT NOT NULL;\n"
        + Case.rebuild(("code TEXT", "code INTEGER")),
      rows: Case.items)
    let found = Case.words(try update.validate().diagnostics.filter { $0.severity == .error })
    #expect(found == ["error[add-not-null-without-default] 1", "error[values-mangled] 3"])
  }

  @Test func `a finding can be ignored, and then the exit is clean`() throws {
    let update = Case(
      "", Case.item,
      "/* sqlscripts: ignore[values-mangled] the zeros mean nothing */\nUPDATE item SET code = CAST(code AS INTEGER) WHERE id < 99;",
      rows: Case.items)
    #expect(Case.words(try update.validate().diagnostics) == [])
    #expect(try update.plan() == [])
  }

  @Test func `the message counts the rows and names one by its key, without other values`() throws {
    let many = (1...500).map { "(\($0), '\($0 % 7 == 0 ? "00" : "")\($0)', 'secret')" }
    let update = Case(
      "", Case.item, Case.rebuild(("code TEXT", "code INTEGER")),
      rows: ["INSERT INTO item (id, code, note) VALUES \(many.joined(separator: ", "))"])
    let finding = try #require(try update.validate().diagnostics.first)
    #expect(finding.message.contains("in 71 of 500 real rows, such as id = 7"))
    let text = [finding.message, finding.why, finding.help].compactMap { $0 }.joined()
    #expect(!text.contains("secret"))
  }
}
