import SQLScriptsDatabase

/// The time until which statements of a scratch database may run.
package final class Deadline {
  /// The time limit of a statement of a script, so that an endless query is a finding and not a hang.
  package static let ofStatement = Milliseconds(2000)

  /// The time limit of a statement on real rows, of which there may be millions.
  package static let onRealRows = Milliseconds(600_000)

  private let longest: Milliseconds
  private(set) var time: UInt64 = .max
  private var span: Milliseconds
  private let end: UInt64

  /// - Parameters:
  ///   - longest: the time limit of a statement.
  ///   - span: the time limit of all statements together; nil for none.
  package init(of longest: Milliseconds = ofStatement, altogether span: Milliseconds? = nil) {
    (self.longest, self.span) = (longest, longest)
    end = span.map(Self.time(after:)) ?? .max
  }

  /// Gives the next statement its time.
  package func beginStatement() { extend(by: longest) }

  /// Gives the following statements this much time.
  package func extend(by span: Milliseconds) {
    self.span = span
    time = min(Self.time(after: span), end)
  }

  /// Why a statement was interrupted; nil if it still had time.
  var reason: String? {
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
