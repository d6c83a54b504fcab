import Foundation

/// F: many small databases with five pending updates each.
struct FleetBenchmark: Benchmark {
  var count = 1000

  let name = "fleet"
  var title: String { "F: \(count) databases, 5 updates each, one process" }

  func contestants(_ place: Workplace) throws -> [Contestant] {
    let folder = try place.folder(name)
    let scripts = try place.folder("\(name)/scripts")
    try SmallScripts.write(10, to: scripts)
    let base = "\(folder)/base.sqlite"
    try place.migrate(base, scripts, ["--to", "5"])
    let peerBase = "\(folder)/peer-base.sqlite"
    try replace(peerBase, by: nil)
    _ = try Measurement.run([place.peer, "steps", peerBase, scripts, "1", "5"])
    let contestant = { (name: String, goal: Double?, command: (String) -> [String]) in
      let databases = try place.folder("\(self.name)/\(name)")
      let paths = (0..<count).map { "\(databases)/\($0).sqlite" }
      let list = "\(folder)/\(name).txt"
      try Data((paths.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: list))
      return Contestant(
        name: name, command: command(list), goal: goal,
        prepare: {
          for path in paths { try replace(path, by: name == "GRDB" ? peerBase : base) }
        })
    }
    let ours = { (jobs: Int) in
      { (list: String) in
        [
          place.sqlscripts, "migrate", "--scripts", scripts, "--jobs", "\(jobs)", "--from-file",
          list,
        ]
      }
    }
    return [
      try contestant("C floor", nil) { [place.floor, "fleet", $0, scripts, "6", "10"] },
      try contestant("sqlscripts", 0.40, ours(1)),
      try contestant("sqlscripts, two jobs", 0.40, ours(2)),
      try contestant("GRDB", nil) { [place.peer, "fleet", $0, scripts, "6", "10"] },
    ]
  }

  func check(_ place: Workplace) throws {
    let folder = "\(place.folder)/\(name)"
    for name in ["sqlscripts", "sqlscripts, two jobs", "GRDB"] {
      _ = try Measurement.run([
        place.floor, "same", "\(folder)/C floor/7.sqlite", "\(folder)/\(name)/7.sqlite", "log",
      ])
    }
  }
}
