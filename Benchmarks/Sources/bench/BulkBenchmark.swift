import Foundation

/// B: one script of INSERTs, in each format.
struct BulkBenchmark: Benchmark {
  var count: Int

  var name: String { "bulk-\(count)" }
  var title: String { "B: one script of \(count) INSERTs" }

  private static let forms: [(name: String, goal: Double)] = [
    ("json", 0.45), ("plist", 0.55), ("sql", 0.55),
  ]

  func contestants(_ place: Workplace) throws -> [Contestant] {
    let script = BulkScript(count: count)
    let files = try Self.forms.map { form in
      let folder = "\(place.folder)/\(name)-\(form.name)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let file = "\(folder)/sql_default.\(form.name)"
      try script.write(form.name, to: file)
      return (form: form.name, goal: form.goal, folder: folder, file: file)
    }
    let plain = files.first { $0.form == "sql" }?.file ?? ""
    let floor = Contestant(
      name: "C floor", command: [place.floor, "bulk", database("floor", place), plain],
      prepare: { try replace(database("floor", place), by: nil) })
    let json = files.first { $0.form == "json" }?.file ?? ""
    let peers = Contestant(
      name: "GRDB, json", command: [place.peer, "bulk", database("GRDB", place), json],
      prepare: { try replace(database("GRDB", place), by: nil) })
    // The limit of a program that has all values before it starts.
    let binding = Contestant(
      name: "C floor that binds",
      command: [place.floor, "bound", database("bound", place), "\(count)"],
      prepare: { try replace(database("bound", place), by: nil) })
    return try [floor]
      + files.map { file in
        let path = database(file.form, place)
        let size = try FileManager.default.attributesOfItem(atPath: file.file)[.size] as? Int
        return Contestant(
          name: "sqlscripts, \(file.form)",
          command: [place.sqlscripts, "migrate", "--scripts", file.folder, path], goal: file.goal,
          memoryGoal: size.map { Double($0) / 1e6 + 40 }, prepare: { try replace(path, by: nil) })
      } + [binding, peers]
  }

  func check(_ place: Workplace) throws {
    for who in Self.forms.map(\.name) + ["bound", "GRDB"] {
      let command = [
        place.floor, "same", database("floor", place), database(who, place), "item",
      ]
      _ = try Measurement.run(command)
    }
  }

  private func database(_ who: String, _ place: Workplace) -> String {
    "\(place.folder)/\(name)-\(who).sqlite"
  }
}

/// A table and its rows, about 100 bytes per statement: two kinds of numbers, and two texts.
struct BulkScript {
  var count: Int

  private static let table =
    "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, note TEXT)"

  private func insert(_ row: Int) -> String {
    let cents = row % 100
    let price = "\(row % 900).\(cents < 10 ? "0" : "")\(cents)"
    return "INSERT INTO item (id, name, price, note) VALUES "
      + "(\(row), 'name \(row)', \(price), 'a note about this one')"
  }

  /// Writes the file without holding all of it in memory. On Linux a child process inherits the peak memory of this
  /// one.
  func write(_ form: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Measurement.Failure(description: path) }
    let (before, between, after) = Self.frame(form)
    fputs(before + Self.table, file)
    for row in 1...count { fputs(between + insert(row), file) }
    fputs(after, file)
    guard fclose(file) == 0 else { throw Measurement.Failure(description: path) }
  }

  private static func frame(_ form: String) -> (before: String, between: String, after: String) {
    switch form {
    case "json": ("[\n  \"", "\",\n  \"", "\"\n]\n")
    case "sql": ("", ";\n", ";\n")
    default:
      (
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <array>
        \t<string>
        """, "</string>\n\t<string>", "</string>\n</array>\n</plist>\n"
      )
    }
  }
}
