import SQLScriptsDatabase
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Tables whose constraints refuse most values still get sample rows.
struct HardTableTests {
  private static let tables = [
    // Patterns
    "t (id INTEGER PRIMARY KEY, start TEXT NOT NULL CHECK (start GLOB '[0-9][0-9]:[0-9][0-9]'))",
    "t (id TEXT PRIMARY KEY CHECK (length(id) = 36 AND id GLOB '*-*-*-*-*'))",
    "t (id TEXT PRIMARY KEY CHECK (id GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-4[0-9a-f][0-9a-f][0-9a-f]-[89ab][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'))",
    "t (color TEXT NOT NULL CHECK (color GLOB '#[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]'))",
    "t (color TEXT NOT NULL CHECK (length(color) = 7 AND substr(color, 1, 1) = '#' AND substr(color, 2) NOT GLOB '*[^0-9A-F]*'))",
    "t (sku TEXT NOT NULL UNIQUE CHECK (sku GLOB '[A-Z][A-Z][A-Z]-[0-9][0-9][0-9][0-9]'))",
    "t (digits TEXT NOT NULL CHECK (digits NOT GLOB '*[^0-9]*' AND length(digits) BETWEEN 10 AND 13))",
    "t (hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'))",
    "t (email TEXT NOT NULL UNIQUE CHECK (email LIKE '%_@_%._%'))",
    "t (email TEXT NOT NULL CHECK (instr(email, '@') > 1))",
    "t (url TEXT NOT NULL CHECK (url LIKE 'https://%'))",
    "t (path TEXT NOT NULL CHECK (path GLOB '/*' AND path NOT GLOB '*/'))",
    "t (code TEXT NOT NULL CHECK (code LIKE 'INV-____'))",
    "t (tag TEXT NOT NULL UNIQUE CHECK (tag = lower(tag) AND tag NOT LIKE '% %' AND length(tag) BETWEEN 3 AND 5))",
    "t (slug TEXT NOT NULL UNIQUE CHECK (slug NOT GLOB '*[^a-z0-9-]*' AND length(slug) > 0))",
    "t (iban TEXT NOT NULL CHECK (substr(iban, 1, 2) GLOB '[A-Z][A-Z]' AND length(iban) >= 15))",
    "t (currency TEXT NOT NULL CHECK (length(currency) = 3 AND currency = upper(currency)))",
    "t (phone TEXT NOT NULL CHECK (phone GLOB '+[1-9]*' AND substr(phone, 2) NOT GLOB '*[^0-9]*'))",
    "t (version TEXT NOT NULL CHECK (version GLOB '[0-9]*.[0-9]*.[0-9]*'))",
    "t (name TEXT NOT NULL CHECK (name = trim(name) AND name <> ''))",
    "t (country TEXT NOT NULL CHECK (country GLOB '[A-Z][A-Z]'), zip TEXT NOT NULL CHECK (length(zip) = 5 AND CAST(zip AS INTEGER) > 0))",
    // Lists, ranges and lengths
    "t (state TEXT NOT NULL CHECK (state IN ('draft', 'sent', 'paid')))",
    "t (latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90), longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180))",
    "t (year INTEGER NOT NULL CHECK (year BETWEEN 1900 AND 2100), month INTEGER NOT NULL CHECK (month BETWEEN 1 AND 12))",
    "t (amount INTEGER NOT NULL CHECK (amount % 25 = 0 AND amount > 1000))",
    "t (price INTEGER NOT NULL CHECK (typeof(price) = 'integer' AND price > 100000))",
    "t (key BLOB NOT NULL CHECK (length(key) = 16 AND typeof(key) = 'blob'))",
    "t (rating REAL CHECK (rating IS NULL OR (rating >= 0.5 AND rating <= 5.0 AND rating * 2 = CAST(rating * 2 AS INTEGER))))",
    "t (weekday INTEGER NOT NULL CHECK (weekday >= 1 AND weekday <= 7), hour INTEGER NOT NULL CHECK (hour < 24 AND hour >= 0))",
    "t (flags INTEGER NOT NULL CHECK (flags & 1 = 1 AND flags < 16))",
    // Dates
    "t (day TEXT NOT NULL CHECK (date(day) IS NOT NULL AND date(day) = day))",
    "t (at TEXT NOT NULL CHECK (strftime('%Y-%m-%dT%H:%M:%SZ', at) = at))",
    "t (at TEXT NOT NULL CHECK (datetime(at) IS NOT NULL))",
    "t (time TEXT NOT NULL CHECK (time(time) = time))",
    "t (born TEXT NOT NULL CHECK (born IS date(born, '+0 days') AND born < '2020-01-01'))",
    "t (month TEXT NOT NULL CHECK (month = strftime('%Y-%m', month || '-01')))",
    "t (week INTEGER NOT NULL, day TEXT NOT NULL, CHECK (week = CAST(strftime('%W', day) AS INTEGER)))",
    "t (at INTEGER NOT NULL CHECK (at > 1000000000000))",
    "t (start TEXT NOT NULL, finish TEXT NOT NULL, CHECK (julianday(finish) > julianday(start)))",
    // JSON
    "t (data TEXT NOT NULL CHECK (json_valid(data)))",
    "t (data TEXT NOT NULL CHECK (json_type(data) = 'array' AND json_array_length(data) > 0))",
    "t (data TEXT NOT NULL CHECK (json_valid(data) AND json_extract(data, '$.kind') IN ('a', 'b')))",
    "t (data TEXT NOT NULL CHECK (json_type(data, '$.name') = 'text' AND json_type(data, '$.size') = 'integer'))",
    "t (data TEXT NOT NULL CHECK (json_type(data, '$.tags') = 'array' AND json_type(data, '$.owner.id') = 'integer'))",
    "t (data TEXT NOT NULL, name TEXT NOT NULL AS (json_extract(data, '$.name')) STORED)",
    "t (data TEXT NOT NULL, size INTEGER NOT NULL AS (data ->> '$.size') VIRTUAL CHECK (size > 10))",
    "t (id INTEGER PRIMARY KEY, s TEXT NOT NULL CHECK (s IN ('a', 'b')), u TEXT NOT NULL CHECK (u IN ('c', 'd')))",
    "t (id INTEGER PRIMARY KEY, s SMALLINT CHECK (s >= 0 AND s <= 255))",
    // Several columns
    "t (first INTEGER NOT NULL, last INTEGER NOT NULL, CHECK (last > first))",
    "t (start TEXT NOT NULL, finish TEXT NOT NULL, CHECK (finish > start))",
    "t (quantity INTEGER NOT NULL, unit INTEGER NOT NULL, total INTEGER NOT NULL, CHECK (total = quantity * unit))",
    "t (net INTEGER NOT NULL, tax INTEGER NOT NULL, gross INTEGER NOT NULL, CHECK (net + tax = gross), CHECK (tax >= 0))",
    "t (debit INTEGER NOT NULL, credit INTEGER NOT NULL, CHECK ((debit = 0) <> (credit = 0)), CHECK (debit >= 0 AND credit >= 0))",
    "t (email TEXT, phone TEXT, CHECK ((email IS NULL) <> (phone IS NULL)))",
    "t (kind TEXT NOT NULL CHECK (kind IN ('text', 'image')), text TEXT, image BLOB, CHECK ((kind = 'text' AND text IS NOT NULL AND image IS NULL) OR (kind = 'image' AND image IS NOT NULL AND text IS NULL)))",
    "t (minimum INTEGER NOT NULL, maximum INTEGER NOT NULL, value INTEGER NOT NULL, CHECK (value BETWEEN minimum AND maximum), CHECK (maximum - minimum >= 10))",
    "t (first TEXT NOT NULL, last TEXT NOT NULL, full TEXT NOT NULL CHECK (full = first || ' ' || last))",
    "t (a INTEGER NOT NULL, b INTEGER NOT NULL, c INTEGER NOT NULL, CHECK (a + b + c = 100))",
    "t (done INTEGER NOT NULL CHECK (done IN (0, 1)), done_at TEXT, CHECK ((done = 1) = (done_at IS NOT NULL)))",
    "t (from_id INTEGER NOT NULL, to_id INTEGER NOT NULL, PRIMARY KEY (from_id, to_id), CHECK (from_id < to_id))",
    "t (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES t (id), CHECK (parent <> id))",
    "t (state TEXT NOT NULL CHECK (CASE state WHEN 'open' THEN 1 WHEN 'closed' THEN 1 ELSE 0 END))",
    // Types
    "t (at INTEGER NOT NULL CHECK (at > 1600000000), name TEXT NOT NULL CHECK (length(name) >= 20), size REAL NOT NULL CHECK (size < 0)) STRICT",
    "t (a TEXT NOT NULL, b TEXT NOT NULL CHECK (b GLOB '[0-9][0-9]'), PRIMARY KEY (a, b)) WITHOUT ROWID",
    "t (value ANY NOT NULL CHECK (typeof(value) IN ('real', 'blob'))) STRICT",
  ]

  private static let singletons = [
    "t (id INTEGER PRIMARY KEY CHECK (id = 1), theme TEXT NOT NULL CHECK (theme IN ('light', 'dark')))",
    "t (id INTEGER PRIMARY KEY CHECK (id = 0), data TEXT NOT NULL CHECK (json_valid(data)))",
    "t (lock TEXT PRIMARY KEY CHECK (lock = 'only'), at TEXT NOT NULL CHECK (date(at) = at)) WITHOUT ROWID",
  ]

  private static func count(_ statements: [String]) throws -> Int? {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for statement in statements { try connection.execute(statement) }
    try SampleRows.fill(connection)
    return try connection.value("SELECT count(*) FROM t")?.int
  }

  @Test("Three rows", arguments: tables)
  func threeRows(_ table: String) throws {
    #expect(try Self.count(["CREATE TABLE \(table)"]) == 3)
  }

  @Test("A thousand rows are tried until the effort is spent", arguments: tables)
  func thousandRows(_ table: String) throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    try connection.execute("CREATE TABLE \(table)")
    let schema = try #require(try VersionSchemas.snapshot(of: connection)["t"])
    var rows = SampleRows(.typical, of: schema, in: connection, hints: SampleHints(of: []))
    #expect((1...1000).contains(rows.seed(connection, count: 1000)))
  }

  @Test("A table for one row gets one", arguments: singletons)
  func oneRow(_ table: String) throws {
    #expect(try Self.count(["CREATE TABLE \(table)"]) == 1)
  }

  @Test(
    "Indexes on expressions",
    arguments: [
      "CREATE INDEX i ON t (json_extract(data, '$.name'))",
      "CREATE UNIQUE INDEX i ON t (data ->> '$.id')",
      "CREATE UNIQUE INDEX i ON t (lower(data))",
      "CREATE INDEX i ON t (abs(data)) WHERE data > 5",
    ])
  func indexes(_ index: String) throws {
    #expect(try Self.count(["CREATE TABLE t (id INTEGER PRIMARY KEY, data TEXT)", index]) == 3)
  }

  @Test("A condition that nothing satisfies leaves the table empty in bounded time")
  func impossible() throws {
    let table =
      "CREATE TABLE t (a TEXT NOT NULL, b TEXT, c INTEGER, CHECK (a <> a OR length(a) < 0))"
    #expect(try Self.count([table]) == 0)
  }

  @Test("Columns that are computed from each other take no exponential time")
  func chain() throws {
    let columns = (1...60).map { "c\($0) INTEGER AS (c\($0 - 1) + c\($0 - 1)) CHECK (c\($0) > 0)" }
    let table = "CREATE TABLE t (c0 INTEGER NOT NULL, \(columns.joined(separator: ", ")))"
    #expect(try Self.count([table]) == 3)
  }
}
