/// A query for one value that is compiled once, for values that are asked for in every transaction.
package struct KeptQuery {
  private let sql: String
  private var statement: Statement?

  package init(_ sql: String) {
    self.sql = sql
  }

  /// The first value of the first row; nil if there is no row.
  package mutating func value(_ connection: Connection) throws(SQLiteError) -> SQLiteValue? {
    let statement = if let statement { statement } else { try connection.prepare(sql) }
    self.statement = statement
    defer { statement.rewind() }
    return try statement.step() ? statement.value(0) : nil
  }
}
