/// V: the rehearsal of many scripts. Twice as many should take little more than twice the time.
struct ValidateBenchmark: Benchmark {
  var scripts: RehearsedScripts
  /// The goal for twice as many scripts.
  var goal: Double

  var name: String { "validate-\(scripts)" }
  var title: String { "V: validate 1,000 and 2,000 scripts that \(scripts.title)" }

  func contestants(_ place: Workplace) throws -> [Contestant] {
    try [1000, 2000].map { count in
      let folder = try scripts.write(count, place)
      return Contestant(
        name: "validate, \(count)", command: [place.sqlscripts, "validate", "--scripts", folder],
        goal: count == 2000 ? goal : nil, prepare: {})
    }
  }

  func check(_ place: Workplace) throws {}
}
