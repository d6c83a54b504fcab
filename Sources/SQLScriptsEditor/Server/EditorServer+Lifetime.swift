import NIOCore
import SQLScripts

extension EditorServer {
  func callStarted() { note { $0.callStarted(at: $1) } }
  func callEnded() { note { $0.callEnded(at: $1) } }
  func streamOpened(by page: Int) { note { $0.streamOpened(by: page, at: $1) } }
  func streamClosed(by page: Int) { note { $0.streamClosed(by: page, at: $1) } }
  func pageSaidGoodbye(_ page: Int) { note { $0.pageSaidGoodbye(page, at: $1) } }

  private func note(_ change: (inout EditorLifetime, NIODeadline) -> Void) {
    state.withLock { change(&$0.lifetime, .now()) }
    checkLifetime()
  }

  /// Stops the server if its time has come. Otherwise checks again when it may have.
  func checkLifetime() {
    let end = state.withLock { state -> (time: NIODeadline, reason: StopReason)? in
      state.check?.cancel()
      state.check = nil
      guard state.stopReason == nil else { return nil }
      return state.lifetime.end(hasUnsavedChanges: false)
    }
    guard let end else { return }
    let check = loop.scheduleTask(deadline: end.time) { self.timeIsUp() }
    state.withLock { $0.check = check }
  }

  private func timeIsUp() {
    Task {
      let isUnsaved = await service.hasUnsavedChanges
      // Something may have happened in the meantime. If a page shows unsaved changes, the next call or the end of the
      // page checks again.
      let end = state.withLock { $0.lifetime.end(hasUnsavedChanges: isUnsaved) }
      guard let end else { return }
      if end.time <= .now() { return stop(end.reason) }
      let check = loop.scheduleTask(deadline: end.time) { self.timeIsUp() }
      state.withLock { state in
        state.check?.cancel()
        state.check = check
      }
    }
  }

  /// Stops: pages are told, running calls finish. Further calls do nothing.
  package func stop(_ reason: StopReason) {
    let isFirst = state.withLock { state in
      guard state.stopReason == nil else { return false }
      state.stopReason = reason
      state.check?.cancel()
      return true
    }
    guard isFirst else { return }
    opened.succeed()
    loop.execute {
      let (listeners, connections) = self.state.withLock {
        ($0.listeners, $0.connections.values.map(\.channel))
      }
      for listener in listeners { listener.close(promise: nil) }
      for connection in connections { connection.pipeline.fireUserInboundEventTriggered(reason) }
      if connections.isEmpty { return self.stopped.succeed(reason) }
      self.loop.scheduleTask(in: self.times.stopping) {
        for connection in self.state.withLock({ Array($0.connections.values) }) {
          connection.channel.close(promise: nil)
        }
      }
    }
  }

  /// Keeps a connection even if there are too many.
  func trust(_ channel: any Channel) {
    state.withLock { $0.connections[ObjectIdentifier(channel)]?.isTrusted = true }
  }

  func connectionEnded(_ id: ObjectIdentifier) {
    let reason = state.withLock { state in
      state.connections[id] = nil
      return state.connections.isEmpty ? state.stopReason : nil
    }
    if let reason { stopped.succeed(reason) }
  }

  /// Waits until the first page has the token, or the server stops.
  package func waitUntilOpened() async {
    try? await opened.futureResult.get()
  }

  /// Waits until the last connection has ended after a stop, and says why the server stopped.
  package var stopReason: StopReason {
    get async { (try? await stopped.futureResult.get()) ?? .interrupted }
  }

  /// Whether the server no longer accepts connections.
  package var isStopping: Bool { state.withLock { $0.stopReason != nil } }

  /// Waits for the end of the server, and frees its thread. Call it once.
  package func waitUntilStopped() async -> StopReason {
    let reason = await stopReason
    try? await group.shutdownGracefully()
    return reason
  }
}
