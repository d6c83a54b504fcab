import NIOCore
import NIOHTTP1
import NIOPosix
import SQLScripts

/// The web server of the editor. It listens on the loopback addresses only, on a port that the system chooses.
package final class EditorServer: Sendable {
  package struct State {
    var lifetime: EditorLifetime
    var listeners: [any Channel] = []
    var connections: [ObjectIdentifier: Connection] = [:]
    var accepted = 0
    var check: Scheduled<Void>?
    var stopReason: StopReason?

    /// The connection that makes room for a new one. A page sends its request at once, so one that has waited for long
    /// is more likely to be idle.
    var oldestUntrusted: ObjectIdentifier? {
      connections.filter { !$1.isTrusted }.min { $0.value.number < $1.value.number }?.key
    }
  }

  struct Connection {
    var channel: any Channel
    /// The position among all connections that were accepted.
    var number: Int
    /// Whether its request has the secrets.
    var isTrusted = false
  }

  let service: any EditorService
  let gate: RequestGate
  let times: EditorTimes
  let limits: EditorLimits
  let group: MultiThreadedEventLoopGroup
  let loop: any EventLoop
  let state: Lock<State>
  let stopped: EventLoopPromise<StopReason>
  /// Succeeds when the first page has the token, or when the server stops.
  let opened: EventLoopPromise<Void>

  package var port: Int { gate.port }

  /// The address that the user opens. It contains the secret, after the `#`, which a browser never sends.
  package var address: String { "http://127.0.0.1:\(port)/#\(gate.secret.text)" }

  /// Starts to listen.
  ///
  /// - Throws: an `IOError` if no port is free.
  package static func start(
    _ service: any EditorService, files: [String: EditorFile], times: EditorTimes = EditorTimes(),
    limits: EditorLimits = EditorLimits()
  ) async throws -> EditorServer {
    // One thread is enough, and makes the order of events certain.
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    // The port is known only when the first listener has it. Connections that are faster than that are closed.
    let started = Lock<EditorServer?>(nil)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(ChannelOptions.backlog, value: 128)
      .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        guard let server = started.withLock({ $0 }) else { return channel.close() }
        return channel.eventLoop.makeCompletedFuture { try server.accept(channel) }
      }
    do {
      // Addresses, not names: a statically linked program cannot ask the system for names.
      let loopback = try SocketAddress(ipAddress: "127.0.0.1", port: 0)
      let listener = try await bootstrap.bind(to: loopback).get()
      let gate = RequestGate(port: listener.localAddress?.port ?? 0, files: files, limits: limits)
      let server = EditorServer(service, gate, times, group)
      // A computer may have no IPv6, and the port may be taken there.
      let sixth = try SocketAddress(ipAddress: "::1", port: gate.port)
      let second = try? await bootstrap.bind(to: sixth).get()
      server.state.withLock { $0.listeners = [listener] + (second.map { [$0] } ?? []) }
      started.withLock { $0 = server }
      server.checkLifetime()
      return server
    } catch {
      try? await group.shutdownGracefully()
      throw error
    }
  }

  private init(
    _ service: any EditorService, _ gate: RequestGate, _ times: EditorTimes,
    _ group: MultiThreadedEventLoopGroup
  ) {
    self.service = service
    self.gate = gate
    self.times = times
    limits = gate.limits
    self.group = group
    loop = group.next()
    state = Lock(State(lifetime: EditorLifetime(times: times, start: .now())))
    stopped = loop.makePromise()
    opened = loop.makePromise()
  }

  /// The addresses that the server listens on.
  package var listeningAddresses: [String] {
    state.withLock { $0.listeners.compactMap { $0.localAddress?.ipAddress } }
  }

  private func accept(_ channel: any Channel) throws {
    let id = ObjectIdentifier(channel)
    var replaced: (any Channel)?
    let isWelcome = state.withLock { state in
      guard state.stopReason == nil else { return false }
      if state.connections.count >= limits.connections {
        guard let oldest = state.oldestUntrusted else { return false }
        replaced = state.connections.removeValue(forKey: oldest)?.channel
      }
      state.accepted += 1
      state.connections[id] = Connection(channel: channel, number: state.accepted)
      return true
    }
    replaced?.close(promise: nil)
    guard isWelcome else { return channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in self.connectionEnded(id) }
    let limit = ByteLimit(allowed: limits.head)
    try channel.pipeline.syncOperations.addHandlers([
      limit,
      ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)),
      HTTPResponseEncoder(),
      EditorConnection(server: self, limit: limit),
    ])
  }
}
