import NIOCore

/// Decides when the server stops. It has no clock: times are arguments.
package struct EditorLifetime: Sendable {
  private let times: EditorTimes
  /// The last call, the last end of an event stream, or the start of the server.
  private var lastSign: NIODeadline
  private var lastCall: NIODeadline
  private var streams = 0
  private var calls = 0
  private var hadPage = false
  /// Whether the last page said that it was closed. A crashed or discarded page does not say so.
  private var saidGoodbye = false

  package init(times: EditorTimes, start: NIODeadline) {
    self.times = times
    lastSign = start
    lastCall = start
  }

  package mutating func callStarted(at now: NIODeadline) {
    calls += 1
    sign(now)
  }

  package mutating func callEnded(at now: NIODeadline) {
    calls -= 1
    sign(now)
  }

  package mutating func streamOpened(at now: NIODeadline) {
    streams += 1
    hadPage = true
    saidGoodbye = false
    sign(now)
  }

  package mutating func streamClosed(at now: NIODeadline) {
    streams -= 1
    lastSign = max(lastSign, now)
  }

  package mutating func pageSaidGoodbye(at now: NIODeadline) {
    saidGoodbye = true
    sign(now)
  }

  private mutating func sign(_ now: NIODeadline) {
    lastSign = max(lastSign, now)
    lastCall = max(lastCall, now)
  }

  /// The time at which the server stops if nothing happens until then, and why; nil while a call runs.
  ///
  /// - Parameter hasUnsavedChanges: whether to keep them for a page that vanished without saying goodbye, because a
  ///   browser discards pages that are not visible when it needs memory.
  package func end(hasUnsavedChanges: Bool) -> (time: NIODeadline, reason: StopReason)? {
    guard calls == 0 else { return nil }
    let idle = (time: lastCall + times.idle, reason: StopReason.idle)
    if streams > 0 || (hadPage && hasUnsavedChanges && !saidGoodbye) { return idle }
    if hadPage { return (lastSign + times.reload, .closed) }
    return (lastSign + times.firstPage, .neverOpened)
  }
}
