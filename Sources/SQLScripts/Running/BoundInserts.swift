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

  /// The values and the statement for one INSERT.
  struct Bound {
    let statement: Statement
    /// The end of the statement's text.
    let end: UnsafePointer<CChar>
  }

  private let connection: Connection
  @exclusivity(unchecked) private var shapes: [Shape] = []
  private var oldest = 0
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
    case .compiled(let statement): return statement
    case .refused: return nil
    case .seen:
      guard let statement = prepare(sharedText) else {
        shapes[index].state = .refused
        return nil
      }
      shapes[index].state = .compiled(statement)
      return statement
    }
  }

  private func see() {
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

  private var sharedText: String {
    let width = insert.literals.count / max(1, insert.rowCount)
    let row = "(" + String(repeating: "?,", count: width - 1) + "?)"
    let rows = Array(repeating: row, count: insert.rowCount).joined(separator: ",")
    return String(decoding: insert.head, as: UTF8.self) + rows
  }

  private func bindLiterals(to statement: Statement) -> Bool {
    // By index, because an iterator would count references to the array.
    for index in insert.literals.indices {
      guard bind(insert.literals[index], to: statement, at: Int32(index) + 1) else {
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
