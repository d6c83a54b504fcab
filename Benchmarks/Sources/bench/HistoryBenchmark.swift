import Foundation

/// R: histories of real apps, from a new database and from every tenth version, beside the `sqlite3` shell.
///
/// The folders are in `SQLSCRIPTS_CORPORA`: each has numbered `.sql` files. Without it, the history is a generated one.
struct HistoryBenchmark: Benchmark {
  let name: String
  let title: String
  /// Nil for the generated history.
  private let histories: [String]?

  /// All histories together, and each of them.
  static let all: [HistoryBenchmark] = {
    guard let corpora = ProcessInfo.processInfo.environment["SQLSCRIPTS_CORPORA"] else {
      return [HistoryBenchmark("histories", nil)]
    }
    let folders = ["", "seeded/"].flatMap { (group: String) -> [String] in
      let names = try? FileManager.default.contentsOfDirectory(atPath: "\(corpora)/\(group)")
      return (names ?? []).sorted().map { group + $0 }
    }
    let histories = folders.filter { !scripts(in: "\(corpora)/\($0)").isEmpty }
    return [HistoryBenchmark("histories", histories.map { "\(corpora)/\($0)" })]
      + histories.map { HistoryBenchmark("history-\($0)", ["\(corpora)/\($0)"]) }
  }()

  private init(_ name: String, _ histories: [String]?) {
    self.name = name
    self.histories = histories
    title = "R: \(name), from a new database and from every tenth version"
  }

  private static func scripts(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (names ?? []).filter { $0.hasSuffix(".sql") }.sorted()
  }

  func contestants(_ place: Workplace) throws -> [Contestant] {
    let folder = try place.folder(name)
    var bases: [(base: String?, database: String)] = []
    var (shell, ours) = ("", "")
    for scripts in try histories ?? [generated(folder)] {
      let files = Self.scripts(in: scripts)
      // Some histories are refused, which this does not measure.
      guard (try? place.migrate(new("\(folder)/whole.sqlite"), scripts)) != nil else { continue }
      for start in stride(from: 0, to: files.count, by: 10) {
        let number = bases.count
        let base = start == 0 ? nil : "\(folder)/\(number).base"
        if let base { try place.migrate(new(base), scripts, ["--to", "\(start)"]) }
        let database = "\(folder)/\(number)"
        bases.append((base, database))
        let input = "\(folder)/\(number).input"
        let texts = try files[start...].map {
          try String(contentsOfFile: "\(scripts)/\($0)", encoding: .utf8)
        }
        try Data(statements(texts, after: start).utf8).write(to: URL(fileURLWithPath: input))
        // The shell complains about a BEGIN in a script, and goes on.
        shell += "sqlite3 '\(database).shell' < '\(input)' > /dev/null 2>&1 || :\n"
        ours += "'\(place.sqlscripts)' migrate --scripts '\(scripts)' '\(database).ours'\n"
      }
    }
    let contestant = { [bases] (name: String, suffix: String, commands: String, goal: Double?) in
      let script = "\(folder)/\(suffix).sh"
      try Data("set -e\n\(commands)".utf8).write(to: URL(fileURLWithPath: script))
      return Contestant(
        name: name, command: ["/bin/sh", script], goal: goal,
        prepare: { for (base, path) in bases { try replace("\(path).\(suffix)", by: base) } })
    }
    return [
      try contestant("sqlite3 shell, a transaction a script", "shell", shell, nil),
      try contestant("sqlscripts", "ours", ours, 1.0),
    ]
  }

  /// The scripts for the shell, with the durability and the rows that the laws ask for.
  private func statements(_ texts: [String], after start: Int) -> String {
    var input = "PRAGMA synchronous = EXTRA;\nPRAGMA foreign_keys = OFF;\n"
    if start == 0 {
      input += """
        BEGIN;
        CREATE TABLE db_version (db_version_num INTEGER NOT NULL);
        INSERT INTO db_version VALUES (0);
        CREATE TABLE db_version_history (version INTEGER PRIMARY KEY, script, applied_at);
        COMMIT;

        """
    }
    for (version, text) in zip((start + 1)..., texts) {
      input += """
        BEGIN;
        \(text)
        ;
        UPDATE db_version SET db_version_num = \(version);
        INSERT OR REPLACE INTO db_version_history (version, script, applied_at)
        VALUES (\(version), 'a script', datetime());
        COMMIT;

        """
    }
    return input
  }

  private func generated(_ folder: String) throws -> String {
    let scripts = "\(folder)/scripts"
    try FileManager.default.createDirectory(atPath: scripts, withIntermediateDirectories: true)
    for version in 1...60 {
      let table = "item_\(version / 4)"
      let texts = [
        "CREATE TABLE \(table) (id INTEGER PRIMARY KEY, name TEXT NOT NULL);",
        "ALTER TABLE \(table) ADD COLUMN size REAL;\nCREATE INDEX \(table)_name ON \(table) (name);",
        "INSERT INTO \(table) (name, size) VALUES ('one', 1), ('two', 2);",
        """
        CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, size REAL);
        INSERT INTO new SELECT id, name, size FROM \(table);
        DROP TABLE \(table);
        ALTER TABLE new RENAME TO \(table);
        """,
      ]
      let number = String(version + 1000).dropFirst()
      let text = version < 4 ? "SELECT 1;" : texts[version % 4]
      try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: "\(scripts)/0\(number)_step.sql"))
    }
    return scripts
  }

  /// A path where no database is.
  private func new(_ path: String) throws -> String {
    try replace(path, by: nil)
    return path
  }

  /// The shell keeps what a failed statement leaves, so the schemas are compared by the tests of the histories.
  func check(_ place: Workplace) throws {}
}
