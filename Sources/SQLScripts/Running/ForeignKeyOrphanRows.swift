import SQLScriptsDatabase

/// Rows that violate a foreign key, in the order in which they were found.
///
/// They are packed into chunks of a table of the scratch database, which moves them to a file if there are many.
final class ForeignKeyOrphanRows {
  /// One row.
  struct Row {
    /// Nil in a table WITHOUT ROWID.
    var rowID: Int64?
    /// The packed values of the key's columns.
    var key: ArraySlice<UInt8>
  }

  private let scratch: Connection
  private let table: String
  private let insert: Statement
  private var chunk: [UInt8] = []
  private(set) var count = 0

  init(_ table: String, in scratch: Connection) throws(SQLiteError) {
    self.scratch = scratch
    self.table = table
    try scratch.execute("CREATE TABLE \(table)(chunk)")
    insert = try scratch.prepare("INSERT INTO \(table) VALUES (?)")
  }

  deinit {
    try? scratch.execute("DROP TABLE \(table)")
  }

  /// Appends all rows of a statement: the values of the key's columns, and the rowid or NULL.
  func append(_ source: Statement, arity: Int) throws(SQLiteError) {
    var key: [UInt8] = []
    while try source.step() {
      key.removeAll(keepingCapacity: true)
      try source.pack(arity, into: &key)
      let rowID = source.value(arity).int64
      chunk.append(rowID == nil ? 0 : 1)
      chunk.append(packed: rowID ?? 0)
      chunk.append(packed: Int64(key.count))
      chunk.append(contentsOf: key)
      count += 1
      if chunk.count > 1 << 16 { try flush() }
    }
    try flush()
  }

  private func flush() throws(SQLiteError) {
    try insert.execute(.blob(chunk))
    chunk.removeAll(keepingCapacity: true)
  }

  /// Reads the rows in their order.
  struct Reader {
    fileprivate let chunks: Statement
    private var rest: ArraySlice<UInt8> = []

    fileprivate init(_ chunks: Statement) {
      self.chunks = chunks
    }

    mutating func next() throws(SQLiteError) -> Row? {
      while rest.isEmpty {
        guard try chunks.step() else { return nil }
        if case .blob(let chunk) = chunks.value(0) { rest = chunk[...] }
      }
      let hasRowID = rest.popFirst() == 1
      let rowID = rest.unpackInteger()
      let count = Int(rest.unpackInteger())
      let key = rest.prefix(count)
      rest = rest.dropFirst(count)
      return Row(rowID: hasRowID ? rowID : nil, key: key)
    }
  }

  func reader() throws(SQLiteError) -> Reader {
    Reader(try scratch.prepare("SELECT chunk FROM \(table) ORDER BY rowid"))
  }
}
