import NIOCore

/// Counts the bytes of a connection before they are parsed. So a head or the chunks of a body cannot fill the memory,
/// whatever the parser keeps of them.
final class ByteLimit: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  struct Exceeded: Error {}

  private(set) var received = 0
  /// How many bytes the connection may send in total.
  var allowed: Int
  /// Whether all further bytes are dropped.
  var isDropping = false

  init(allowed: Int) {
    self.allowed = allowed
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDropping else { return }
    received += unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
    // The parser may have found the end of the head in these bytes, and the limit has grown.
    guard !isDropping, received > allowed else { return }
    isDropping = true
    context.fireErrorCaught(Exceeded())
  }
}
