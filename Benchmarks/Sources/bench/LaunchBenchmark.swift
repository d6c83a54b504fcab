import Foundation

/// L: the launch check of a database that is up to date, in the process of an app.
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
    let peers = "\(place.folder)/\(name)/peer.sqlite"
    try replace(peers, by: nil)
    _ = try Measurement.run([place.peer, "steps", peers, folder, "1", "\(scripts)"])
    let times = "\(Self.times)"
    return [
      Contestant(name: "C floor", command: [place.floor, "launch", path, times], prepare: {}),
      Contestant(
        name: "SQLScripts", command: [place.embedded, "launch", path, folder, times], goal: 1.15,
        prepare: {}),
      Contestant(name: "GRDB", command: [place.peer, "launch", peers, folder, times], prepare: {}),
    ]
  }

  func check(_ place: Workplace) throws {}
}
