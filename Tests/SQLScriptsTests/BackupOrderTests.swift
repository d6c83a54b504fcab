import SQLScriptsDatabase
import Testing

@testable import SQLScripts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Law 24: which backup is the newest, and which backups are kept.
@Suite struct BackupOrderTests {
  private let start = InMemoryScript.default(["CREATE TABLE t (x)"])
  private let fails = InMemoryScript.update(3, ["INSERT INTO nowhere VALUES (1)"])

  private func backups(_ box: Sandbox) throws -> [String] {
    try DatabaseBackup.all(of: box.path).map { $0.path.replacing(box.path, with: "") }
  }

  /// Migrates with a backup.
  ///
  /// - Returns: the outcome that the failure reports; nil if there was no failure.
  @discardableResult
  private func migrate(
    _ box: Sandbox, keep: Int = 2, _ scripts: [InMemoryScript]
  ) throws -> String? {
    do throws(MigrationFailure) {
      try box.migrator(ScriptBundle(scripts: scripts)) { $0.backup = BackupPolicy(keep: keep) }
        .migrate()
      return nil
    } catch {
      return error.outcome
    }
  }

  @Test func `law 24: backups are ordered by number, not by time`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      for number in [3, 1, 2] { try box.copy(box.path, to: "\(box.path).backup-00000\(number)") }
      #expect(try backups(box) == [".backup-000003", ".backup-000002", ".backup-000001"])
      let made = try DatabaseBackup.make(of: box.path, keep: 3)
      #expect(made.path == box.path + ".backup-000004")
      #expect(try backups(box) == [".backup-000004", ".backup-000003", ".backup-000002"])
      let outcome = try migrate(box, keep: 1, [start, .update(2, ["no"])])
      #expect(
        outcome == "Nothing was changed. The database is still at version 1. "
          + "A backup from before this run is at \(box.path).backup-000005-v1-to-v2.")
      #expect(try backups(box) == [".backup-000005-v1-to-v2"])
    }
  }

  @Test func `law 24: the next number is one more than the largest, if one is left`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      try box.write("a.sqlite.backup-000041-v1-to-v9", "")
      #expect(try DatabaseBackup.make(of: box.path).path.hasSuffix(".backup-000042"))
      try box.write("a.sqlite.backup-1000000-v9-to-v10", "")
      #expect(try DatabaseBackup.make(of: box.path).path.hasSuffix(".backup-1000001"))
      // Nobody made that many backups: it is a user's file.
      try box.write("a.sqlite.backup-9223372036854775807", "")
      #expect(try DatabaseBackup.make(of: box.path).path.hasSuffix(".backup-1000002"))
      try box.write("a.sqlite.backup-1000000000000000", "")
      let error = #expect(throws: BackupError.self) { try DatabaseBackup.make(of: box.path) }
      #expect(error?.description == "there is no free number for another backup of \(box.path)")
    }
  }

  @Test func `law 24: only a name in the library's format is a backup`() {
    let names = [
      "000001", "123456", "1234567", "000001-v0-to-v3", "000001-v20260101-to-v20260102",
    ]
    for name in names { #expect(BackupName(name[...])?.text == name) }
    let others = [
      "", "0", "1", "00001", "000000", "-00001", "+00001", "000001-", "000001-v1", "000001-v1-to-3",
      "000001-v1-to-v", "000001-v01-to-v2", "0000001", "000001.zip", "mine", "lock", "partial",
      "000001-v1-to-v2-v3", "٠٠٠٠٠١", "20260101T000000.000Z",
    ]
    for name in others { #expect(BackupName(name[...]) == nil, "\(name)") }
  }

  @Test func `law 24: the backup from before the first failure is kept until a run succeeds`()
    throws
  {
    for keep in 1...3 {
      try Sandbox.with { (box) throws in
        try box.migrate(start)
        let scripts = [start, .update(2, ["INSERT INTO t VALUES (2)"]), fails]
        let first = "\(box.path).backup-000001-v1-to-v3"
        for number in 1...5 {
          let outcome = try #require(try migrate(box, keep: keep, scripts))
          #expect(box.exists(first) && outcome.contains(first))
          #expect(box.exists("\(box.path).backup-00000\(number)-v\(number == 1 ? 1 : 2)-to-v3"))
        }
        #expect(try backups(box).count == max(keep, 2))
        // A backup that somebody makes by hand does not replace it either.
        try DatabaseBackup.make(of: box.path, keep: 1)
        #expect(try backups(box) == [".backup-000006", ".backup-000001-v1-to-v3"])
        let mended = [scripts[0], scripts[1], .update(3, [])]
        #expect(try migrate(box, keep: keep, mended) == nil)
        #expect(box.exists(first))
        #expect(try migrate(box, keep: 2, mended + [.update(4, [])]) == nil)
        #expect(try backups(box) == [".backup-000008-v3-to-v4", ".backup-000007-v2-to-v3"])
        try DatabaseBackup.make(of: box.path, keep: 1)
        #expect(try backups(box) == [".backup-000009"])
      }
    }
  }

  @Test
  func
    `law 24: a series of failures ends when a run finds the version that the last one was to create`()
  {
    func first(_ names: String..., installed: Int64?) -> String? {
      BackupName.beforeFailures(
        names.reversed().compactMap { BackupName($0[...]) }, installed: installed)?.text
    }
    let (one, two) = ("000001-v1-to-v5", "000002-v2-to-v5")
    #expect(first(installed: 1) == nil)
    #expect(first(one, installed: 1) == one)
    #expect(first(one, installed: 5) == nil)
    #expect(first(one, two, installed: 4) == one)
    #expect(first(one, two, installed: 6) == nil)
    #expect(first("000001-v1-to-v2", two, installed: 4) == two)
    #expect(first(one, "000002", two.replacing("2-v2", with: "3-v2"), installed: 4) == one)
    // The version is not known.
    #expect(first(one, two, installed: nil) == one)
    // Out-of-order updates do not change the version, whether they were applied or not.
    #expect(first("000001-v9-to-v9", "000002-v9-to-v9", installed: 9) == "000001-v9-to-v9")
    #expect(first("000001-v8-to-v9", "000002-v9-to-v9", installed: 9) == "000002-v9-to-v9")
    #expect(first("000001-v9-to-v9", installed: 10) == nil)
    // The version never decreases by itself: there was another database before.
    #expect(first("000001-v3-to-v5", "000002-v1-to-v4", installed: 3) == "000002-v1-to-v4")
    #expect(first("000001-v3-to-v5", installed: 2) == nil)
  }

  @Test
  func `law 24: the backup from before the first failure is kept while scripts are added`()
    throws
  {
    for keep in 1...3 {
      try Sandbox.with { (box) throws in
        try box.migrate(start)
        let first = "\(box.path).backup-000001-v1-to-v2"
        let broken = { InMemoryScript.update($0, ["INSERT INTO nowhere VALUES (1)"]) }
        let works = InMemoryScript.update(2, ["INSERT INTO t VALUES (2)"])
        // The second run reaches the target of the first, and fails anyway.
        for scripts in [[start, broken(2)], [start, works, broken(3)]] {
          _ = try migrate(box, keep: keep, scripts)
        }
        for _ in 1...4 {
          let outcome = try #require(
            try migrate(box, keep: keep, [start, works, broken(3), .update(4, [])]))
          #expect(box.exists(first) && outcome.contains(first))
        }
        try DatabaseBackup.make(of: box.path, keep: 1)
        #expect(box.exists(first))
        #expect(try migrate(box, keep: 1, [start, works, .update(3, []), .update(4, [])]) == nil)
        try DatabaseBackup.make(of: box.path, keep: 1)
        #expect(try backups(box).count == 1)
      }
    }
  }

  @Test
  func `law 24: two Unicode spellings of an accent are two databases, each with its own backups`()
    throws
  {
    try Sandbox.with { (box) throws in
      let paths = ["caf\u{E9}.db", "cafe\u{301}.db"].map { "\(box.folder)/\($0)" }
      for path in paths {
        try Migrator(path: path, scripts: ScriptBundle(scripts: [start])).migrate()
      }
      // A disk may treat both as the same.
      guard !DatabaseFile(paths[0]).isSame(as: DatabaseFile(paths[1])) else { return }
      let other = try DatabaseBackup.make(of: paths[1])
      #expect(try DatabaseBackup.all(of: paths[0]).isEmpty)
      let mine = try DatabaseBackup.make(of: paths[0], keep: 1)
      #expect(mine.path.utf8.elementsEqual("\(paths[0]).backup-000001".utf8))
      #expect(box.exists(other.path) && box.exists(mine.path))
    }
  }

  @Test func `law 24: a database that the run itself creates is not backed up halfway`() throws {
    let alone = InMemoryScript.file(
      named: "sql_update_2.json", text: "{\"transaction\": false, \"statements\": [\"VACUUM\"]}")
    for isGrouped in [true, false] {
      try Sandbox.with { (box) throws in
        let scripts = [start, alone, .update(3, [])]
        let report = try box.migrator(ScriptBundle(scripts: scripts)) {
          $0.backup = BackupPolicy()
          if !isGrouped { $0.groupCommit = .zero }
        }.migrate()
        #expect(report.to == 3 && report.backup == nil)
        #expect(try backups(box).isEmpty)
      }
    }
  }

  @Test func `law 24: no database takes the backups of another with a similar name`() throws {
    try Sandbox.with { (box) throws in
      let long = String(repeating: "n", count: 190)
      let names = [
        "caf\u{E9}.sqlite", "cafe\u{301}.sqlite", "app", "APP", "app.backup-", "app.backup-x",
        "app.backup-000001.sqlite", long + "a", long + "b",
      ]
      // On a disk that treats two of these as the same, there is one database.
      var seen: [String] = []
      for name in names where !box.exists(box.folder + "/" + name) {
        try box.open(box.folder + "/" + name).execute("CREATE TABLE t AS SELECT '\(name)' AS x")
        seen.append(name)
      }
      for keep in [2, 1] {
        for name in seen { try DatabaseBackup.make(of: box.folder + "/" + name, keep: keep) }
      }
      for name in seen {
        let path = box.folder + "/" + name
        let all = try DatabaseBackup.all(of: path)
        #expect(all.map { String($0.path.suffix(7)) } == ["-000002"], "\(name)")
        try all[0].restore(to: path)
        let row = try box.open(path).value("SELECT x FROM t")?.string
        #expect(row.map { Array($0.utf8) } == Array(name.utf8))
      }
    }
  }

  @Test func `law 24: no database has the shortened name of a longer one`() throws {
    try Sandbox.with { (box) throws in
      let name = String(repeating: "n", count: 200)
      var path = box.folder + "/" + name
      try box.open(path).execute("CREATE TABLE t (x)")
      for _ in 1...2 {
        let backup = try DatabaseBackup.make(of: path).path
        // The part before “.backup-000001” is a valid name for a database, too.
        let other = String(backup.dropLast(".backup-000001".count))
        try box.open(other).execute("CREATE TABLE t (x)")
        #expect(try DatabaseBackup.all(of: other) == [])
        #expect(try DatabaseBackup.make(of: other).path != backup)
        #expect(try DatabaseBackup.all(of: path).first?.path == backup)
        path = other
      }
    }
  }

  @Test func `law 24: a backup under another spelling counts if the disk treats both as the same`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      let backup = try DatabaseBackup.make(of: box.path).path
      // As on a case-insensitive disk: the file is found under both names.
      let other = box.folder + "/A.SQLITE"
      try box.open(other).execute("CREATE TABLE t (x)")
      #expect(try DatabaseBackup.all(of: other).isEmpty == !box.exists(other + ".backup-000001"))
      if !box.exists(other + ".backup-000001") {
        #expect(link(backup, other + ".backup-000001") == 0)
        #expect(try DatabaseBackup.all(of: other).count == 2)
      }
      #expect(try DatabaseBackup.make(of: other).path.hasSuffix(".backup-000002"))
    }
  }

  @Test func `law 24: the largest numbers fit after a shortened name`() throws {
    try Sandbox.with { (box) throws in
      let greatest = BackupName(
        number: 1_000_000_000_000_000, run: .init(from: .max - 1, to: .max))
      let suffix = BackupName.infix + (try #require(greatest).text) + "-journal"
      for name in ["n", "é", "日", "🙂"] {
        for count in [174, 175, 178, 247] {
          let long = String(repeating: name, count: count / name.utf8.count)
          let file = DatabaseFile(box.folder + "/" + long).beside(suffix)
          #expect(file.name.utf8.count <= 255)
          try file.makeEmpty()
          file.remove()
        }
      }
    }
  }

  @Test func `SHA-256 gives the digests of its standard`() {
    let digests = [
      "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      String(repeating: "a", count: 247):
        "d1c97f05a04d45d67be0d82b39f93d8e06e52db3aeb4752067c9b5e61583b641",
    ]
    for (text, digest) in digests { #expect(SHA256.hexadecimal(of: text.utf8) == digest) }
  }

  @Test
  func `law 24: a name that leaves no room for a suffix is shortened, and its backups are found`()
    throws
  {
    try Sandbox.with { (box) throws in
      let bundle = ScriptBundle(scripts: [start])
      let late = ScriptBundle(scripts: [start, .update(2, ["DELETE FROM t"])])
      // 247 bytes is the longest name for which SQLite can name the journal.
      for length in [174, 175, 176, 200, 228, 240, 247] {
        for end in ["a", "b", "é"] {
          let count = length - end.utf8.count
          let path =
            box.folder + "/" + String(repeating: "日", count: count / 3)
            + String(repeating: "x", count: count % 3) + end
          try Migrator(path: path, scripts: bundle).migrate()
          var options = MigrationOptions()
          options.backup = BackupPolicy()
          let report = try Migrator(path: path, scripts: late, options: options).migrate()
          let backup = try #require(report.backup)
          #expect(try DatabaseBackup.all(of: path).map(\.path) == [backup])
          #expect(try box.open(backup).value("SELECT db_version_num FROM db_version") == 1)
          try DatabaseBackup(path: backup).restore(to: path)
          #expect(try box.open(path).value("SELECT db_version_num FROM db_version") == 1)
        }
      }
      let left = try DatabaseFile(box.path).neighbors().filter {
        $0.hasSuffix("-lock") || $0.hasSuffix("-partial") || $0.hasSuffix("-migrating")
      }
      #expect(left.isEmpty)
    }
  }
}
