import Foundation
import SQLScriptsEditor
import SQLScriptsReporting

/// Answers each call with its name and the size of its body. Some names do more.
final class FakeService: EditorService, @unchecked Sendable {
  private let lock = NSLock()
  private var received: [EditorCall] = []
  private var pages: [AsyncStream<JSONText>.Continuation] = []
  private var held: [CheckedContinuation<Void, Never>] = []
  private let unsaved: Bool

  init(unsaved: Bool = false) {
    self.unsaved = unsaved
  }

  var calls: [EditorCall] { lock.withLock { received } }

  func respond(to call: EditorCall) async -> EditorReply {
    lock.withLock { received.append(call) }
    switch call.name {
    case "nothing": return .noContent
    case "refused": return .failure(422, "refused", "<img src=x onerror=alert(1)>")
    case "held":
      await withCheckedContinuation { continuation in
        lock.withLock { held.append(continuation) }
      }
    case "large": return .json(.string(String(repeating: "x", count: 8_000_000)))
    default: break
    }
    return .json(["name": .string(call.name), "size": .int(call.body.count)])
  }

  func events() async -> AsyncStream<JSONText> {
    AsyncStream { stream in lock.withLock { pages.append(stream) } }
  }

  var hasUnsavedChanges: Bool { get async { unsaved } }

  /// Sends an event to all pages.
  func send(_ event: JSONText) {
    for page in lock.withLock({ pages }) { page.yield(event) }
  }

  /// Lets the calls named `held` continue, and returns how many there were.
  func release() -> Int {
    let waiting = lock.withLock {
      defer { held = [] }
      return held
    }
    for continuation in waiting { continuation.resume() }
    return waiting.count
  }
}
