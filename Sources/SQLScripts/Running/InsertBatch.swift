import SQLScriptsDatabase
import SQLScriptsSQL

/// One statement that inserts the rows of sixteen INSERTs.
///
/// SQLite spends 40 % of the time of a bound INSERT on opening and closing it. The rows are the same, and if one of them
/// fails, none is inserted. Then the INSERTs run one by one, so that the failure is that of its statement (law 14).
final class InsertBatch {
  static let rowCount = 16
  /// A longer text gains little.
  private static let maximumLength = 1024

  let statement: Statement
  /// Copies of items, each with a NUL. The statement's values point to them.
  private let copies: UnsafeMutableBufferPointer<UInt8>

  init(_ statement: Statement) {
    self.statement = statement
    copies = .allocate(capacity: (Self.rowCount + 1) * (Self.maximumLength + 1))
  }

  deinit {
    copies.deallocate()
  }

  /// Whether a row of a table inserted by this head can share a statement with others, without a difference that SQL could see.
  ///
  /// - Parameter head: from the first word to VALUES.
  static func fits(_ head: [UInt8], _ connection: Connection) throws(SQLiteError) -> Bool {
    let words = head.withUnsafeBufferPointer { StatementText($0).leadingWords(5) }
    guard words.count > 3, words[0] == "insert", words[1] == "into" else { return false }
    let isQualified = words[3] == "." && words.count > 4
    if isQualified, words[2] != "main" { return false }
    // An enforced key is checked at the end of each statement.
    guard try connection.value("PRAGMA foreign_keys") == 0,
      let table = try OrdinaryTable(SQLName(words[isQualified ? 4 : 2]), connection),
      !table.hasTrigger
    else { return false }
    // ON CONFLICT FAIL keeps the rows before the one that fails. A default can ask for the changes of the statement before.
    var sql = table.sql
    return sql.withUTF8 { sql in
      let text = StatementText(sql)
      return !text.mentions("conflict") && !text.mentions("changes")
    }
  }

  /// Where the INSERTs of a batch are.
  enum Texts {
    /// Texts without a NUL, by their distance; nil after the last one.
    case items((Int) -> UnsafeBufferPointer<UInt8>?)
    /// One after the other, with a NUL after the last one. They stay valid until the batch has run.
    case part(UnsafeBufferPointer<UInt8>)
  }

  /// The text of a row, and maybe those of others after it; nil if there is none, or if it is too long.
  ///
  /// - Parameter length: the bytes of the rows before it.
  func text(
    of row: Int, in texts: Texts, after length: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    switch texts {
    case .items(let item): return item(row).flatMap { copy($0, to: row) }
    case .part(let part): return UnsafeBufferPointer(rebasing: part.dropFirst(length))
    }
  }

  private func copy(
    _ text: UnsafeBufferPointer<UInt8>, to row: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    guard text.count <= Self.maximumLength, (0...Self.rowCount).contains(row) else { return nil }
    let start = row * (Self.maximumLength + 1)
    let copy = UnsafeMutableBufferPointer(rebasing: copies[start..<(start + text.count + 1)])
    _ = copy.update(fromContentsOf: text)
    copy[text.count] = 0
    return UnsafeBufferPointer(rebasing: copy[..<text.count])
  }
}
