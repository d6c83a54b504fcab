import NIOCore
import SQLScriptsEditor
import Testing

/// When the server stops, with times that are arguments.
struct EditorLifetimeTests {
  private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
  private let times = EditorTimes()
  private var lifetime = EditorLifetime(times: EditorTimes(), start: start)

  private func time(_ seconds: Int64) -> NIODeadline { Self.start + .seconds(seconds) }

  private func expectEnd(
    _ seconds: Int64, _ reason: StopReason, unsaved: Bool = false,
    location: SourceLocation = #_sourceLocation
  ) {
    let end = lifetime.end(hasUnsavedChanges: unsaved)
    #expect(end?.time == time(seconds), sourceLocation: location)
    #expect(end?.reason == reason, sourceLocation: location)
  }

  @Test func `without a page, the server stops after five minutes`() {
    expectEnd(300, .neverOpened)
  }

  @Test mutating func `a call without a page extends the time`() {
    lifetime.callStarted(at: time(100))
    lifetime.callEnded(at: time(101))
    expectEnd(401, .neverOpened)
  }

  @Test mutating func `a page keeps the server until 30 minutes after the last call`() {
    lifetime.streamOpened(at: time(10))
    expectEnd(10 + 1800, .idle)
    lifetime.callStarted(at: time(1000))
    lifetime.callEnded(at: time(1001))
    expectEnd(1001 + 1800, .idle)
  }

  @Test mutating func `a server does not stop while a call runs`() {
    lifetime.callStarted(at: time(10))
    #expect(lifetime.end(hasUnsavedChanges: false) == nil)
  }

  @Test mutating func `a page that reloads has ten seconds`() {
    lifetime.streamOpened(at: time(10))
    lifetime.streamClosed(at: time(100))
    expectEnd(110, .closed)
    // The document of a large folder takes a while before the page asks for events again.
    lifetime.callStarted(at: time(105))
    #expect(lifetime.end(hasUnsavedChanges: false) == nil)
    lifetime.callEnded(at: time(125))
    expectEnd(135, .closed)
    lifetime.streamOpened(at: time(126))
    expectEnd(126 + 1800, .idle)
  }

  @Test mutating func `one of two pages keeps the server`() {
    lifetime.streamOpened(at: time(10))
    lifetime.streamOpened(at: time(20))
    lifetime.pageSaidGoodbye(at: time(30))
    lifetime.streamClosed(at: time(30))
    expectEnd(30 + 1800, .idle)
    lifetime.streamClosed(at: time(40))
    expectEnd(50, .closed)
  }

  @Test mutating func `unsaved changes of a page that vanished are kept until the server is idle`()
  {
    lifetime.streamOpened(at: time(10))
    lifetime.streamClosed(at: time(100))
    expectEnd(10 + 1800, .idle, unsaved: true)
    expectEnd(110, .closed, unsaved: false)
  }

  @Test mutating func `unsaved changes of a page that was closed are dropped`() {
    lifetime.streamOpened(at: time(10))
    lifetime.pageSaidGoodbye(at: time(100))
    lifetime.streamClosed(at: time(100))
    expectEnd(110, .closed, unsaved: true)
    // A page that reloads has said goodbye, too.
    lifetime.streamOpened(at: time(105))
    lifetime.streamClosed(at: time(200))
    expectEnd(105 + 1800, .idle, unsaved: true)
  }

  @Test mutating func `times that arrive in the wrong order change nothing`() {
    lifetime.streamOpened(at: time(100))
    lifetime.streamClosed(at: time(50))
    expectEnd(110, .closed)
  }
}
