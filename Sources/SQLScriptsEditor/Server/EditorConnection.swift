import NIOCore
import NIOHTTP1

/// One connection: one request, one response, then the end. It refuses what it can from the head alone.
final class EditorConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  enum State {
    case head
    case body(RequestGate.Admission, limit: Int)
    /// The service works on the call, or the response is being sent.
    case responding
    /// The response is an event stream.
    case streaming(page: Int)
    /// The response was sent. Bytes that still arrive are dropped: closing at once would make the system discard the
    /// response before the client has read it.
    case closing
  }

  let server: EditorServer
  let limit: ByteLimit
  var state = State.head
  var request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
  var hasPeerClosed = false
  /// What runs for the client: a call, or the events. It is cancelled when the client has gone.
  var work: Task<Void, Never>?
  private var body: [UInt8] = []
  private var deadline: Scheduled<Void>?

  init(server: EditorServer, limit: ByteLimit) {
    self.server = server
    self.limit = limit
  }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    wait(server.times.head, context) { connection, context in
      // A browser opens connections that it may never use.
      if connection.limit.received == 0 { return context.close(promise: nil) }
      connection.refuse(.tooSlow, context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    work?.cancel()
    if case .streaming(let page) = state { server.streamClosed(by: page) }
    state = .closing
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .head): receive(head, context)
    case (.body(var bytes), .body(let admission, let limit)):
      guard body.count + bytes.readableBytes <= limit else { return refuse(.tooLarge, context) }
      body += bytes.readBytes(length: bytes.readableBytes) ?? []
      state = .body(admission, limit: limit)
    case (.end, .body(let admission, _)): answer(admission, context)
    // A second request, which is never answered.
    default: break
    }
  }

  private func receive(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    request = head
    let admission = server.gate.admit(head)
    switch admission {
    case .refused(let reply): return refuse(reply, context)
    case .session: state = .body(admission, limit: server.limits.session)
    case .file: state = .body(admission, limit: 0)
    case .goodbye, .events, .call:
      server.trust(context.channel)
      state = .body(admission, limit: head.method == .GET ? 0 : server.limits.body)
    }
    // Twice the body, because chunks have a frame. Nobody sends many tiny chunks.
    limit.allowed = limit.received + server.limits.head + 2 * server.limits.body
    wait(server.times.body, context) { $0.refuse(.tooSlow, $1) }
  }

  private func answer(_ admission: RequestGate.Admission, _ context: ChannelHandlerContext) {
    state = .responding
    deadline?.cancel()
    switch admission {
    case .file(let file): send(EditorResponse(file), context)
    case .session: send(server.session(request, body), context)
    case .goodbye(let page):
      server.pageSaidGoodbye(page)
      send(EditorResponse(.noContent), context)
    case .events(let page): startStream(page, context)
    case .call(let method, let name): call(EditorCall(method, name, body: body), context)
    case .refused(let reply): send(EditorResponse(reply), context)
    }
    body = []
  }

  private func call(_ call: EditorCall, _ context: ChannelHandlerContext) {
    let (service, server) = (server.service, server)
    let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    server.callStarted()
    work = Task {
      let response = EditorResponse(await service.respond(to: call))
      loop.execute {
        server.callEnded()
        connection.value.0.send(response, connection.value.1)
      }
    }
  }

  func refuse(_ reply: EditorReply, _ context: ChannelHandlerContext) {
    switch state {
    case .head, .body:
      state = .responding
      limit.isDropping = true
      send(EditorResponse(reply), context)
    case .responding, .streaming, .closing: break
    }
  }

  private func send(_ response: EditorResponse, _ context: ChannelHandlerContext) {
    guard case .responding = state, context.channel.isActive else { return }
    let length = response.status == 204 ? nil : response.bytes.count
    let headers = ResponseHeaders.headers(
      type: response.type, length: length, response.headers)
    let status = HTTPResponseStatus(statusCode: response.status)
    let head = HTTPResponseHead(version: request.version, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if request.method != .HEAD, !response.bytes.isEmpty {
      let buffer = context.channel.allocator.buffer(bytes: response.bytes)
      context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
    }
    finish(context)
  }

  /// Ends the response, and closes the connection when the client has read it.
  func finish(_ context: ChannelHandlerContext) {
    state = .closing
    limit.isDropping = true
    wait(server.times.response, context) { $1.close(promise: nil) }
    let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      let (handler, context) = connection.value
      if handler.hasPeerClosed { return context.close(promise: nil) }
      context.close(mode: .output, promise: nil)
      handler.wait(handler.server.times.closing, context) { $1.close(promise: nil) }
    }
  }

  /// Calls `body` after a time, unless another wait starts first or the connection ends.
  func wait(
    _ time: TimeAmount, _ context: ChannelHandlerContext,
    _ body: @escaping (EditorConnection, ChannelHandlerContext) -> Void
  ) {
    deadline?.cancel()
    guard context.channel.isActive else { return }
    let connection = NIOLoopBound((self, context, body), eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: time) {
      let (handler, context, body) = connection.value
      body(handler, context)
    }
  }
}
