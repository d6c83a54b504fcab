import CSQLScriptsSQLite
import SQLScripts
import SQLScriptsDatabase
import Testing

/// Law 29: consecutive scripts share a transaction while it is young.
@Suite struct GroupCommitTests {
  private let scripts: [InMemoryScript] =
    [.default(["CREATE TABLE t (x)"])]
    + (2...40).map { .update($0, ["INSERT INTO t VALUES (\($0))"]) }

  /// The commits of a migration, counted by SQLite, and at each one the versions that were reported.
  private func commits(_ group: Duration, _ scripts: [InMemoryScript]) throws -> (
    count: Int, listener: Listener, failure: MigrationFailure?
  ) {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    var options = MigrationOptions()
    options.groupCommit = group
    let listener = Listener()
    options.observer = listener
    var count = 0
    return try withUnsafeMutablePointer(to: &count) { pointer in
      sqlite3_commit_hook(
        connection.handle,
        { context in
          context?.assumingMemoryBound(to: Int.self).pointee += 1
          return 0
        }, pointer)
      listener.onEvent = { event in
        guard case .stepCommitted = event else { return }
        // A reported step is committed: no transaction is open, and the version is recorded.
        #expect(connection.isInAutocommit)
      }
      defer { sqlite3_commit_hook(connection.handle, nil, nil) }
      do {
        try Migrator(
          connection: connection.handle, scripts: ScriptBundle(scripts: scripts), options: options
        ).migrate()
        return (pointer.pointee, listener, nil)
      } catch {
        let found = try #require(error as? MigrationFailure)
        let last = found.report.steps.last?.version ?? 0
        #expect(
          try connection.rows("SELECT * FROM db_version") == [[.integer(last)]])
        return (pointer.pointee, listener, found)
      }
    }
  }

  @Test func `law 29: with a limit of zero, each script has its own transaction`() throws {
    let (count, listener, _) = try commits(.zero, scripts)
    #expect(count == 40)
    #expect(listener.committed == Array(1...40))
  }

  @Test func `law 29: scripts that take longer than the limit are committed at its end`() throws {
    let slow =
      "INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
      + " SELECT max(i) FROM n"
    let (count, listener, _) = try commits(
      .milliseconds(1),
      [.default(["CREATE TABLE t (x)", slow])] + (2...4).map { .update($0, [slow]) })
    #expect(count == 4)
    #expect(listener.committed == [1, 2, 3, 4])
  }

  @Test func `law 29: many small scripts share a few commits`() throws {
    let (count, listener, _) = try commits(.seconds(3600), scripts)
    #expect(count == 1)
    #expect(listener.committed == Array(1...40))
    #expect(listener.repetitions == 0)
  }

  @Test(arguments: [Duration.zero, .milliseconds(100), .seconds(3600)])
  func `law 29: a failing script does not undo the earlier scripts of its group`(_ group: Duration)
    throws
  {
    let broken = scripts.prefix(20) + [.update(21, ["INSERT INTO t VALUES (21)", "nonsense"])]
    let (_, listener, failure) = try commits(group, Array(broken))
    #expect(failure?.report.steps.map(\.version) == Array(1...20))
    #expect(listener.committed == Array(1...20))
  }

  @Test func `law 29: a script outside a transaction ends the group before it`() throws {
    let alone = InMemoryScript.file(
      named: "sql_update_41.sql", text: "-- transaction: false\nVACUUM;")
    let (_, listener, failure) = try commits(.seconds(3600), scripts + [alone, .update(42, [])])
    #expect(failure == nil)
    #expect(listener.committed == Array(1...42))
  }

  @Test func `law 29: events arrive in order, and each step starts once`() throws {
    let (_, listener, _) = try commits(.seconds(3600), Array(scripts.prefix(3)))
    let words = listener.events.map { event in
      switch event {
      case .planned(let plan): "planned \(plan.steps.count)"
      case .stepStarted(let step, let number, let total):
        "started \(step.version) \(number)/\(total)"
      case .statementDone(let step, let count, let total): "done \(step.version) \(count)/\(total)"
      case .stepCommitted(let step): "committed \(step.version)"
      case .stepsRepeated: "repeated"
      case .finished(let report): "finished \(report.to)"
      }
    }
    #expect(
      words == [
        "planned 3", "started 1 1/3", "done 1 1/1", "started 2 2/3", "done 2 1/1", "started 3 3/3",
        "done 3 1/1", "committed 1", "committed 2", "committed 3", "finished 3",
      ])
  }
}
