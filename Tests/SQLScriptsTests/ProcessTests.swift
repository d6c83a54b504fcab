import Foundation
import SQLScripts
import SQLScriptsDatabase
import Testing

/// Law 13: processes that start at the same time apply nothing twice, and all succeed.
@Suite(.serialized) struct ProcessTests {
  private static let count = 8

  /// The effect of one of the scripts outside a transaction.
  private enum Alone: CaseIterable { case nothing, plain, vacuum, journal }

  private func writeScripts(_ box: Sandbox, _ alone: Alone) throws {
    try FileManager.default.createDirectory(
      atPath: box.folder + "/scripts", withIntermediateDirectories: true)
    try box.write("scripts/sql_default.sql", "CREATE TABLE log (n); INSERT INTO log VALUES (1);")
    for n in 2...12 {
      var text = "INSERT INTO log VALUES (\(n));"
      if n == 6, alone != .nothing { text = "-- transaction: false\n" + text }
      if n == 6, alone == .vacuum { text += "VACUUM;" }
      if n == 6, alone == .journal { text += "PRAGMA journal_mode = WAL;" }
      try box.write("scripts/sql_update_\(n).sql", text)
    }
  }

  @Test(arguments: ["DELETE", "WAL"], [0, 4, 12])
  func `law 13: eight processes at the same time apply each script once, and all succeed`(
    _ journal: String, _ installed: Int64
  ) throws {
    for alone in Alone.allCases {
      try Sandbox.with { (box) throws in
        try writeScripts(box, alone)
        let scripts = try ScriptBundle(directory: box.folder + "/scripts")
        if installed > 0 { try box.migrator(scripts).migrate(to: installed) }
        if installed > 0 || journal == "WAL" { try box.run("PRAGMA journal_mode = \(journal)") }
        var running: [(process: Process, gate: Pipe, output: Pipe)] = []
        for _ in 0..<Self.count {
          let process = Process()
          let (gate, output) = (Pipe(), Pipe())
          process.executableURL = migrateHelper
          process.arguments = [box.path, box.folder + "/scripts"]
          process.standardInput = gate
          process.standardOutput = output
          try process.run()
          running.append((process, gate, output))
        }
        // All are started before the first may continue.
        for (_, _, output) in running {
          #expect(output.fileHandleForReading.readData(ofLength: 6) == Data("ready\n".utf8))
        }
        for (_, gate, _) in running { try gate.fileHandleForWriting.close() }
        var applied: [Int64] = []
        for (process, _, output) in running {
          let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
          process.waitUntilExit()
          #expect(process.terminationStatus == 0, "\(text)")
          applied += text.split { !$0.isNumber }.compactMap { Int64($0) }
        }
        #expect(applied.sorted() == Array((installed + 1)...13).filter { $0 <= 12 })
        #expect(try box.rows("SELECT n FROM log") == (1...12).map { [.integer($0)] })
        #expect(
          try box.value("SELECT group_concat(version) FROM db_version_history")
            == .text((1...12).map(String.init).joined(separator: ",")))
        #expect(try box.value("PRAGMA integrity_check") == "ok")
        #expect(!box.exists(box.path + "-migrating"))
      }
    }
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `law 13: eight threads at the same time apply each script once, and all succeed`(
    _ journal: String
  )
    throws
  {
    for alone in Alone.allCases {
      try Sandbox.with { (box) throws in
        try writeScripts(box, alone)
        if journal == "WAL" { try box.run("PRAGMA journal_mode = WAL") }
        let scripts = try ScriptBundle(directory: box.folder + "/scripts")
        let migrator = box.migrator(scripts) { $0.busyTimeout = .seconds(60) }
        let results = Lock<[Result<MigrationReport, any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: Self.count) { _ in
          let result = Result { try migrator.migrate() }
          results.withLock { $0.append(result) }
        }
        let reports = try results.withLock { try $0.map { try $0.get() } }
        #expect(reports.map(\.steps.count).reduce(0, +) == 12)
        #expect(reports.allSatisfy { $0.to == 12 })
        #expect(try box.rows("SELECT n FROM log") == (1...12).map { [.integer($0)] })
      }
    }
  }

  @Test func `law 13: steps that another process completed meanwhile are skipped and counted`()
    throws
  {
    try Sandbox.with { (box) throws in
      try writeScripts(box, .nothing)
      let scripts = try ScriptBundle(directory: box.folder + "/scripts")
      let listener = Listener()
      listener.onEvent = { event in
        guard case .planned = event else { return }
        _ = try? box.migrator(scripts).migrate(to: 5)
      }
      let report = try box.migrator(scripts) { $0.observer = listener }.migrate()
      #expect(report.steps.map(\.version) == Array(6...12))
      #expect(report.stepsOfOthers == 5)
      #expect(try box.rows("SELECT n FROM log") == (1...12).map { [.integer($0)] })
    }
  }

  @Test func `law 13: steps that another process completed between two transactions are skipped`()
    throws
  {
    try Sandbox.with { (box) throws in
      try writeScripts(box, .nothing)
      let scripts = try ScriptBundle(directory: box.folder + "/scripts")
      let listener = Listener()
      listener.onEvent = { event in
        guard case .stepCommitted(let step) = event, step.version == 3 else { return }
        _ = try? box.migrator(scripts).migrate(to: 7)
      }
      let migrator = box.migrator(scripts) {
        $0.observer = listener
        $0.groupCommit = .zero
      }
      let report = try migrator.migrate()
      #expect(report.steps.map(\.version) == Array(1...3) + Array(8...12))
      #expect(report.stepsOfOthers == 4)
      #expect(try box.rows("SELECT n FROM log") == (1...12).map { [.integer($0)] })
    }
  }
}
