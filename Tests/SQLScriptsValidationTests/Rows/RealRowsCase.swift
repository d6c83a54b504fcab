import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import TestSupport
import Testing

@testable import SQLScriptsValidation

/// A bundle with one update, the rows of a database of version 1, and the findings about them.
struct RealRowsCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var schema: [String]
  var update: String
  var rows: [String]
  /// "severity[id] line"
  var expected: [String]

  init(
    _ name: String, _ schema: [String], _ update: String, rows: [String], _ expected: [String] = []
  ) {
    testDescription = name
    (self.schema, self.update, self.rows, self.expected) = (schema, update, rows, expected)
  }

  var library: ScriptLibrary {
    ScriptLibrary(
      ScriptBundle(scripts: [
        .default(schema), .file(named: "sql_update_2.sql", text: update),
      ]))
  }

  /// Validates the bundle with a copy of the database.
  func validate() throws -> Validation {
    try withDatabase { path, library in
      Validator(library, rows: .copy(of: path)).validate()
    }
  }

  /// The findings of a plan.
  func plan() throws -> [Diagnostic] {
    try withDatabase { path, library in
      let copy = try DatabaseCopy(of: path, temporaryFolder: "/tmp")
      let plan = try copy.plan(library, MigrationOptions(), to: nil).plan
      return copy.judge(plan, of: library, settings: BundleSettings()).diagnostics
    }
  }

  private func withDatabase<Result>(
    _ body: (String, ScriptLibrary) throws -> Result
  ) throws -> Result {
    try TemporaryFolder.with { folder in
      let (path, library) = (folder + "/app.sqlite", library)
      try Migrator(path: path, library: library, options: MigrationOptions()).migrate(to: 1)
      let connection = try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(0))
      for row in rows { try connection.execute(row) }
      return try body(path, library)
    }
  }

  static func words(_ findings: [Diagnostic]) -> [String] {
    findings.filter { $0.span.file.name.hasSuffix("sql_update_2.sql") }
      .map { "\($0.severity)[\($0.id)] \($0.span.start.line)" }
  }
}

extension RealRowsCase {
  /// A table with a column of each kind, and rows that a careless update destroys.
  static let item = [
    "CREATE TABLE item (id INTEGER PRIMARY KEY, code TEXT, weight REAL, serial INTEGER, at INTEGER, note TEXT, photo BLOB)"
  ]
  static let items = [
    "INSERT INTO item VALUES (3, '007', 102.5, 9007199254740993, 1700000000000, 'first', x'6100ff'), (5, '8', 3.0, 5, 1700000000001, 'second', x'62')",
    "INSERT INTO item (id) VALUES (9)",
  ]
  static let columns = "id, code, weight, serial, at, note, photo"
  private static let definitions =
    "id INTEGER PRIMARY KEY, code TEXT, weight REAL, serial INTEGER, at INTEGER, note TEXT, photo BLOB"

  /// A rebuild of `item` on four lines.
  static func rebuild(
    _ change: (from: String, to: String) = ("", ""), selecting select: String = columns,
    into list: String = columns, rest: String = ""
  ) -> String {
    """
    CREATE TABLE new_item (\(definitions.replacing(change.from, with: change.to)));
    INSERT INTO new_item (\(list)) SELECT \(select) FROM item\(rest);
    DROP TABLE item;
    ALTER TABLE item_of RENAME TO item;
    """.replacing("item_of", with: "new_item")
  }

  static let pets = [
    "CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES owner (id), name TEXT)",
    "CREATE INDEX pet_owner ON pet (owner)",
  ]
  static let someone = [
    "INSERT INTO owner VALUES (1, 'Ada'), (4, 'Bob')",
    "INSERT INTO pet VALUES (1, 1, 'Rex'), (2, 4, 'Tom'), (7, NULL, 'Kit')",
  ]
}
