import SQLScriptsDatabase
import SQLScriptsSQL

/// Lets consecutive INSERTs of literals share one prepared statement, with the literals bound.
///
/// A bulk script spends most of its time in SQLite's compiler. Bound values arrive in the same registers as literals,
/// so SQL sees no difference (see Decisions.md). A shape is compiled when it appears for the second time. Any other
/// statement discards all shared statements, so none exists while the schema or a setting changes.
final class BoundInserts {
  private static let maximumShapes = 4

  /// The common part of several INSERTs.
  private struct Shape {
    var head: [UInt8]
    var rowCount: Int
    var literalCount: Int
    var state = State.seen
    var batch = BatchState.unknown

    func fits(_ insert: LiteralInsert, hasHead: Bool) -> Bool {
      rowCount == insert.rowCount && literalCount == insert.literals.count
        && (hasHead || insert.head.count == head.count && insert.head.hasPrefix(head))
    }
  }

  private enum State {
    case seen
    case compiled(Statement)
    /// SQLite cannot compile it with parameters.
    case refused
  }

  private enum BatchState {
    case unknown, refused
    case compiled(InsertBatch)
  }

  /// The values and the statement for one INSERT.
  struct Bound {
    let statement: Statement
    /// The end of the statement's text.
    let end: UnsafePointer<CChar>
  }

  private let connection: Connection
  @exclusivity(unchecked) private var shapes: [Shape] = []
  private var oldest = 0
  /// How many more objects of the schema may be looked at. In a large schema, that takes longer than it saves for a
  /// few INSERTs.
  private var budget = 1000
  private static let objectsPerInsert = 4
  /// The shape of the last INSERT, and how many there were since the last one that had to run alone.
  @exclusivity(unchecked) private var last: (shape: Int, count: Int) = (0, 0)
  @exclusivity(unchecked) private var insert = LiteralInsert()
  @exclusivity(unchecked) private var reals: RealNumberReader?

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Finalizes all shared statements.
  func forget() {
    guard !shapes.isEmpty else { return }
    shapes = []
    insert.heads = []
    oldest = 0
    last = (0, 0)
  }

  /// Whether the next INSERTs may run as one statement, because at least as many of the same shape ran one by one.
  var expectsBatch: Bool { last.count >= InsertBatch.rowCount }

  /// Returns a statement with the values of the next INSERTs; nil if they must run one by one.
  ///
  /// - Parameter prepare: compiles the statement; nil if it cannot be used.
  func bindBatch(
    of texts: InsertBatch.Texts, prepare: (String) -> Statement?
  ) -> InsertBatch? {
    let shape = last.shape
    var isComplete = false
    defer { if !isComplete { last.count = 0 } }
    guard let batch = batch(of: shape, prepare) else { return nil }
    let width = shapes[shape].literalCount
    // SQLite refuses a longer statement.
    let maximum = min(connection.maximumStatementLength - 1, InsertBatch.maximumLength)
    var length = 0
    for row in 0...InsertBatch.rowCount {
      guard let text = batch.text(of: row, in: texts, after: length), let start = text.baseAddress,
        insert.read(at: start, before: start + text.count), let end = insert.end,
        end - start <= maximum, insert.knownHead == shape, insert.rowCount == 1,
        insert.literals.count == width
      else { return nil }
      if case .items = texts, end != start + text.count { return nil }
      // The one after them runs alone, so that changes() is 1 again at the end.
      if row == InsertBatch.rowCount { break }
      guard batch.accepts(insert.literals),
        bindLiterals(to: batch.statement, after: row * width)
      else { return nil }
      length += end - start
      batch.ends[row] = length
    }
    budget += InsertBatch.rowCount * Self.objectsPerInsert
    isComplete = true
    return batch
  }

  /// The next INSERTs run one by one.
  func didFailBatch() { last.count = 0 }

  private func batch(of shape: Int, _ prepare: (String) -> Statement?) -> InsertBatch? {
    guard shapes.indices.contains(shape), shapes[shape].rowCount == 1 else { return nil }
    switch shapes[shape].batch {
    case .compiled(let batch): return batch
    case .refused: return nil
    case .unknown:
      budget += InsertBatch.rowCount * Self.objectsPerInsert
      // A row that is too long would not tell how many came before it.
      if budget < 0 || connection.maximumLength < 1 << 20 { return nil }
      shapes[shape].batch = .refused
      let known = shapes[shape]
      let width = known.literalCount
      guard
        let table = try? BatchedTable(known.head, width: width, connection, budget: &budget)
      else { return nil }
      guard let statement = prepare(InsertBatch.sql(known.head, width: width)) else { return nil }
      let batch = InsertBatch(statement, of: table)
      shapes[shape].batch = .compiled(batch)
      return batch
    }
  }

  /// Returns the shared statement and the values for the INSERT at a place; nil if it must be compiled as written.
  ///
  /// - Parameters:
  ///   - end: the end of the text, where there is a NUL.
  ///   - prepare: compiles the statement to share; nil if it cannot be shared.
  func bind(
    at start: UnsafePointer<CChar>, before end: UnsafePointer<CChar>,
    prepare: (String) -> Statement?
  ) -> Bound? {
    let text = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    guard insert.read(at: text, before: text + (end - start)), let insertEnd = insert.end else {
      forget()
      return nil
    }
    // SQLite refuses a longer statement.
    let length = insertEnd - text
    guard length < connection.maximumStatementLength, let statement = statement(prepare),
      bindLiterals(to: statement)
    else { return nil }
    return Bound(statement: statement, end: start + length)
  }

  private func statement(_ prepare: (String) -> Statement?) -> Statement? {
    let known = insert.knownHead
    guard let index = shapes.indices.first(where: { shapes[$0].fits(insert, hasHead: $0 == known) })
    else {
      see()
      return nil
    }
    switch shapes[index].state {
    case .compiled(let statement):
      last = (index, last.shape == index ? last.count + 1 : 1)
      return statement
    case .refused: return nil
    case .seen:
      let width = insert.literals.count / max(1, insert.rowCount)
      let head = String(decoding: shapes[index].head, as: UTF8.self)
      guard let statement = prepare(head + Self.rows(width: width, count: insert.rowCount)) else {
        shapes[index].state = .refused
        return nil
      }
      shapes[index].state = .compiled(statement)
      return statement
    }
  }

  private func see() {
    last = (0, 0)
    let shape = Shape(
      head: Array(insert.head), rowCount: insert.rowCount, literalCount: insert.literals.count)
    if shapes.count < Self.maximumShapes {
      shapes.append(shape)
      insert.heads.append(shape.head)
    } else {
      shapes[oldest] = shape
      insert.heads[oldest] = shape.head
      oldest = (oldest + 1) % Self.maximumShapes
    }
  }

  /// The rows of a shared statement.
  static func rows(width: Int, count: Int) -> String {
    let row = "(" + String(repeating: "?,", count: max(0, width - 1)) + "?)"
    return Array(repeating: row, count: count).joined(separator: ",")
  }

  private func bindLiterals(to statement: Statement, after count: Int = 0) -> Bool {
    // By index, because an iterator would count references to the array.
    for index in insert.literals.indices {
      guard bind(insert.literals[index], to: statement, at: Int32(count + index) + 1) else {
        statement.reset()
        return false
      }
    }
    return true
  }

  private func bind(_ literal: SQLLiteral, to statement: Statement, at index: Int32) -> Bool {
    switch literal {
    case .null: return statement.bindNull(at: index)
    case .integer(let value): return statement.bind(value, at: index)
    case .text(let text, hasQuotes: false): return statement.bind(textInPlace: text, at: index)
    case .text(let text, hasQuotes: true):
      return statement.bind(text: SQLLiteral.bytes(ofQuoted: text), at: index)
    case .blob(let hex): return statement.bind(blob: SQLLiteral.bytes(ofHex: hex), at: index)
    case .real(let digits, let isNegative):
      guard let value = RealNumberReader.shortValue(of: digits) ?? longValue(of: digits) else {
        return false
      }
      return statement.bind(isNegative ? -value : value, at: index)
    }
  }

  private func longValue(of digits: UnsafeBufferPointer<UInt8>) -> Double? {
    if reals == nil { reals = RealNumberReader() }
    return reals?.value(of: digits)
  }
}
