import SQLScriptsDatabase
import SQLScriptsSQL

/// A table of the main database, of which all is known that happens when a row is inserted.
struct OrdinaryTable {
  private(set) var hasTrigger = false
  /// The statement that created it.
  private(set) var sql = ""

  /// Nil for a view, for a virtual table, whose rows may be those of other tables, and if there are TEMP objects: a table of
  /// the same name, or a trigger.
  init?(_ name: SQLName, _ connection: Connection) throws(SQLiteError) {
    guard try connection.rows("SELECT 1 FROM temp.sqlite_master LIMIT 1").isEmpty else {
      return nil
    }
    var exists = false
    let objects = "SELECT type, tbl_name, rootpage, sql FROM main.sqlite_schema"
    for row in try connection.rows(objects) where row[1].name == name {
      if row[0] == "trigger" { hasTrigger = true }
      guard row[0] == "table", row[2].int ?? 0 > 0 else { continue }
      exists = true
      sql = row[3].string ?? ""
    }
    if !exists { return nil }
  }
}
