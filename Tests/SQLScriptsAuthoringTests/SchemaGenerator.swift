/// Generates histories with everything that a squash or a rebuild could lose.
struct SchemaGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    // Not the number that `next` adds: the sequences of neighboring seeds would be the same, shifted by one step.
    state = seed &* 0xD1B5_4A32_D192_ED03 &+ 7
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value &>> 31
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  struct Table {
    var name: String
    var columns: [String]
    /// The columns that SQLite can drop if no index uses them.
    var plain: [String]
    var isWithoutRowID = false
    var hasKey = false
  }

  struct Index {
    var name: String
    var table: String
    var columns: Set<String>
    var isUnique: Bool
  }

  private(set) var tables: [Table] = []
  private(set) var indexes: [Index] = []
  private(set) var scripts: [[String]] = []
  private(set) var hasFullText = false

  private static let names = [
    "note", "user", "email", "desc", "order", "index", "Äpfel", "äpfel", "a b", "x\"y", "rowid t",
    "it's",
  ]
  private static let columnNames = [
    "note", "email", "user", "desc", "kind", "name", "text", "where", "c d", "rowid", "q\"r",
    "unique", "Ö",
    "ö",
  ]

  private func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  private mutating func value() -> String {
    pick([
      "NULL", "1", "-7", "2.5", "1e300", "'x'", "'it''s'", "'2026-11-22'", "'12'", "x'00ff'", "''",
      "1795327000", "2461367.5", "9223372036854775807", "0.1", "'é'", "CAST(x'ff' AS TEXT)",
      "'a\nb'",
    ])
  }

  private mutating func makeTable(_ name: String) -> [String] {
    var table = Table(name: name, columns: [], plain: [])
    var parts: [String] = []
    switch Int.random(in: 0..<4, using: &self) {
    case 0, 1: break
    case 2:
      parts.append("id INTEGER PRIMARY KEY" + (chance(40) ? " AUTOINCREMENT" : ""))
      table.columns.append("id")
      table.hasKey = true
    default:
      parts.append("code TEXT NOT NULL PRIMARY KEY")
      table.columns.append("code")
      table.isWithoutRowID = chance(60)
    }
    var names = Self.columnNames.shuffled(using: &self).prefix(Int.random(in: 2...5, using: &self))
    if table.isWithoutRowID { names.removeAll { $0 == "rowid" } }
    for column in names {
      var part = quoted(column) + pick(["", " TEXT", " INTEGER", " REAL", " BLOB", " NUMERIC"])
      part += pick([
        "", "", "", " DEFAULT 5", " DEFAULT 'none'", " DEFAULT CURRENT_TIMESTAMP",
        " COLLATE NOCASE",
      ])
      parts.append(part)
      table.columns.append(column)
      table.plain.append(column)
    }
    tables.append(table)
    let end = table.isWithoutRowID ? " WITHOUT ROWID" : ""
    var statements = ["CREATE TABLE \(quoted(name)) (\(parts.joined(separator: ", ")))\(end)"]
    statements += rows(of: table)
    if chance(50) {
      statements.append(
        "DELETE FROM \(quoted(name)) WHERE abs(random()) % 2 < 0 OR length(\(quoted(table.columns.last ?? "id"))) % 3 = 1"
      )
    }
    if chance(40) { statements += rows(of: table) }
    return statements
  }

  private mutating func rows(of table: Table) -> [String] {
    (0..<Int.random(in: 0...5, using: &self)).map { _ in
      let used = table.columns.filter { _ in chance(80) }
      guard !used.isEmpty else {
        return "INSERT OR IGNORE INTO \(quoted(table.name)) DEFAULT VALUES"
      }
      let values = used.map { column -> String in
        column == "id"
          ? "\(Int.random(in: 1...90, using: &self))"
          : column == "code" ? "'k\(Int.random(in: 1...90, using: &self))'" : value()
      }
      return
        "INSERT OR IGNORE INTO \(quoted(table.name)) (\(used.map(quoted).joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
    }
  }

  private mutating func makeIndex() -> String? {
    let table = pick(tables)
    guard let column = table.plain.randomElement(using: &self) else { return nil }
    let name = pick(["i_", "note", "email", "desc", "on ", "where_"]) + "\(indexes.count)"
    var used: Set = [column]
    var list = quoted(column) + pick(["", " DESC", " COLLATE NOCASE"])
    if chance(30), let other = table.plain.randomElement(using: &self), other != column {
      used.insert(other)
      list += chance(50) ? ", \(quoted(other))" : ", lower(\(quoted(other)))"
    }
    var end = ""
    if chance(30), let other = table.plain.randomElement(using: &self) {
      used.insert(other)
      end = " WHERE \(quoted(other)) IS NOT NULL"
    }
    let isUnique = chance(15)
    indexes.append(Index(name: name, table: table.name, columns: used, isUnique: isUnique))
    return
      "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(quoted(name)) ON \(quoted(table.name)) (\(list))\(end)"
  }

  private mutating func makeOthers() -> [String] {
    var statements: [String] = []
    let table = pick(tables)
    guard let column = table.columns.last else { return [] }
    let number = scripts.count
    if chance(40) {
      statements.append(
        "CREATE VIEW \(quoted("view \(number)")) AS SELECT \(quoted(table.columns[0])) FROM \(quoted(table.name))"
      )
    }
    for letter in ["z", "a"] where chance(35) {
      statements.append(
        "CREATE TRIGGER \(letter)_\(number) AFTER INSERT ON \(quoted(table.name)) BEGIN UPDATE \(quoted(table.name)) SET \(quoted(column)) = 'fired' WHERE 0; END"
      )
    }
    if !hasFullText, chance(30), !table.isWithoutRowID, !table.columns.contains("rowid") {
      hasFullText = true
      let text = table.plain.first {
        !["where", "desc", "unique", "rowid"].contains($0) && !$0.contains("\"")
          && $0.allSatisfy(\.isASCII) && !$0.contains(" ")
      }
      if let text, !table.name.contains("'"), !table.name.contains("\"") {
        statements.append("CREATE VIRTUAL TABLE found USING fts5(\(text), content='\(table.name)')")
        statements.append("INSERT INTO found(found) VALUES ('rebuild')")
      }
    }
    return statements
  }

  mutating func make() {
    for name in Self.names.shuffled(using: &self).prefix(Int.random(in: 2...4, using: &self)) {
      var script = makeTable(name)
      for _ in 0..<Int.random(in: 0...2, using: &self) { script += [makeIndex()].compactMap { $0 } }
      script += makeOthers()
      scripts.append(script)
    }
  }
}
