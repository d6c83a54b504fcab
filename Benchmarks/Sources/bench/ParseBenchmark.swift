import Foundation

/// P: reading scripts without running them.
struct ParseBenchmark: Benchmark {
  let name = "parse"
  let title = "P: one script of 100,000 INSERTs is read 20 times"

  private static let times = 20

  func contestants(_ place: Workplace) throws -> [Contestant] {
    let script = BulkScript(count: 100_000)
    let times = "\(Self.times)"
    let contestants = try ["plist", "json", "sql"].map { form in
      let folder = try place.folder("\(name)/\(form)")
      let file = "\(folder)/sql_default.\(form)"
      try script.write(form, to: file)
      return Contestant(
        name: "SQLScripts, \(form)", command: [place.embedded, "parse", folder, times],
        goal: form == "plist" ? 1.25 : nil, megabytes: try megabytes(file),
        speedGoal: form == "json" ? 700 : nil, prepare: {})
    }
    let plist = "\(place.folder)/\(name)/plist/sql_default.plist"
    let floor = Contestant(
      name: "libxml2 SAX in C, plist", command: [place.sax, plist, times],
      megabytes: try megabytes(plist), prepare: {})
    return [floor] + contestants
  }

  func check(_ place: Workplace) throws {}

  private func megabytes(_ file: String) throws -> Double {
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
    return Double((size ?? 0) * Self.times) / 1e6
  }
}
