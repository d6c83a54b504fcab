import Foundation
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsScratch
import Testing

/// Generated scripts keep the existing schema and rows, whatever the schema is. The tests check it without the code
/// that the commands use for their proof.
@Suite struct AuthoringRandomTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["SQLSCRIPTS_AUTHORING_SEED"].flatMap { UInt64($0) } ?? 1
  private static let count = environment["SQLSCRIPTS_AUTHORING_RUNS"].flatMap { UInt64($0) } ?? 60

  private func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  private func bundle(_ scripts: [[String]]) -> ScriptBundle {
    ScriptBundle(
      scripts: scripts.enumerated().map { index, statements in
        index == 0 ? .default(statements) : .update(Int64(index) + 1, statements)
      })
  }

  /// The tables that scripts have created, with the SQL of all their objects.
  private func schema(_ database: BundleDatabase) throws -> [String: String] {
    let rows = try database.connection.rows(
      """
      SELECT type || ' ' || name, sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND tbl_name NOT LIKE 'db_version%' AND name NOT LIKE 'sqlite_%'
      """)
    return Dictionary(
      uniqueKeysWithValues: rows.map { ($0[0].description, $0[1].description) })
  }

  /// The rows of a table, with their rowids and the types of their values.
  private func rows(
    _ table: String, _ columns: [String], _ database: BundleDatabase, rowID: Bool
  ) throws -> [String] {
    let list = columns.map { "typeof(\(quoted($0))) || quote(\(quoted($0)))" }
    // A column may have the name of the rowid.
    let number = rowID ? ["_rowid_"] : []
    let rows = try database.connection.rows(
      "SELECT \((number + list).joined(separator: ", ")) FROM \(quoted(table)) NOT INDEXED"
    ).map { "\($0)" }
    // Without rowids, SQLite may read them in the order of an index.
    return rowID ? rows : rows.sorted()
  }

  private func rows(_ tables: [SchemaGenerator.Table], _ database: BundleDatabase) throws
    -> [[String]]
  {
    try tables.map { try rows($0.name, $0.columns, database, rowID: !$0.isWithoutRowID) }
  }

  private func history(_ seed: UInt64) -> (SchemaGenerator, BundleDatabase)? {
    var generator = SchemaGenerator(seed: seed)
    generator.make()
    guard let database = try? BundleDatabase(ScriptLibrary(bundle(generator.scripts))) else {
      return nil
    }
    return (generator, database)
  }

  @Test func `a squashed default script creates the same schema and the same rows`() throws {
    var (squashed, refused) = (0, [String: Int]())
    for seed in Self.first..<Self.first + Self.count {
      guard let (generator, before) = history(seed) else { continue }
      let bundle = bundle(generator.scripts)
      let squash: Squash
      do throws(Squash.Refusal) {
        squash = try Squash(ScriptLibrary(bundle), through: before.version)
      } catch {
        let words = "\(error)"
        refused[words.contains("kept by its module") ? "full text" : words, default: 0] += 1
        continue
      }
      squashed += 1
      let file = ScriptFile(
        kind: .default, format: .json, name: "sql_default.json", displayName: "sql_default.json",
        content: .bytes(squash.after))
      for moment in [Connection.Moment.first, .second] {
        let old = try BundleDatabase(ScriptLibrary(bundle), moment: moment)
        let new = try BundleDatabase(ScriptLibrary(bundle.adding(file)), moment: moment)
        #expect(try schema(old) == schema(new), "seed \(seed)")
        #expect(
          try rows(generator.tables, old) == rows(generator.tables, new), "seed \(seed)")
        #expect(
          try old.connection.rows("SELECT name, seq FROM sqlite_schema LEFT JOIN (SELECT 1 AS seq)")
            .count
            == new.connection.rows(
              "SELECT name, seq FROM sqlite_schema LEFT JOIN (SELECT 1 AS seq)"
            ).count)
      }
    }
    print("squashed \(squashed), refused \(refused)")
    #expect(squashed > Int(Self.count) / 3)
  }

  @Test func `a generated update changes exactly what was requested`() throws {
    var (made, refused) = ([String: Int](), [String: Int]())
    for seed in Self.first..<Self.first + Self.count {
      guard let (found, before) = history(seed) else { continue }
      var generator = found
      let table = generator.pick(generator.tables)
      let column = generator.pick(table.plain)
      let edits: [(String, SchemaEdit)] = [
        ("add", .addColumn(table: table.name, definition: "\"new one\" TEXT DEFAULT 'it''s'")),
        ("drop", .dropColumn(table: table.name, column: column)),
        ("rename", .renameColumn(table: table.name, column: column, new: "other name")),
        ("rebuild", .rebuild(table: table.name, definition: nil)),
        ("index", .index(table: table.name, columns: [column], isUnique: false, name: nil)),
      ]
      for (kind, edit) in edits {
        let library = ScriptLibrary(bundle(generator.scripts))
        let result: WantedUpdate
        do {
          result = try WantedUpdate.make(
            to: .edit(edit), answers: SchemaAnswers(), for: nil, in: library,
            settings: BundleSettings(), format: .json, timestamp: 1)
        } catch {
          refused["\(kind): \("\(error)".prefix(110))", default: 0] += 1
          continue
        }
        guard case .update(let update, _) = result else {
          refused["\(kind): \("\(result)".prefix(110))", default: 0] += 1
          continue
        }
        made[kind, default: 0] += 1
        let file = ScriptFile(
          kind: .update(before.version + 1), format: .json, name: update.fileName,
          displayName: update.fileName, content: .bytes(Array(update.text.utf8)))
        let after = try BundleDatabase(ScriptLibrary(library.bundle.adding(file)))
        try compare(before, after, generator, table, column, kind, seed)
      }
    }
    print("generated \(made), refused \(refused)")
    #expect(made.values.reduce(0, +) > Int(Self.count) * 2)
  }

  private func compare(
    _ before: BundleDatabase, _ after: BundleDatabase, _ generator: SchemaGenerator,
    _ table: SchemaGenerator.Table, _ column: String, _ kind: String, _ seed: UInt64
  ) throws {
    let shown: Comment = "\(kind) “\(column)” of “\(table.name)”, seed \(seed)"
    let others = generator.tables.filter { $0.name != table.name }
    #expect(try rows(others, before) == rows(others, after), shown)
    let kept = table.columns.filter { !["drop", "rename"].contains(kind) || $0 != column }
    let hasNumbers = !table.isWithoutRowID
    #expect(
      try rows(table.name, kept, before, rowID: hasNumbers)
        == rows(table.name, kept, after, rowID: hasNumbers), shown)
    let (old, new) = (try schema(before), try schema(after))
    let gone = Set(old.keys).subtracting(new.keys)
    let expected = generator.indexes.filter {
      kind == "drop" && $0.table == table.name && $0.columns.contains(column)
    }.map { "index " + $0.name }
    #expect(gone == Set(expected), shown)
    if kind != "rename" {
      for (name, sql) in old where name != "table " + table.name && !gone.contains(name) {
        #expect(new[name] == sql, shown)
      }
    }
    guard old["table found"] != nil, kind != "drop", kind != "rename" else { return }
    try after.connection.execute("INSERT INTO found(found, rank) VALUES ('integrity-check', 1)")
  }
}
