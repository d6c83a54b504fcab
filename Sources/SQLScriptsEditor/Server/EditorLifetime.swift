import NIOCore

/// Decides when the server stops. It has no clock: times are arguments.
package struct EditorLifetime: Sendable {
  private let times: EditorTimes
  /// The last call, the last end of an event stream, or the start of the server.
  private var lastSign: NIODeadline
  private var lastCall: NIODeadline
  private var calls = 0
  private var hadPage = false
  /// The number of event streams of each page that has one.
  private var streams: [Int: Int] = [:]
  /// The connected pages that said that they were closed.
  private var closing: Set<Int> = []
  /// The pages that have gone without saying so. Browsers crash, and discard pages that are not visible.
  private var vanished: Set<Int> = []

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

  package mutating func streamOpened(by page: Int, at now: NIODeadline) {
    streams[page, default: 0] += 1
    hadPage = true
    closing.remove(page)
    vanished.remove(page)
    sign(now)
  }

  package mutating func streamClosed(by page: Int, at now: NIODeadline) {
    lastSign = max(lastSign, now)
    let rest = streams[page, default: 1] - 1
    streams[page] = rest > 0 ? rest : nil
    guard rest <= 0, closing.remove(page) == nil else { return }
    vanished.insert(page)
  }

  /// A goodbye can arrive before or after the end of the page's stream.
  package mutating func pageSaidGoodbye(_ page: Int, at now: NIODeadline) {
    if streams[page] != nil { closing.insert(page) }
    vanished.remove(page)
    sign(now)
  }

  private mutating func sign(_ now: NIODeadline) {
    lastSign = max(lastSign, now)
    lastCall = max(lastCall, now)
  }

  /// The time at which the server stops if nothing happens until then, and why. Nil while a call runs, or while a page
  /// shows unsaved changes.
  ///
  /// - Parameter hasUnsavedChanges: whether to keep them for a connected page, or for one that vanished without saying
  ///   goodbye.
  package func end(hasUnsavedChanges: Bool) -> (time: NIODeadline, reason: StopReason)? {
    guard calls == 0 else { return nil }
    if !streams.isEmpty { return hasUnsavedChanges ? nil : (lastCall + times.idle, .idle) }
    if hasUnsavedChanges, !vanished.isEmpty { return (lastSign + times.idle, .idle) }
    if hadPage { return (lastSign + times.reload, .closed) }
    return (lastSign + times.firstPage, .neverOpened)
  }
}
