import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Mistakes that only some values in the rows of users show.
struct SampleValueTests {
  private func findings(_ schema: [String], _ update: [String]) -> [Diagnostic] {
    let bundle = ScriptBundle(scripts: [.default(schema), .update(2, update)])
    return Validator(ScriptLibrary(bundle)).validate().diagnostics.filter { $0.severity != .info }
  }

  private static func names(_ findings: [Diagnostic]) -> Set<String> {
    Set(findings.map { "\($0.severity) \($0.id)" })
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var schema: [String]
    var update: [String]

    init(_ table: String, _ update: String...) {
      schema = ["CREATE TABLE \(table)"]
      self.update = update
    }

    var testDescription: String { update.joined(separator: "; ") }
  }

  @Test(
    "An UPDATE that a CHECK refuses for all rows is an error",
    arguments: [
      .init(
        "t (id INTEGER PRIMARY KEY, guid TEXT NOT NULL CHECK (length(guid) = 36))",
        "UPDATE t SET guid = replace(guid, '-', '') || 'x'"),
      .init("t (color TEXT CHECK (color GLOB '#[0-9a-f][0-9a-f]'))", "UPDATE t SET color = 'red'"),
      .init(
        "t (quantity INTEGER NOT NULL, price INTEGER NOT NULL, total INTEGER NOT NULL, CHECK (total = quantity * price))",
        "UPDATE t SET price = price + 100"),
      .init(
        "t (start INTEGER NOT NULL, finish INTEGER NOT NULL, CHECK (finish > start))",
        "UPDATE t SET finish = start"),
      .init("t (data TEXT NOT NULL CHECK (json_valid(data)))", "UPDATE t SET data = data || '}'"),
      .init(
        "t (data TEXT NOT NULL CHECK (json_type(data) = 'object'))",
        "UPDATE t SET data = json_array(data)"),
      .init(
        "t (day TEXT NOT NULL CHECK (date(day) IS NOT NULL))",
        "UPDATE t SET day = strftime('%d.%m.%Y', day)"),
      .init(
        "t (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES t (id), CHECK (parent IS NULL OR parent <> id))",
        "UPDATE t SET parent = id WHERE parent IS NULL"),
      .init(
        "t (state TEXT NOT NULL CHECK (state IN ('new', 'paid')))", "UPDATE t SET state = 'open'"),
      .init(
        "t (uuid TEXT PRIMARY KEY CHECK (length(uuid) = 36 AND uuid = upper(uuid)))",
        "UPDATE t SET uuid = lower(uuid)"),
    ] as [Case])
  func refused(_ mistake: Case) {
    #expect(
      Self.names(findings(mistake.schema, mistake.update)).contains("error fails-with-rows"))
  }

  @Test(
    "An UPDATE that a CHECK refuses for some rows is a warning",
    arguments: [
      .init(
        "t (stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5))", "UPDATE t SET stars = stars * 2"
      ),
      .init(
        "t (day TEXT CHECK (day GLOB '[0-9][0-9][0-9][0-9]-*'), at TEXT)",
        "UPDATE t SET day = substr(at, 1, 4)"),
      .init(
        "t (sold INTEGER NOT NULL, stock INTEGER NOT NULL, closed INTEGER NOT NULL, CHECK (sold BETWEEN 0 AND stock))",
        "UPDATE t SET stock = 0 WHERE closed = 1"),
      .init(
        "t (initial TEXT CHECK (length(initial) = 1), name TEXT)",
        "UPDATE t SET initial = substr(name, 1, 1)"),
    ] as [Case])
  func refusedInPart(_ mistake: Case) {
    let names = Self.names(findings(mistake.schema, mistake.update))
    #expect(names.contains("warning data-dependent"))
    #expect(!names.contains { $0.hasPrefix("error") })
  }

  @Test(
    "Keys that differ only in case, blanks or zeros, and several NULLs",
    arguments: [
      .init(
        "t (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)", "UPDATE t SET name = lower(name)"),
      .init(
        "t (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)", "UPDATE t SET name = trim(name)"),
      .init("t (id INTEGER PRIMARY KEY, code TEXT UNIQUE)", "UPDATE t SET code = ltrim(code, '0')"),
      .init("t (id INTEGER PRIMARY KEY, code TEXT UNIQUE)", "UPDATE t SET code = ifnull(code, '')"),
      .init(
        "t (id INTEGER PRIMARY KEY, email TEXT UNIQUE CHECK (email LIKE '_%@_%._%'))",
        "UPDATE t SET email = upper(email)"),
      .init("t (id INTEGER PRIMARY KEY, vat TEXT NOT NULL)", "UPDATE t SET vat = nullif(vat, '')"),
      .init(
        "t (id INTEGER PRIMARY KEY, total REAL NOT NULL, plays INTEGER NOT NULL)",
        "UPDATE t SET total = total / plays"),
      .init(
        "t (id INTEGER PRIMARY KEY, cents INTEGER NOT NULL)",
        "CREATE TABLE n (id INTEGER PRIMARY KEY, cents INTEGER NOT NULL CHECK (cents > 0))",
        "INSERT INTO n (id, cents) SELECT id, cents FROM t", "DROP TABLE t",
        "ALTER TABLE n RENAME TO t"),
      .init(
        "t (id INTEGER PRIMARY KEY, note TEXT)",
        "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT CHECK (length(note) <= 160))",
        "INSERT INTO n (id, note) SELECT id, note FROM t", "DROP TABLE t",
        "ALTER TABLE n RENAME TO t"),
      .init("t (grams INTEGER NOT NULL) STRICT", "UPDATE t SET grams = grams * 0.5"),
    ] as [Case])
  func oddValues(_ mistake: Case) {
    let names = Self.names(findings(mistake.schema, mistake.update))
    #expect(names.contains("warning data-dependent"))
  }

  @Test("Rows of a table that refers to itself have parents and children")
  func children() {
    let table =
      "CREATE TABLE folder (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES folder (id), name TEXT)"
    let found = findings([table], ["DELETE FROM folder WHERE parent IS NULL"])
    #expect(found.map(\.id) == ["foreign-key-violation"])
  }

  @Test("Users write NULL again after a script has replaced all of them", arguments: [1, 2])
  func nullsInLaterVersions(_ replacements: Int) {
    let note = "CREATE TABLE note (id INTEGER PRIMARY KEY, day TEXT UNIQUE, at_day DATE)"
    let replacing = [
      "UPDATE note SET day = 'day ' || id, at_day = '2020-01-01' WHERE day IS NULL OR at_day IS NULL"
    ]
    let rebuild = [
      "CREATE TABLE n (id INTEGER PRIMARY KEY, day TEXT UNIQUE, at_day DATE NOT NULL)",
      "INSERT INTO n (id, day, at_day) SELECT id, day, at_day FROM note", "DROP TABLE note",
      "ALTER TABLE n RENAME TO note",
    ]
    let updates = (0..<replacements).map { _ in replacing } + [rebuild]
    let bundle = ScriptBundle(
      scripts: [.default([note])]
        + updates.enumerated().map { .update(Int64($0.offset) + 2, $0.element) })
    let found = Validator(ScriptLibrary(bundle)).validate().diagnostics
    #expect(found.contains { $0.id == "data-dependent" && $0.message.contains("at_day") })
  }

  @Test("Triggers fill virtual tables, and an R*Tree without them gets boxes")
  func virtualTables() {
    let box = "CREATE VIRTUAL TABLE box USING rtree (id, low, high)"
    let moved = findings([box], ["UPDATE box SET low = high + 1"])
    #expect(Self.names(moved) == ["error fails-with-rows"])
    let mail = [
      "CREATE TABLE mail (id INTEGER PRIMARY KEY, text TEXT)",
      "CREATE VIRTUAL TABLE words USING fts5 (text, content = '')",
      "CREATE TRIGGER mail_ai AFTER INSERT ON mail BEGIN INSERT INTO words (rowid, text) VALUES (new.id, new.text); END",
    ]
    #expect(
      Self.names(findings(mail, ["DELETE FROM words WHERE rowid > 7"]))
        .contains("error fails-with-rows"))
  }

  @Test(
    "Statements that take care of such values pass",
    arguments: [
      .init(
        "t (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        "DELETE FROM t WHERE id NOT IN (SELECT min(id) FROM t GROUP BY lower(name))",
        "UPDATE t SET name = lower(name)"),
      .init(
        "t (stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5))",
        "UPDATE t SET stars = min(5, stars + 1)"),
      .init(
        "t (quantity INTEGER NOT NULL, price INTEGER NOT NULL, total INTEGER NOT NULL, CHECK (total = quantity * price))",
        "UPDATE t SET price = price + 100, total = quantity * (price + 100)"),
      .init(
        "t (start INTEGER NOT NULL, finish INTEGER NOT NULL, CHECK (finish > start))",
        "UPDATE t SET finish = start + 1"),
      .init(
        "t (data TEXT NOT NULL CHECK (json_valid(data)))",
        "UPDATE t SET data = json_set(data, '$.a', 1)"),
      .init(
        "t (day TEXT NOT NULL CHECK (date(day) = day))", "UPDATE t SET day = date(day, '+1 day')"),
      .init(
        "t (color TEXT CHECK (color GLOB '#[0-9a-fA-F][0-9a-fA-F]'))",
        "UPDATE t SET color = upper(color)"),
      .init(
        "t (id INTEGER PRIMARY KEY, cents INTEGER NOT NULL)",
        "CREATE TABLE n (id INTEGER PRIMARY KEY, cents INTEGER NOT NULL CHECK (cents >= 0))",
        "INSERT INTO n (id, cents) SELECT id, max(cents, 0) FROM t", "DROP TABLE t",
        "ALTER TABLE n RENAME TO t"),
      .init(
        "t (id INTEGER PRIMARY KEY, note TEXT)",
        "UPDATE t SET note = substr(note, 1, 160) WHERE length(note) > 160"),
      .init("t (done INTEGER NOT NULL CHECK (done IN (0, 1)))", "UPDATE t SET done = 1 - done"),
    ] as [Case])
  func correct(_ update: Case) {
    let found = findings(update.schema, update.update).filter {
      ["fails-with-rows", "data-dependent", "values-mangled"].contains($0.id)
    }
    #expect(found == [])
  }
}
