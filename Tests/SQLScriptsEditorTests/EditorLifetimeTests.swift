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
    lifetime.streamOpened(by: 1, at: time(10))
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
    lifetime.streamOpened(by: 1, at: time(10))
    lifetime.streamClosed(by: 1, at: time(100))
    expectEnd(110, .closed)
    // The document of a large folder takes a while before the page asks for events again.
    lifetime.callStarted(at: time(105))
    #expect(lifetime.end(hasUnsavedChanges: false) == nil)
    lifetime.callEnded(at: time(125))
    expectEnd(135, .closed)
    lifetime.streamOpened(by: 1, at: time(126))
    expectEnd(126 + 1800, .idle)
  }

  @Test mutating func `one of two pages keeps the server`() {
    lifetime.streamOpened(by: 1, at: time(10))
    lifetime.streamOpened(by: 2, at: time(20))
    lifetime.pageSaidGoodbye(1, at: time(30))
    lifetime.streamClosed(by: 1, at: time(30))
    expectEnd(30 + 1800, .idle)
    lifetime.streamClosed(by: 2, at: time(40))
    expectEnd(50, .closed)
  }

  @Test mutating func `unsaved changes keep the server while a page is connected`() {
    lifetime.streamOpened(by: 1, at: time(10))
    #expect(lifetime.end(hasUnsavedChanges: true) == nil)
    // Without them it is idle.
    expectEnd(10 + 1800, .idle)
    // A page that vanishes after a long time leaves its changes for as long as any other.
    lifetime.streamClosed(by: 1, at: time(9000))
    expectEnd(9000 + 1800, .idle, unsaved: true)
    expectEnd(9010, .closed)
  }

  @Test mutating func `unsaved changes of a page that vanished are kept until the server is idle`()
  {
    lifetime.streamOpened(by: 1, at: time(10))
    lifetime.streamClosed(by: 1, at: time(100))
    expectEnd(100 + 1800, .idle, unsaved: true)
    expectEnd(110, .closed, unsaved: false)
    lifetime.callStarted(at: time(200))
    lifetime.callEnded(at: time(201))
    expectEnd(201 + 1800, .idle, unsaved: true)
  }

  @Test mutating func `a page that connects again has not vanished`() {
    lifetime.streamOpened(by: 1, at: time(10))
    lifetime.streamClosed(by: 1, at: time(100))
    lifetime.streamOpened(by: 1, at: time(102))
    close(1, goodbyeFirst: true, at: 200)
    expectEnd(210, .closed, unsaved: true)
  }

  @Test mutating func `a new stream may open before the old one is known to have ended`() {
    lifetime.streamOpened(by: 1, at: time(10))
    lifetime.streamOpened(by: 1, at: time(100))
    lifetime.streamClosed(by: 1, at: time(110))
    #expect(lifetime.end(hasUnsavedChanges: true) == nil)
    close(1, goodbyeFirst: true, at: 200)
    expectEnd(210, .closed, unsaved: true)
  }

  /// Closes a page, as a browser does it.
  private mutating func close(_ page: Int, goodbyeFirst: Bool, at seconds: Int64) {
    if goodbyeFirst { lifetime.pageSaidGoodbye(page, at: time(seconds)) }
    lifetime.streamClosed(by: page, at: time(seconds))
    if !goodbyeFirst { lifetime.pageSaidGoodbye(page, at: time(seconds)) }
  }

  @Test(arguments: [true, false])
  mutating func `unsaved changes of a page that was closed are dropped`(_ goodbyeFirst: Bool) {
    lifetime.streamOpened(by: 1, at: time(10))
    close(1, goodbyeFirst: goodbyeFirst, at: 100)
    expectEnd(110, .closed, unsaved: true)
    // A page that reloads has said goodbye, too. Then it is another page.
    lifetime.streamOpened(by: 2, at: time(105))
    #expect(lifetime.end(hasUnsavedChanges: true) == nil)
    lifetime.streamClosed(by: 2, at: time(200))
    expectEnd(200 + 1800, .idle, unsaved: true)
  }

  @Test(arguments: [true, false])
  mutating func `a goodbye counts only for the page that said it`(_ goodbyeFirst: Bool) {
    lifetime.streamOpened(by: 1, at: time(10))
    lifetime.streamOpened(by: 2, at: time(20))
    close(1, goodbyeFirst: goodbyeFirst, at: 30)
    #expect(lifetime.end(hasUnsavedChanges: true) == nil)
    lifetime.streamClosed(by: 2, at: time(100))
    expectEnd(100 + 1800, .idle, unsaved: true)
    expectEnd(110, .closed)
  }

  @Test(arguments: [true, false])
  mutating func `changes are kept if the page that vanished was not the last one`(
    _ goodbyeFirst: Bool
  ) {
    lifetime.streamOpened(by: 1, at: time(10))
    lifetime.streamOpened(by: 2, at: time(20))
    lifetime.streamClosed(by: 2, at: time(30))
    close(1, goodbyeFirst: goodbyeFirst, at: 100)
    expectEnd(100 + 1800, .idle, unsaved: true)
  }

  @Test(arguments: [0, 1, 2, 3], [true, false])
  mutating func `changes are dropped only if all three pages said goodbye`(
    _ vanishing: Int, _ goodbyeFirst: Bool
  ) {
    for page in 1...3 { lifetime.streamOpened(by: page, at: time(Int64(page))) }
    for page in 1...3 {
      #expect(lifetime.end(hasUnsavedChanges: true) == nil)
      if page == vanishing {
        lifetime.streamClosed(by: page, at: time(100))
      } else {
        close(page, goodbyeFirst: goodbyeFirst, at: 100)
      }
    }
    if vanishing == 0 {
      expectEnd(110, .closed, unsaved: true)
    } else {
      expectEnd(100 + 1800, .idle, unsaved: true)
    }
  }

  @Test mutating func `a goodbye of a page without events changes nothing`() {
    lifetime.pageSaidGoodbye(1, at: time(5))
    lifetime.streamOpened(by: 1, at: time(10))
    lifetime.streamClosed(by: 1, at: time(100))
    expectEnd(100 + 1800, .idle, unsaved: true)
  }

  @Test mutating func `times that arrive in the wrong order change nothing`() {
    lifetime.streamOpened(by: 1, at: time(100))
    lifetime.streamClosed(by: 1, at: time(50))
    expectEnd(110, .closed)
  }
}
