import SQLScriptsDatabase
import SQLScriptsSQL

/// One statement that inserts the rows of sixteen INSERTs.
///
/// SQLite spends 40 % of the time of a bound INSERT on opening and closing it. OR FAIL keeps the rows before one that
/// fails, so SQLite needs no journal for the statement. The one that fails runs again, alone (law 14).
final class InsertBatch {
  static let rowCount = 16
  /// A longer text gains little.
  static let maximumLength = 1024

  let statement: Statement
  let table: BatchedTable
  /// The number of bytes from the first INSERT to the end of each.
  var ends = [Int](repeating: 0, count: InsertBatch.rowCount)
  /// Copies of items, each with a NUL. The statement's values point to them.
  private let copies: UnsafeMutableBufferPointer<UInt8>

  init(_ statement: Statement, of table: BatchedTable) {
    self.statement = statement
    self.table = table
    copies = .allocate(capacity: (Self.rowCount + 1) * (Self.maximumLength + 1))
  }

  deinit {
    copies.deallocate()
  }

  /// The text of the statement.
  ///
  /// - Parameter head: `INSERT INTO … VALUES`.
  static func sql(_ head: [UInt8], width: Int) -> String {
    let rows = BoundInserts.rows(width: width, count: rowCount)
    return "INSERT OR FAIL" + String(decoding: head.dropFirst("insert".utf8.count), as: UTF8.self)
      + rows
  }

  /// Whether the values of a row may be inserted together with others.
  func accepts(_ literals: [SQLLiteral]) -> Bool {
    table.rowIDs.allSatisfy { index in
      switch literals[index] {
      case .integer, .null: true
      default: false
      }
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
