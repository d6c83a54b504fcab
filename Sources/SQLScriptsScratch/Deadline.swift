import CSQLScriptsMemory
import SQLScriptsDatabase

/// The time until which statements of a scratch database may run, and the memory that each may use.
package final class Deadline {
  /// The time limit of a statement of a script, so that an endless query is a finding and not a hang.
  package static let ofStatement = Milliseconds(2000)

  /// The time limit of a statement on real rows, of which there may be millions.
  package static let onRealRows = Milliseconds(600_000)

  /// The bytes that a statement may allocate, more than a whole database of a rehearsal. It is enough to compile an
  /// INSERT with 5 MB of rows.
  package static let memoryOfStatement: Int64 = 320 << 20

  /// The bytes that a statement on real rows may allocate.
  package static let memoryOnRealRows: Int64 = 1 << 30

  private let longest: Milliseconds
  private let memory: Int64
  private let countsForCaller: Bool
  private(set) var time: UInt64 = .max
  private var span: Milliseconds
  private let end: UInt64
  private var running: OpaquePointer?
  private var ownsMemoryLimit = false

  /// - Parameters:
  ///   - longest: the time limit of a statement.
  ///   - span: the time limit of all statements together; nil for none.
  ///   - countsForCaller: whether statements run inside of a function that another connection calls. If the thread has
  ///     a memory limit then, it stays that of the calling statement.
  package init(
    of longest: Milliseconds = ofStatement, altogether span: Milliseconds? = nil,
    countsForCaller: Bool = false
  ) {
    (self.longest, self.span, self.countsForCaller) = (longest, longest, countsForCaller)
    memory = longest > Self.ofStatement ? Self.memoryOnRealRows : Self.memoryOfStatement
    end = span.map(Self.time(after:)) ?? .max
  }

  /// Gives the next statement its time and memory.
  package func beginStatement() { extend(by: longest) }

  /// Gives a statement its time and memory until `end`.
  func begin(_ statement: OpaquePointer) {
    running = statement
    beginStatement()
  }

  /// Removes the memory limit at the end of a statement, because it is not known yet how much memory the next one needs to
  /// be compiled. The ends of nested statements are reported, too.
  func end(_ statement: OpaquePointer) {
    guard statement == running else { return }
    running = nil
    if ownsMemoryLimit { sqlscripts_allow_all_memory() }
    ownsMemoryLimit = false
  }

  /// Gives the following statements this much time.
  ///
  /// - Parameter length: the length of a statement that is compiled first. SQLite needs up to 50 bytes for each of an
  ///   INSERT.
  package func extend(by span: Milliseconds, compiling length: Int = 0) {
    self.span = span
    time = min(Self.time(after: span), end)
    if countsForCaller, !ownsMemoryLimit, sqlscripts_is_memory_limited() { return }
    ownsMemoryLimit = true
    sqlscripts_allow_memory(memory + 64 * Int64(length))
  }

  /// The limit of time or memory that stopped a statement; nil if none did.
  func exceededLimit(_ code: SQLiteResultCode) -> StatementLimit? {
    switch code.primary {
    case .interrupted where Milliseconds.now > time: time < end ? .time(span) : .timeOfAll
    case .noMemory:
      switch sqlscripts_exceeded_memory() {
      case 0: nil
      case let limit: .memory(limit)
      }
    default: nil
    }
  }

  private static func time(after span: Milliseconds) -> UInt64 {
    Milliseconds.now &+ UInt64(clamping: span.count) &* 1_000_000
  }
}
