import SQLScriptsAuthoring
import SQLScriptsScratch

/// A random schema whose tables and columns keep their identity while it is edited, so that the right result of an
/// update is known.
struct RandomSchema {
  struct Column {
    var id: Int
    var name: String
    var type: String
    var isNotNull = false
    var defaultValue: String?
    var check: String?
    var collation: String?
    var formula: String?
    var parent: Int?
    var action = ""
  }

  struct Table {
    enum Key: CaseIterable { case alias, autoincrement, text, composite, none, withoutRowID }

    var id: Int
    var name: String
    var key: Key
    var columns: [Column]
    var uniques: [[Int]] = []
    var indexes: [(name: String, column: Int, isUnique: Bool, isPartial: Bool)] = []
    var triggers: [(name: String, target: Int)] = []
    var isStrict = false
    var comment = ""

    /// Each row has another number here, by which the test finds it again.
    static let rowName = "uid"
  }

  struct View {
    var name: String
    /// A table, or a view before this one.
    var table: Int
    var columns: [Int]
    var over: Int?
  }

  var tables: [Table] = []
  var views: [View] = []
  var random: SeededGenerator
  private var nextID = 1

  private static let names = [
    "user", "order", "Name", "note text", "größe", "名前", "a\"b", "select", "x", "Value", "key",
    "date", "index", "it's", "group", "z.y", "check", "UNIQUE", "title", "body", "n1", "état",
  ]
  private static let types = ["INTEGER", "TEXT", "REAL", "BLOB", "NUMERIC", "VARCHAR(20)", ""]
  private static let strictTypes = ["INTEGER", "TEXT", "REAL", "BLOB", "ANY"]

  init(seed: UInt64) {
    random = SeededGenerator(state: seed)
    for _ in 0..<Int.random(in: 1...6, using: &random) { addTable() }
    for _ in 0..<Int.random(in: 0...3, using: &random) { addView() }
  }

  mutating func id() -> Int {
    nextID += 1
    return nextID
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  mutating func name(besides taken: [String]) -> String {
    var name = pick(Self.names) ?? "t"
    while taken.contains(where: { $0.lowercased() == name.lowercased() }) {
      name += "\(Int.random(in: 0...9, using: &random))"
    }
    return name
  }

  var objectNames: [String] {
    tables.map(\.name) + views.map(\.name) + tables.flatMap { $0.indexes.map(\.name) }
      + tables.flatMap { $0.triggers.map(\.name) }
  }

  func table(_ id: Int) -> Table? { tables.first { $0.id == id } }

  mutating func newColumn(of table: Table) -> Column {
    let names = table.columns.map(\.name) + [Table.rowName, "id", "k", "rowid"]
    let type = pick(table.isStrict ? Self.strictTypes : Self.types) ?? "TEXT"
    var column = Column(id: id(), name: name(besides: names), type: type)
    if chance(30) {
      column.isNotNull = true
      column.defaultValue = type == "TEXT" ? "'d'" : type == "BLOB" ? "x'00'" : "7"
    } else if chance(20) {
      column.defaultValue = pick(
        type == "TEXT" || type == "" || type == "VARCHAR(20)"
          ? ["CURRENT_TIMESTAMP", "'it''s'", "(lower('X'))", "NULL"] : ["NULL"])
    }
    if type == "TEXT", chance(15) { column.collation = "NOCASE" }
    if type == "INTEGER", chance(15) { column.check = ">= 0" }
    if type == "INTEGER", !tables.isEmpty, column.defaultValue == nil, chance(25) {
      column.parent = pick(tables.filter { $0.key == .alias || $0.key == .autoincrement })?.id
      column.action = pick(["", " ON DELETE CASCADE", " ON UPDATE SET NULL"]) ?? ""
    }
    if column.parent == nil, column.defaultValue == nil, column.check == nil, chance(8) {
      column.formula = "\(Table.rowName) * 2"
      column.collation = nil
      column.type = table.isStrict ? "INTEGER" : ""
      column.isNotNull = false
    }
    return column
  }

  mutating func addTable() {
    var table = Table(
      id: id(), name: name(besides: objectNames), key: pick(Table.Key.allCases) ?? .alias,
      columns: [])
    table.isStrict = chance(15)
    if chance(25) { table.comment = " -- a comment, with ) and 'quotes\n" }
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      table.columns.append(newColumn(of: table))
    }
    if chance(20), let column = table.columns.first(where: { $0.formula == nil }) {
      table.uniques.append([column.id])
    }
    tables.append(table)
    if chance(40) { addIndex(to: tables.count - 1) }
    if chance(30) { addTrigger(to: tables.count - 1) }
  }

  mutating func addIndex(to index: Int) {
    guard let column = pick(tables[index].columns) else { return }
    let isUnique = chance(15) && column.defaultValue == nil
    tables[index].indexes.append(
      (name(besides: objectNames) + "_ix", column.id, isUnique, chance(20)))
  }

  mutating func addTrigger(to index: Int) {
    guard let target = pick(tables) else { return }
    tables[index].triggers.append((name(besides: objectNames) + "_tr", target.id))
  }

  mutating func addView() {
    guard let table = pick(tables), let column = pick(table.columns) else { return }
    let over = chance(30) ? views.indices.randomElement(using: &random) : nil
    views.append(
      View(
        name: name(besides: objectNames) + "_v", table: table.id, columns: [column.id], over: over))
  }
}
