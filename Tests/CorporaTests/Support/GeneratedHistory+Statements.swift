/// The changes of a generated history.
extension GeneratedHistory {
  // MARK: Names

  /// A name in the quotes of the style.
  func quoted(_ name: String) -> String {
    switch style {
    case .plain: "\"\(name)\""
    case .room, .drizzle: "`\(name)`"
    case .sqlx: name.allSatisfy { $0.isASCII && $0 != " " } ? name : "[\(name)]"
    }
  }

  mutating func newName(_ stem: String) -> String {
    names += 1
    return style == .plain && names % 3 == 0 ? "\(stem) 表\(names)" : "\(stem)_\(names)"
  }

  private mutating func index() -> Int { Int.random(in: tables.indices, using: &random) }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  // MARK: Tables

  mutating func makeTable() -> [String] {
    var table = Table(name: newName("item"), columns: [])
    if !tables.isEmpty { table.parent = tables[index()].name }
    table.columns = [
      Column(name: "title", type: "TEXT", constraint: "NOT NULL DEFAULT ''"),
      Column(name: "amount", type: "INTEGER", constraint: "CHECK (amount >= 0)"),
      Column(name: newName("note"), type: "TEXT"),
    ]
    if chance(30) { table.options = " STRICT" }
    tables.append(table)
    return [definition(of: table, named: table.name)]
  }

  /// The statement that creates a table in its current state.
  private func definition(of table: Table, named name: String) -> String {
    var parts = ["id INTEGER PRIMARY KEY"]
    if let parent = table.parent {
      parts.append("parent_id INTEGER REFERENCES \(quoted(parent)) (id) ON DELETE CASCADE")
    }
    parts += table.columns.map { column in
      "\(quoted(column.name)) \(column.type)"
        + (column.constraint.isEmpty ? "" : " \(column.constraint)")
    }
    return
      "CREATE TABLE \(quoted(name)) (\n  \(parts.joined(separator: ",\n  "))\n)\(table.options)"
  }

  /// The columns that are not generated.
  private func stored(_ table: Table) -> [String] {
    ["id"] + (table.parent == nil ? [] : ["parent_id"])
      + table.columns.filter { !$0.constraint.contains("AS (") }.map { quoted($0.name) }
  }

  mutating func addColumn() -> [String] {
    let table = index()
    let column =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: Column(name: newName("flag"), type: "INTEGER", constraint: "NOT NULL DEFAULT 0")
      case 1: Column(name: newName("label"), type: "TEXT", constraint: "DEFAULT 'it''s; fine'")
      case 2: Column(name: newName("twice"), type: "INTEGER", constraint: "AS (amount * 2) VIRTUAL")
      default: Column(name: newName("data"), type: "BLOB")
      }
    tables[table].columns.append(column)
    return [
      "ALTER TABLE \(quoted(tables[table].name)) ADD COLUMN \(quoted(column.name)) \(column.type) \(column.constraint)"
    ]
  }

  mutating func renameColumn() -> [String] {
    let table = index()
    let name = newName("note")
    let old = tables[table].columns[2].name
    tables[table].columns[2].name = name
    return [
      "ALTER TABLE \(quoted(tables[table].name)) RENAME COLUMN \(quoted(old)) TO \(quoted(name))"
    ]
  }

  /// Drops a column that was added and that nothing else names.
  mutating func dropColumn() -> [String] {
    let table = index()
    guard tables[table].columns.count > 3 else { return addColumn() }
    let column = tables[table].columns.removeLast()
    return ["ALTER TABLE \(quoted(tables[table].name)) DROP COLUMN \(quoted(column.name))"]
  }

  /// Renames a table that no stored statement names. SQLite updates the references to it.
  mutating func renameTable() -> [String] {
    let table = index()
    guard tables[table].trigger == nil, tables[table].view == nil, tables[table].indexes.isEmpty
    else { return makeTable() }
    let old = tables[table].name
    let name = newName("renamed")
    tables[table].name = name
    for other in tables.indices where tables[other].parent == old { tables[other].parent = name }
    return ["ALTER TABLE \(quoted(old)) RENAME TO \(quoted(name))"]
  }

  // MARK: References to a table

  mutating func makeIndex() -> [String] {
    let table = index()
    let name = quoted(tables[table].name)
    let index = quoted(newName("index"))
    let statement =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: "CREATE INDEX \(index) ON \(name) (title COLLATE NOCASE DESC) WHERE amount > 0"
      case 1: "CREATE INDEX \(index) ON \(name) (lower(title), amount)"
      case 2: "CREATE UNIQUE INDEX \(index) ON \(name) (id, title)"
      default: "CREATE INDEX IF NOT EXISTS \(index) ON \(name) (amount)"
      }
    tables[table].indexes.append(statement)
    return [statement]
  }

  mutating func makeView() -> [String] {
    let table = index()
    guard tables[table].view == nil else { return changeRows() }
    let statement = """
      CREATE VIEW \(quoted("view of \(tables[table].name)")) AS
        SELECT id, title, row_number() OVER (ORDER BY amount, id) AS place
        FROM \(quoted(tables[table].name)) -- not only; the first
        WHERE amount IS NOT NULL
      """
    tables[table].view = statement
    return [statement]
  }

  mutating func makeTrigger() -> [String] {
    let table = index()
    guard tables[table].trigger == nil else { return changeRows() }
    let statement = """
      CREATE TRIGGER \(quoted("after \(tables[table].name)")) AFTER UPDATE OF title
        ON \(quoted(tables[table].name))
      BEGIN
        INSERT INTO log (what) VALUES ('changed; ' || CASE WHEN new.amount > 1 THEN new.title ELSE '' END);
        UPDATE \(quoted(tables[table].name)) SET amount = amount + 1 WHERE id = new.id;
      END
      """
    tables[table].trigger = statement
    return [statement]
  }

  mutating func makeFullText() -> [String] {
    let name = quoted(tables[0].name)
    return [
      "CREATE VIRTUAL TABLE search USING fts5(title, tokenize = 'unicode61')",
      "INSERT INTO search (rowid, title) SELECT id, title FROM \(name)",
      "INSERT INTO search (title) VALUES ('first; second'), ('三')",
    ]
  }

  // MARK: Rebuilds

  /// Rebuilds a table with an additional column, as the tools do. Its children must keep their rows.
  mutating func rebuild() -> [String] {
    let index = index()
    var table = tables[index]
    let old = stored(table)
    table.columns.append(Column(name: newName("extra"), type: "INTEGER", constraint: "DEFAULT 7"))
    tables[index] = table
    let new = (style == .drizzle ? "__new_" : "_new_") + table.name
    var statements: [String] = []
    // Half of the authors drop the view first. The others leave it to the runner (law 18).
    let dropsView = table.view != nil && chance(50)
    if dropsView { statements.append("DROP VIEW \(quoted("view of \(table.name)"))") }
    statements += [
      definition(of: table, named: new),
      """
      INSERT INTO \(quoted(new)) (\(old.joined(separator: ", ")))
        SELECT \(old.joined(separator: ", ")) FROM \(quoted(table.name))
      """,
      "DROP TABLE \(quoted(table.name))",
      "ALTER TABLE \(quoted(new)) RENAME TO \(quoted(table.name))",
    ]
    statements += table.indexes
    if let trigger = table.trigger { statements.append(trigger) }
    if dropsView, let view = table.view { statements.append(view) }
    switch style {
    case .plain: return ["PRAGMA foreign_keys = OFF"] + statements
    case .room: return statements
    case .drizzle: return ["PRAGMA foreign_keys=OFF"] + statements + ["PRAGMA foreign_keys=ON"]
    case .sqlx:
      return ["COMMIT TRANSACTION", "PRAGMA foreign_keys = OFF", "BEGIN TRANSACTION"] + statements
        + ["COMMIT TRANSACTION", "PRAGMA foreign_keys = ON", "BEGIN TRANSACTION"]
    }
  }

  // MARK: Rows

  /// Rows whose parents exist, in every table.
  mutating func insertRows() -> [String] {
    var statements: [String] = []
    for index in tables.indices where chance(60) {
      let table = tables[index]
      let count = Int.random(in: 1...4, using: &random)
      let parentRows = tables.first { $0.name == table.parent }?.rows ?? 0
      let rows = (1...count).map { row -> String in
        let id = table.rows + row
        let parent = parentRows == 0 ? "NULL" : "\(1 + id % parentRows)"
        let values =
          ["\(id)"] + (table.parent == nil ? [] : [parent]) + ["'row \(id)'", "\(id % 5)"]
        return "(\(values.joined(separator: ", ")))"
      }
      tables[index].rows += count
      let columns = ["id"] + (table.parent == nil ? [] : ["parent_id"]) + ["title", "amount"]
      statements.append(
        "INSERT INTO \(quoted(table.name)) (\(columns.joined(separator: ", "))) VALUES\n  "
          + rows.joined(separator: ",\n  "))
    }
    return statements
  }

  mutating func changeRows() -> [String] {
    let index = index()
    let name = quoted(tables[index].name)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      return [
        "UPDATE \(name) SET title = CASE WHEN amount > 2 THEN upper(title) ELSE title || ';' END"
      ]
    case 1:
      return [
        """
        INSERT INTO \(name) (id, title, amount) SELECT id, title, amount FROM \(name) WHERE true
          ON CONFLICT (id) DO UPDATE SET amount = excluded.amount + 1
        """
      ]
    case 2:
      return [
        """
        WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 5)
        INSERT INTO log (what) SELECT 'counted ' || n FROM count
        """
      ]
    default:
      return [
        """
        UPDATE \(name) SET amount = (
          SELECT place FROM (SELECT id, rank() OVER (ORDER BY title, id) AS place FROM \(name)) AS ranked
          WHERE ranked.id = \(name).id)
        """
      ]
    }
  }
}
