import Foundation
import SQLScripts
import SQLScriptsDatabase
import Testing

/// The cost of the launch check and of a step, as instructions of a debug build counted by callgrind. More
/// instructions are slower on any machine. The bounds have a margin of a quarter for other compilers and SQLites.
@Suite(.enabled(if: Callgrind.isThere, "counting instructions needs Linux, valgrind and objcopy"))
struct InstructionTests {
  private func scripts(_ count: Int, _ box: Sandbox) throws -> String {
    let folder = "scripts-\(count)"
    try FileManager.default.createDirectory(
      atPath: "\(box.folder)/\(folder)", withIntermediateDirectories: true)
    for number in 1...count {
      let name = number == 1 ? "sql_default" : "sql_update_\(number)"
      try box.write(
        "\(folder)/\(name).sql",
        "CREATE TABLE t\(number) (n INTEGER); INSERT INTO t\(number) VALUES (\(number));")
    }
    return "\(box.folder)/\(folder)"
  }

  @Test func `law 6: the cost of a launch check does not depend on the number of scripts`() throws {
    try Sandbox.with { (box) throws in
      let callgrind = try Callgrind(box)
      let counts = try [10, 3000].map { count in
        let folder = try scripts(count, box)
        let path = "\(box.folder)/\(count).sqlite"
        // The tables are the same, so SQLite has the same schema to parse.
        let few = try ScriptBundle(directory: try self.scripts(10, box))
        try Migrator(path: path, scripts: few).migrate()
        try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(0))
          .execute("UPDATE db_version SET db_version_num = \(count)")
        return try callgrind.instructions(migrating: path, with: folder)
      }
      #expect(counts[0] > 100_000)
      #expect(counts[0] < 850_000)
      // Ten for each of the 2,990 names. The heap and the tables of types differ by up to 10,000, whatever their number.
      #expect(abs(counts[1] - counts[0]) < 30_000)
    }
  }

  @Test func `the cost of a step does not depend on the number of pending steps`() throws {
    try Sandbox.with { (box) throws in
      let callgrind = try Callgrind(box)
      let counts = try [20, 60, 100].map { count in
        try callgrind.instructions(
          migrating: "\(box.folder)/\(count).sqlite", with: try scripts(count, box))
      }
      let (first, second) = ((counts[1] - counts[0]) / 40, (counts[2] - counts[1]) / 40)
      #expect(first > 100_000)
      #expect(first < 1_500_000)
      #expect(second < first * 5 / 4)
    }
  }
}

/// Counts the instructions of `Migrator.migrate(to:)` in the helper.
private struct Callgrind {
  private static let valgrind = "/usr/bin/valgrind"
  private static let objcopy = "/usr/bin/objcopy"
  private static let function =
    "$s10SQLScripts8MigratorV7migrate2toAA15MigrationReportVs5Int64VSg_tAA0E7FailureVYKF"

  /// Another processor has other instructions, optimized code has fewer, and a sanitizer adds some.
  static var isThere: Bool {
    #if os(Linux) && arch(x86_64) && DEBUG
      return [valgrind, objcopy].allSatisfy(FileManager.default.isExecutableFile)
        && ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil
    #else
      return false
    #endif
  }

  private let program: String
  private let folder: String

  /// Valgrind cannot read Swift's debugging information, so it gets a program without it.
  init(_ box: Sandbox) throws {
    folder = box.folder
    program = folder + "/helper"
    try Self.run(Self.objcopy, ["--strip-debug", migrateHelper.path, program])
  }

  func instructions(migrating database: String, with scripts: String) throws -> Int {
    let counts = folder + "/counts"
    try Self.run(
      Self.valgrind,
      [
        "--quiet", "--tool=callgrind", "--callgrind-out-file=\(counts)",
        "--toggle-collect=\(Self.function)", program, database, scripts,
      ])
    let lines = try String(contentsOfFile: counts, encoding: .utf8).split(separator: "\n")
    let summary = try #require(lines.first { $0.hasPrefix("summary: ") })
    return try #require(Int(summary.dropFirst("summary: ".count)))
  }

  private static func run(_ path: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    // Group commit depends on the time, and valgrind and other processes slow it down.
    process.environment = ProcessInfo.processInfo.environment.merging(["ONE_GROUP": "1"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(path) \(arguments)")
  }
}
