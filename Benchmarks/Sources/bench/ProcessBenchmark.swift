import Foundation

/// S: a program that starts and does nothing.
struct StartBenchmark: Benchmark {
  let name = "start"
  let title = "S: the start of a process"

  func contestants(_ place: Workplace) throws -> [Contestant] {
    [
      Contestant(
        name: "C, with SQLite", command: [place.floor, "start"], repeats: 50, prepare: {}),
      Contestant(
        name: "sqlscripts --version", command: [place.sqlscripts, "--version"], repeats: 50,
        prepare: {}),
      Contestant(name: "GRDB", command: [place.peer, "start"], repeats: 50, prepare: {}),
    ]
  }

  func check(_ place: Workplace) throws {}
}

/// L: a launch check as a separate process.
struct CheckBenchmark: Benchmark {
  var scripts: Int

  var name: String { "check-\(scripts)" }
  var title: String { "L as a process: status --check, \(scripts) scripts" }

  func contestants(_ place: Workplace) throws -> [Contestant] {
    let (path, folder) = try place.currentDatabase(name, tables: 10, scripts: scripts)
    let peers = "\(place.folder)/\(name)/peer.sqlite"
    try replace(peers, by: nil)
    _ = try Measurement.run([place.peer, "steps", peers, folder, "1", "\(scripts)"])
    return [
      Contestant(
        name: "C floor", command: [place.floor, "launch", path, "1"], repeats: 50, prepare: {}),
      Contestant(
        name: "sqlscripts",
        command: [place.sqlscripts, "status", "--check", "--scripts", folder, path],
        // 4.5 and 5 ms when the floor took 1.3 and 1.4 ms.
        goal: scripts > 100 ? 3.57 : 3.46, repeats: 50, prepare: {}),
      Contestant(
        name: "GRDB", command: [place.peer, "launch", peers, folder, "1"], repeats: 50,
        prepare: {}),
    ]
  }

  func check(_ place: Workplace) throws {}
}
