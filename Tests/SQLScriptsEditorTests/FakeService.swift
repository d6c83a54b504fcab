import Foundation
import SQLScriptsEditor
import SQLScriptsReporting

/// Answers each call with its name and the size of its body. Some names do more.
final class FakeService: EditorService, @unchecked Sendable {
  private let lock = NSLock()
  private var received: [EditorCall] = []
  private var pages: [AsyncStream<JSONText>.Continuation] = []
  private var held: [CheckedContinuation<Void, Never>] = []
  private var cancelled: [String] = []
  private var asked = 0
  private let unsaved: Bool

  init(unsaved: Bool = false) {
    self.unsaved = unsaved
  }

  var calls: [EditorCall] { lock.withLock { received } }
  /// How often the server has asked for unsaved changes.
  var questions: Int { lock.withLock { asked } }
  var pageCount: Int { lock.withLock { pages.count } }
  /// The names of the calls that were cancelled while they were held.
  var cancelledCalls: [String] { lock.withLock { cancelled } }

  func respond(to call: EditorCall) async -> EditorReply {
    lock.withLock { received.append(call) }
    switch call.name {
    case "nothing": return .noContent
    case "refused": return .failure(422, "refused", "<img src=x onerror=alert(1)>")
    case "held": await hold()
    case "held/until/cancelled":
      await withTaskCancellationHandler {
        await hold()
      } onCancel: {
        lock.withLock { cancelled.append(call.name) }
        _ = release()
      }
    case "large": return .json(.string(String(repeating: "x", count: 8_000_000)))
    default: break
    }
    return .json(["name": .string(call.name), "size": .int(call.body.count)])
  }

  private func hold() async {
    await withCheckedContinuation { continuation in
      let isOver = lock.withLock {
        if !cancelled.isEmpty { return true }
        held.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  func events() async -> AsyncStream<JSONText> {
    AsyncStream { stream in lock.withLock { pages.append(stream) } }
  }

  var hasUnsavedChanges: Bool {
    get async {
      lock.withLock {
        asked += 1
        return unsaved
      }
    }
  }

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
