import Foundation
import SQLScriptsDatabase
import SQLScriptsFiles
import Testing

@testable import SQLScripts

/// Actions that scripts are not allowed to do, tried in every way that SQL has (laws 15 and 28).
@Suite struct AuthorityTests {
  /// A denied statement, and the reason that the authorizer or SQLite itself gives.
  struct Act: Sendable, CustomTestStringConvertible {
    let sql: String
    let denial: ScriptDenial
    var testDescription: String { sql }

    init(_ sql: String, _ denial: ScriptDenial) {
      self.sql = sql
      self.denial = denial
    }
  }

  /// `#` is replaced with the path of a file that does not exist.
  static let acts: [Act] = [
    Act("BEGIN IMMEDIATE", .transactionControl("BEGIN")),
    Act("COMMIT TRANSACTION", .transactionControl("COMMIT")),
    Act("END TRANSACTION", .transactionControl("COMMIT")),
    Act("ROLLBACK TRANSACTION", .transactionControl("ROLLBACK")),
    Act("SAVEPOINT mine", .transactionControl("SAVEPOINT")),
    Act("RELEASE SAVEPOINT sqlscripts_step", .transactionControl("RELEASE")),
    Act("ROLLBACK TO SAVEPOINT sqlscripts_step", .transactionControl("ROLLBACK")),
    Act("ATTACH DATABASE '#' AS other", .attach),
    Act("ATTACH DATABASE 'file:#?mode=rwc' AS other", .attach),
    Act("ATTACH DATABASE '' AS other KEY 'x'", .attach),
    Act("DETACH DATABASE temp", .detach),
    Act("SELECT load_extension ( '#' )", .loadExtension),
    Act("PRAGMA writable_schema = ON", .pragma("writable_schema")),
    Act("PRAGMA main . writable_schema ( 1 )", .pragma("writable_schema")),
    Act("PRAGMA schema_version = 7", .pragma("schema_version")),
    Act("PRAGMA ignore_check_constraints = ON", .pragma("ignore_check_constraints")),
    Act("PRAGMA temp_store_directory = '#'", .pragma("temp_store_directory")),
    Act("VACUUM INTO '#'", .attach),
    Act("PRAGMA temp . user_version = 7", .elsewhere("PRAGMA user_version")),
    Act("PRAGMA case_sensitive_like = ON", .pragma("case_sensitive_like")),
    Act("DELETE FROM sqlite_schema WHERE 1", .schemaTable),
    Act("DELETE FROM main . sqlite_master AS m WHERE m.name = 't'", .schemaTable),
    Act("UPDATE sqlite_schema SET sql = NULL", .schemaTable),
    Act("UPDATE OR IGNORE [sqlite_master] SET name = 'x' FROM t", .schemaTable),
    Act("INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 0, '')", .schemaTable),
    Act("REPLACE INTO `sqlite_schema` DEFAULT VALUES", .schemaTable),
    Act("INSERT INTO sqlite_schema SELECT * FROM sqlite_schema RETURNING 1", .schemaTable),
    Act(
      "INSERT INTO sqlite_schema ( name ) VALUES ( 't' ) ON CONFLICT DO UPDATE SET sql = ''",
      .schemaTable),
    Act("WITH x AS ( SELECT 1 ) DELETE FROM sqlite_schema WHERE 1 IN x", .schemaTable),
    Act("DELETE FROM sqlite_temp_schema", .schemaTable),
  ]

  /// Ways to write the same statement.
  enum Disguise: String, CaseIterable, Sendable {
    case upper, lower, mixed, commentsBefore, commentsBetween, linesBetween, semicolons,
      behindAnother
    case explained, explainedPlan, commentBehind

    func apply(to sql: String) -> String {
      switch self {
      case .upper: sql.uppercased()
      case .lower: sql.lowercased()
      case .mixed:
        String(sql.enumerated().map { $0 % 2 == 0 ? Character("\($1)".uppercased()) : $1 })
      case .commentsBefore: "/* SELECT ; */ -- ROLLBACK;\n\t\(sql)"
      case .commentsBetween: sql.split(separator: " ").joined(separator: "/* ; -- */")
      case .linesBetween: sql.split(separator: " ").joined(separator: " -- ;'\"\r\n\u{C}\t")
      case .semicolons: ";; ;\n\(sql);;"
      case .behindAnother: "SELECT ';' FROM t; \(sql)"
      case .explained: "EXPLAIN \(sql)"
      case .explainedPlan: "explain/**/query plan \(sql)"
      case .commentBehind: "\(sql) /* never closed"
      }
    }
  }

  private static let start = InMemoryScript.default([
    "CREATE TABLE t (x UNIQUE, y)", "INSERT INTO t VALUES (1, 2)",
  ])

  /// Tries statements as an update, and checks that they had no effect on the file, the files next to it, or the
  /// version.
  private func attempt(
    _ statements: [String], isTransactional: Bool = true, _ box: Sandbox
  ) throws -> MigrationFailure? {
    try box.migrate(Self.start)
    let (content, files) = (try box.content(), try fileNames(box))
    let place = box.folder + "/other"
    let items = statements.map { $0.split(separator: "#").joined(separator: place) }
    let data = try JSONSerialization.data(
      withJSONObject: ["transaction": isTransactional, "statements": items] as [String: Any])
    let update = InMemoryScript.file(
      named: "sql_update_2.json", text: String(decoding: data, as: UTF8.self))
    var failure: MigrationFailure?
    do {
      try box.migrate(Self.start, update)
    } catch let error as MigrationFailure {
      failure = error
      #expect(try box.content() == content, "\(statements)")
    }
    #expect(try fileNames(box) == files, "\(statements)")
    #expect(try box.value("PRAGMA integrity_check") == "ok")
    #expect(try box.rows("SELECT x, y FROM t") == [[1, 2]])
    return failure
  }

  private func fileNames(_ box: Sandbox) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: box.folder).sorted()
  }

  @Test(arguments: acts)
  func `law 15: no spelling of a denied statement gets through`(_ act: Act) throws {
    for disguise in Disguise.allCases {
      try Sandbox.with { (box) throws in
        let sql = disguise.apply(to: act.sql)
        let failure = try attempt([sql], box)
        // EXPLAIN VACUUM does nothing, so SQLite has nothing to refuse.
        let isHarmless =
          act.sql.hasPrefix("VACUUM") && [.explained, .explainedPlan].contains(disguise)
        let reason = failure?.statement?.reason
        if isHarmless, reason == nil { return }
        guard case .denied(let denial) = reason else {
          Issue.record("\(sql): \(failure.map { "\($0)" } ?? "it ran")")
          return
        }
        #expect("\(denial)".lowercased() == "\(act.denial)".lowercased(), "\(sql)")
      }
    }
  }

  @Test(arguments: acts)
  func `laws 15 and 19: the same statements are denied outside a transaction`(_ act: Act) throws {
    try Sandbox.with { (box) throws in
      let failure = try #require(
        try attempt([act.sql], isTransactional: false, box), "\(act.sql)")
      guard case .denied = failure.statement?.reason else {
        Issue.record("\(act.sql): \(failure)")
        return
      }
    }
  }

  /// Scripts whose last statement does something denied from inside another statement.
  @Test(arguments: [
    ["WITH x AS (SELECT load_extension('#')) SELECT * FROM x"],
    [
      "WITH x (a) AS MATERIALIZED (SELECT load_extension('#', 'f')) INSERT INTO t SELECT a, 1 FROM x"
    ],
    ["INSERT INTO t VALUES (load_extension('#'), 1)"],
    ["INSERT INTO t VALUES (7, 1) RETURNING load_extension('#')"],
    ["UPDATE t SET y = 7 RETURNING \"load_extension\"('#')"],
    ["INSERT INTO t VALUES (1, 1) ON CONFLICT (x) DO UPDATE SET y = load_extension('#')"],
    ["INSERT INTO t VALUES (1, 1) ON CONFLICT (x) DO UPDATE SET y = 1 WHERE load_extension('#')"],
    ["UPDATE t SET y = [load_extension]('#') WHERE x = 1"],
    ["DELETE FROM t WHERE `LOAD_extension`('#') IS NULL"],
    ["SELECT 1 FROM t ORDER BY load_extension('#')"],
    ["SELECT count(*) FROM t GROUP BY x HAVING load_extension('#')"],
    ["SELECT CASE WHEN x THEN load_extension('#') END FROM t LIMIT 1"],
    ["SELECT 1 WHERE EXISTS (SELECT 1 FROM (SELECT load_extension('#')))"],
    ["VALUES (1), (load_extension('#'))"],
    ["CREATE TABLE u AS SELECT load_extension('#') AS a"],
    ["CREATE VIEW v AS SELECT load_extension('#') AS a", "SELECT a FROM v"],
    ["CREATE TEMP VIEW v AS SELECT load_extension('#') AS a", "SELECT a FROM v"],
    [
      "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT load_extension('#'); END",
      "INSERT INTO t VALUES (7, 7)",
    ],
    [
      "CREATE TEMP TRIGGER g AFTER UPDATE ON t WHEN load_extension('#') BEGIN SELECT 1; END",
      "UPDATE t SET y = 7",
    ],
    [
      "CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM sqlite_schema; END",
      "INSERT INTO t VALUES (7, 7)",
    ],
    [
      "CREATE TRIGGER g BEFORE DELETE ON t BEGIN UPDATE sqlite_master SET sql = ''; END",
      "DELETE FROM t",
    ],
    [
      "CREATE VIEW v AS SELECT * FROM sqlite_schema",
      "CREATE TRIGGER g INSTEAD OF DELETE ON v BEGIN DELETE FROM sqlite_schema; END",
      "DELETE FROM v",
    ],
    ["CREATE VIEW v AS SELECT * FROM sqlite_schema", "DELETE FROM v"],
    ["CREATE TRIGGER g AFTER INSERT ON sqlite_schema BEGIN SELECT 1; END"],
    ["CREATE INDEX i ON sqlite_schema (name)"], ["DROP TABLE sqlite_schema"],
    ["ALTER TABLE sqlite_schema RENAME TO s"], ["ALTER TABLE sqlite_master ADD COLUMN z"],
    ["CREATE TABLE sqlite_mine (x)"],
    ["CREATE TRIGGER g AFTER INSERT ON t BEGIN COMMIT; END"],
    ["CREATE TRIGGER g AFTER INSERT ON t BEGIN PRAGMA writable_schema = ON; END"],
    ["CREATE TRIGGER g AFTER INSERT ON t BEGIN ATTACH '#' AS a; END"],
    ["CREATE TRIGGER g AFTER INSERT ON t BEGIN VACUUM INTO '#'; END"],
    [
      "CREATE TRIGGER g BEFORE INSERT ON t BEGIN SELECT RAISE(ROLLBACK, 'x'); END",
      "INSERT INTO t VALUES (7, 7)",
    ],
    ["INSERT OR ROLLBACK INTO t VALUES (1, 1)"],
    ["SELECT * FROM pragma_writable_schema('ON')"], ["SELECT * FROM pragma_journal_mode('OFF')"],
    ["SELECT * FROM pragma_user_version(7)"], ["SELECT * FROM pragma_synchronous(0)"],
    ["SELECT * FROM pragma_wal_checkpoint('TRUNCATE')"],
    ["SELECT writefile('#', 'x')"], ["SELECT edit('x')"], ["SELECT readfile('#')"],
    [".open #"], [".load #"], ["\\! touch #"],
    ["CREATE VIRTUAL TABLE v USING csv(filename = '#')"],
    ["CREATE VIRTUAL TABLE v USING dbstat_nothing('#')"],
  ])
  func `laws 15 and 28: no denied action inside another statement gets through`(
    _ statements: [String]
  )
    throws
  {
    for isTransactional in [true, false] {
      try Sandbox.with { (box) throws in
        // Outside a transaction, the earlier statements would stay.
        guard isTransactional || statements.count == 1 else { return }
        let failure = try attempt(statements, isTransactional: isTransactional, box)
        #expect(failure?.statement != nil, "\(statements): it ran")
        #expect(failure?.statement?.item == statements.count)
      }
    }
  }

  @Test(arguments: [
    "SELECT 'ATTACH DATABASE x', \"COMMIT\" FROM (SELECT 1 AS \"COMMIT\")",
    "SELECT 1 -- load_extension('x')", "/* BEGIN; PRAGMA writable_schema = ON; */ SELECT 1",
    "CREATE TABLE \"ATTACH\" (\"BEGIN\" DEFAULT 'ROLLBACK', load_extension)",
    "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 'COMMIT'; END",
    "SELECT * FROM sqlite_schema", "SELECT * FROM pragma_journal_mode",
    "CREATE VIEW v AS SELECT name FROM sqlite_schema",
  ])
  func `law 15: a statement that only looks denied runs`(_ sql: String) throws {
    try Sandbox.with { (box) throws in #expect(try attempt([sql], box) == nil) }
  }
}
