import SQLScriptsDatabase

/// The time until which statements of a scratch database may run.
package final class Deadline {
  private(set) var time: UInt64 = .max

  package init() {}

  /// Gives the following statements this much time.
  package func extend(by span: Milliseconds) {
    time = Milliseconds.now &+ UInt64(clamping: span.count) &* 1_000_000
  }
}
