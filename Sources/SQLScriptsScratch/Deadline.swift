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
  private(set) var time: UInt64 = .max
  private var span: Milliseconds
  private let end: UInt64

  /// - Parameters:
  ///   - longest: the time limit of a statement.
  ///   - span: the time limit of all statements together; nil for none.
  package init(of longest: Milliseconds = ofStatement, altogether span: Milliseconds? = nil) {
    (self.longest, self.span) = (longest, longest)
    memory = longest > Self.ofStatement ? Self.memoryOnRealRows : Self.memoryOfStatement
    end = span.map(Self.time(after:)) ?? .max
  }

  /// Gives the next statement its time.
  package func beginStatement() { extend(by: longest) }

  /// Gives the following statements this much time.
  ///
  /// - Parameter length: the length of a statement that is compiled first. SQLite needs up to 50 bytes for each of an
  ///   INSERT.
  package func extend(by span: Milliseconds, compiling length: Int = 0) {
    self.span = span
    sqlscripts_allow_memory(memory + 64 * Int64(length))
    time = min(Self.time(after: span), end)
  }

  /// Why a statement was stopped; nil if no limit was the reason.
  func reason(_ code: SQLiteResultCode) -> String? {
    switch code.primary {
    case .interrupted: reason
    case .noMemory:
      switch sqlscripts_exceeded_memory() {
      case 0: nil
      case let limit: "stopped because it needs more than \(limit >> 20) MiB of memory"
      }
    default: nil
    }
  }

  private var reason: String? {
    guard Milliseconds.now > time else { return nil }
    guard time < end else { return "stopped because all statements together took too long" }
    let (seconds, rest) = span.count.quotientAndRemainder(dividingBy: 1000)
    let words =
      rest > 0
      ? "\(span.count) milliseconds" : seconds == 1 ? "1 second" : "\(seconds) seconds"
    return "stopped after \(words), because it did not end"
  }

  private static func time(after span: Milliseconds) -> UInt64 {
    Milliseconds.now &+ UInt64(clamping: span.count) &* 1_000_000
  }
}
