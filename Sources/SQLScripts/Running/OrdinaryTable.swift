import SQLScriptsDatabase
import SQLScriptsSQL

/// A table of the main database whose rows are only its own: neither a view nor a virtual table.
struct OrdinaryTable {
  private(set) var hasTrigger = false
  /// The statement that created it.
  private(set) var sql = ""
  /// The statements that created its indexes; nil for one of a constraint.
  private(set) var indexes: [String?] = []

  /// Nil if there is none, or if there are TEMP objects: a table of the same name, or a trigger.
  ///
  /// - Parameter budget: reduced by the number of objects that are looked at, which are all of the schema.
  init?(
    _ name: SQLName, _ connection: Connection, budget: inout Int
  ) throws(SQLiteError) {
    guard try connection.rows("SELECT 1 FROM temp.sqlite_master LIMIT 1").isEmpty else {
      return nil
    }
    var exists = false
    // Names are compared here, because an app can replace NOCASE. Only what belongs to the table has its SQL read.
    let objects = try connection.prepare(
      "SELECT type, tbl_name, rootpage, rowid FROM main.sqlite_schema")
    while try objects.step() {
      budget -= 1
      guard objects.value(1).name == name else { continue }
      let number = objects.value(3).int64 ?? 0
      let sql = try connection.value("SELECT sql FROM main.sqlite_schema WHERE rowid = \(number)")
      switch objects.value(0) {
      case "trigger": hasTrigger = true
      case "index": indexes.append(sql?.string)
      case "table" where objects.value(2).int ?? 0 > 0:
        exists = true
        self.sql = sql?.string ?? ""
      default: break
      }
    }
    if !exists { return nil }
  }
}
