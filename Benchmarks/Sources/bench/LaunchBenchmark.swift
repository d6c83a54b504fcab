import Foundation

/// L: what an app pays at each launch for a database that is up to date, in its own process.
struct LaunchBenchmark: Benchmark {
  var tables: Int
  var scripts: Int

  private static let times = 3000

  var name: String { "launch-\(tables)-\(scripts)" }
  var title: String {
    "L: open, check and close \(Self.times) times, \(tables) tables, \(scripts) scripts"
  }

  func contestants(_ place: Workplace) throws -> [Contestant] {
    let (path, folder) = try place.currentDatabase(name, tables: tables, scripts: scripts)
    return [
      Contestant(
        name: "C floor", command: [place.floor, "launch", path, "\(Self.times)"], prepare: {}),
      Contestant(
        name: "SQLScripts", command: [place.embedded, path, folder, "\(Self.times)"], goal: 1.15,
        prepare: {}),
    ]
  }

  func check(_ place: Workplace) throws {}
}

/// L: the same as a process of its own.
struct CheckBenchmark: Benchmark {
  var scripts: Int

  var name: String { "check-\(scripts)" }
  var title: String { "L as a process: status --check, \(scripts) scripts" }

  func contestants(_ place: Workplace) throws -> [Contestant] {
    let (path, folder) = try place.currentDatabase(name, tables: 10, scripts: scripts)
    return [
      Contestant(name: "C floor", command: [place.floor, "launch", path, "1"], prepare: {}),
      Contestant(
        name: "sqlscripts",
        command: [place.sqlscripts, "status", "--check", "--scripts", folder, path],
        prepare: {}),
    ]
  }

  func check(_ place: Workplace) throws {}
}
