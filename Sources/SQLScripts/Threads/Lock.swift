/// A value that one thread uses at a time. `body` must not access the same value again.
package final class Lock<Value>: @unchecked Sendable {
  private var guarded: Value
  private let lock = RecursiveLock()

  package init(_ value: sending Value) {
    guarded = value
  }

  /// Uses the value while no other thread does.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { () throws(Failure) in try body(&guarded) }
  }
}
