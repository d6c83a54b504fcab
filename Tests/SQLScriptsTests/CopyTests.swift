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

/// Law 24: a copy completes while another program writes, and an inconsistent index is damage.
@Suite struct CopyTests {
  private func fill(_ box: Sandbox, _ journal: String = "DELETE") throws {
    try box.migrate(.default(["CREATE TABLE t (x, y)", "CREATE INDEX t_x ON t (x)"]))
    try box.run(
      "PRAGMA journal_mode = \(journal)",
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 4000)"
        + " INSERT INTO t SELECT n, randomblob(4000) FROM c")
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `laws 24 and 25: a copy completes although another program writes all the time`(
    _ journal: String
  ) throws {
    try Sandbox.with { (box) throws in
      try fill(box, journal)
      let isDone = Lock(false)
      let path = box.path
      let writes = Lock(0)
      let writer = try WorkerThread {
        let connection = try? Connection(
          path: path, mode: .readWrite, busyTimeout: Milliseconds(20_000))
        try? connection?.execute("PRAGMA synchronous = OFF")
        while !isDone.withLock({ $0 }) {
          if (try? connection?.execute("INSERT INTO t VALUES (1, 2)")) != nil {
            writes.withLock { $0 += 1 }
          }
          usleep(2000)
        }
      }
      defer {
        isDone.withLock { $0 = true }
        writer.join()
      }
      while writes.withLock({ $0 }) == 0 { usleep(1000) }
      for _ in 1...3 {
        let start = Milliseconds.now
        // A copy that never completed would be canceled after 20 seconds.
        let backup = try DatabaseBackup.make(
          of: box.path, keep: 1, busyTimeout: Milliseconds(10_000)
        ) { Milliseconds.since(start) > 20_000 }.made
        let copied = try box.open(backup.path).value("SELECT count(*) FROM t")
        #expect(copied?.int64 ?? 0 >= 4000)
      }
    }
  }

  @Test func `laws 24 and 25: a copy that cannot start ends at the timeout`() throws {
    try Sandbox.with { (box) throws in
      try fill(box)
      let other = try box.open()
      try other.execute("BEGIN EXCLUSIVE")
      let start = Milliseconds.now
      let error = #expect(throws: BackupError.self) {
        try DatabaseBackup.make(of: box.path, busyTimeout: .milliseconds(100))
      }
      #expect(Milliseconds.since(start) < 5000)
      #expect(
        error?.description == "\(box.path) is locked: another program or connection is using it")
      try other.execute("COMMIT")
    }
  }

  /// Creates an index that lacks rows of its table. `quick_check` does not notice.
  private func breakIndex(_ box: Sandbox) throws {
    let connection = try box.open()
    try connection.execute("PRAGMA writable_schema = ON")
    try connection.execute(
      "UPDATE sqlite_schema SET sql = 'CREATE INDEX t_x ON t (y)' WHERE name = 't_x'")
  }

  @Test func `law 24: a database with an inconsistent index is neither backed up nor restored`()
    throws
  {
    try Sandbox.with { (box) throws in
      try fill(box)
      let good = try DatabaseBackup.make(of: box.path)
      try breakIndex(box)
      #expect(try box.value("PRAGMA quick_check") == "ok")
      guard
        case .damaged(_, let lines)? = #expect(
          throws: BackupError.self,
          performing: { try DatabaseBackup.make(of: box.path) })
      else {
        Issue.record("it was not refused for that")
        return
      }
      #expect(lines.first?.contains("index t_x") == true, "\(lines)")
      #expect(try DatabaseBackup.all(of: box.path) == [good])
      try good.restore(to: box.path)
      #expect(try box.value("PRAGMA integrity_check") == "ok")
    }
  }

  @Test func `law 24: functions that only the app defines do not prevent a backup`() throws {
    try Sandbox.with { (box) throws in
      try fill(box)
      let connection = try box.open()
      try connection.execute("CREATE TABLE u (x CHECK (x > 0))")
      try connection.execute("INSERT INTO u VALUES (1)")
      try connection.execute("PRAGMA writable_schema = ON")
      try connection.execute(
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE u (x CHECK (only_the_app(x)))'"
          + " WHERE name = 'u'")
      let backup = try DatabaseBackup.make(of: box.path)
      #expect(try box.open(backup.path).value("SELECT count(*) FROM t") == 4000)
      // Everything that can be checked is checked.
      try breakIndex(box)
      #expect(throws: BackupError.self) { try DatabaseBackup.make(of: box.path) }
    }
  }

  @Test func `law 12: a database that was moved away is not reported as migrated`() throws {
    for journal in ["DELETE", "WAL"] {
      try Sandbox.with { (box) throws in
        try fill(box, journal)
        let elsewhere = box.folder + "/b.sqlite"
        let failure = try box.failure(
          .default(["CREATE TABLE t (x, y)"]), .update(2, ["DELETE FROM t"])
        ) { options in
          let listener = Listener()
          listener.onEvent = { event in
            guard case .statementDone = event else { return }
            rename(box.path, elsewhere)
          }
          options.observer = listener
        }
        #expect(failure.summary.contains("was moved, deleted or replaced"), "\(failure)")
        #expect(!box.exists(box.path))
        #expect(try box.open(elsewhere).value("SELECT db_version_num FROM db_version") == 1)
      }
    }
  }
}
