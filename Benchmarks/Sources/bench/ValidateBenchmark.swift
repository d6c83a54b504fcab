import Foundation

/// V: the rehearsal of many scripts. Twice as many should take little more than twice the time.
struct ValidateBenchmark: Benchmark {
  let name = "validate"
  let title = "V: validate 1,000 and 2,000 scripts that mostly write rows"

  func contestants(_ place: Workplace) throws -> [Contestant] {
    try [1000, 2000].map { count in
      let folder = try place.folder("\(name)-\(count)")
      for version in 1...count {
        let name = version == 1 ? "sql_default.sql" : "sql_update_\(version).sql"
        let table = "CREATE TABLE log (id INTEGER PRIMARY KEY, version INTEGER, note TEXT);\n"
        let insert = "INSERT INTO log (version, note) VALUES (\(version), 'a note');\n"
        let update = "UPDATE log SET note = 'another' WHERE version = \(version);\n"
        let text =
          (version == 1 ? table : "") + insert + insert + insert + update + insert
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      return Contestant(
        name: "validate, \(count)", command: [place.sqlscripts, "validate", "--scripts", folder],
        goal: count == 2000 ? 2.3 : nil, prepare: {})
    }
  }

  func check(_ place: Workplace) throws {}
}
