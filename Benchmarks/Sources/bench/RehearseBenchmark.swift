/// R: all scripts from many old versions, compared with the validation of the same scripts.
struct RehearseBenchmark: Benchmark {
  var scripts: RehearsedScripts

  private static let count = 300

  var name: String { "rehearse-\(scripts)" }
  var title: String { "R: rehearse \(Self.count) scripts that \(scripts.title)" }

  func contestants(_ place: Workplace) throws -> [Contestant] {
    let folder = try scripts.write(Self.count, place)
    return ["validate", "rehearse"].map { command in
      Contestant(
        name: command, command: [place.sqlscripts, command, "--scripts", folder],
        goal: command == "rehearse" ? 2 : nil, prepare: {})
    }
  }

  func check(_ place: Workplace) throws {}
}
