import NIOCore
import NIOHTTP1
import SQLScriptsReporting

extension EditorConnection {
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed:
      hasPeerClosed = true
      // A client that has sent its request may close its side, and still reads the response. But a browser closes the
      // connection completely, which looks the same from here. So what takes long may end early.
      guard case .responding = state else { return context.close(promise: nil) }
      work?.cancel()
    case let reason as StopReason: stop(reason, context)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch (state, error) {
    case (.head, is ByteLimit.Exceeded), (.head, HTTPParserError.headerOverflow):
      refuse(.headTooLarge, context)
    case (.body, is ByteLimit.Exceeded): refuse(.tooLarge, context)
    case (.head, is HTTPParserError), (.body, is HTTPParserError): refuse(.malformed, context)
    case (.responding, is HTTPParserError), (.closing, is HTTPParserError): break
    default: context.close(promise: nil)
    }
  }

  private func stop(_ reason: StopReason, _ context: ChannelHandlerContext) {
    switch state {
    case .streaming(let page):
      write(["event": "bye", "reason": .string(reason.rawValue)], context)
      server.streamClosed(by: page)
      finish(context)
    // Running calls finish.
    case .responding, .closing: break
    case .head, .body: context.close(promise: nil)
    }
  }

  /// Starts the response that never ends: one JSON document per line.
  func startStream(_ page: Int, _ context: ChannelHandlerContext) {
    state = .streaming(page: page)
    server.streamOpened(by: page)
    let headers = ResponseHeaders.headers(type: "application/x-ndjson", length: nil)
    let head = HTTPResponseHead(version: request.version, status: .ok, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    sendSignOfLife(context)
    let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let (service, loop) = (server.service, context.eventLoop)
    work = Task {
      for await event in await service.events() {
        let line = event.compact
        // One event at a time, so that a page that does not read cannot fill the memory.
        let written = loop.flatSubmit {
          let (handler, context) = connection.value
          return handler.write(line, context)
        }
        guard (try? await written.get()) != nil else { return }
      }
    }
  }

  /// Tells the page that the server runs. If the page has not read the last one, it has stopped reading.
  private func sendSignOfLife(_ context: ChannelHandlerContext) {
    let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    wait(server.times.alive + server.times.response, context) { $1.close(promise: nil) }
    write("{\"event\":\"alive\"}", context).whenSuccess {
      let (handler, context) = connection.value
      guard case .streaming = handler.state else { return }
      handler.wait(handler.server.times.alive, context) { $0.sendSignOfLife($1) }
    }
  }

  private func write(_ event: JSONText, _ context: ChannelHandlerContext) {
    write(event.compact, context).whenFailure { _ in }
  }

  private func write(_ line: String, _ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
    guard case .streaming = state, context.channel.isActive else {
      return context.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
    }
    let buffer = context.channel.allocator.buffer(string: line + "\n")
    return context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(buffer))))
  }
}
