import SQLScriptsSQL
import SQLScriptsSchema

/// A trigger that refuses rows with RAISE.
struct RaisingTrigger {
  let name: String

  /// Whether it refuses only some rows. Otherwise its RAISE stands alone: `SELECT RAISE(ABORT, 'no');`
  let isConditional: Bool

  /// Whether its condition reads the row before the change.
  let readsOldRow: Bool

  /// The columns of the new row that its condition reads.
  let newColumns: Set<SQLName>

  /// The trigger that refused a row with a message; nil if none of a schema does.
  init?(message: String, in schema: SchemaSnapshot) {
    let triggers = schema.tables.values.flatMap(\.triggers).sorted { $0.name < $1.name }
    let found = triggers.first { trigger in
      SQLiteMeaning.mentions("raise", in: trigger.sql)
        && SQLiteMeaning.mentions(message, in: trigger.sql)
    }
    guard let found else { return nil }
    self.init(found)
  }

  private init(_ trigger: SchemaTrigger) {
    name = trigger.name
    let sql = SQLText(trigger.sql)
    let raise = sql.indices.first { sql.word($0) == "RAISE" } ?? 0
    let isAlone =
      sql.word(raise - 1) == "SELECT" && sql.word(sql.end(ofParenthesis: raise + 1) + 1) == ";"
    isConditional = !isAlone || sql.indices.contains { $0 < raise && sql.word($0) == "WHEN" }
    let columns = { (row: String) in
      Set(
        sql.indices.filter { sql.has(row, ".", at: $0) }.map { SQLName(sql.name($0 + 2)) })
    }
    readsOldRow = !columns("OLD").isEmpty
    newColumns = columns("NEW")
  }
}
