import Foundation
import SQLScripts

/// A connection of a client that sends any bytes. It waits up to five minutes for an answer, because other tests
/// can keep the computer busy, and outside of Swift's own threads, which the server needs.
final class RawConnection: Sendable {
  private let handle: Int32
  /// What arrived after the text that was waited for.
  private let unread = Lock<[UInt8]>([])

  private init(handle: Int32) {
    self.handle = handle
  }

  deinit {
    close(handle)
  }

  /// Connects to an address of this computer; nil if nothing listens there.
  ///
  /// - Parameter bytes: what is sent at once. It must fit into the buffers of the system.
  static func open(
    port: Int, address: String = "127.0.0.1", sending bytes: [UInt8] = []
  ) async -> RawConnection? {
    await outside {
      #if canImport(Glibc)
        let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
        let handle = socket(AF_INET, SOCK_STREAM, 0)
      #endif
      guard handle >= 0 else { return nil }
      var patience = timeval(tv_sec: 300, tv_usec: 0)
      let size = socklen_t(MemoryLayout<timeval>.size)
      setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
      setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
      inet_pton(AF_INET, address, &place.sin_addr)
      let length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withUnsafePointer(to: &place) { place in
        place.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(handle, $0, length) }
      }
      if code == 0 {
        if !bytes.isEmpty {
          _ = Foundation.send(handle, bytes, bytes.count, Int32(MSG_NOSIGNAL.rawOrSelf))
        }
        return RawConnection(handle: handle)
      }
      close(handle)
      return nil
    }
  }

  private static func outside<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  /// Sends bytes. Returns false if the server has closed the connection.
  @discardableResult
  func send(_ bytes: [UInt8]) async -> Bool {
    await Self.outside { [handle] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Foundation.send(handle, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL.rawOrSelf))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  @discardableResult
  func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

  /// Waits until something is true that the server does in threads of its own; false if it is not in five minutes.
  static func waits(for condition: @escaping @Sendable () -> Bool) async -> Bool {
    await outside {
      for _ in 0..<300_000 {
        if condition() { return true }
        usleep(1000)
      }
      return false
    }
  }

  /// Connects, sends and reads in one go, so that a busy computer cannot delay what follows the connection.
  static func exchange(_ text: String, port: Int) async -> String? {
    guard let connection = await open(port: port, sending: Array(text.utf8)) else { return nil }
    return await connection.read()
  }

  /// Says that nothing more will be sent.
  func finishSending() async {
    await Self.outside { [handle] in _ = shutdown(handle, Int32(SHUT_WR.rawOrSelf)) }
  }

  /// Reads until the server closes the connection, or until a text has arrived. What follows the text is left for the
  /// next call.
  ///
  /// - Returns: what arrived; nil if the server neither closed the connection nor sent the text in five minutes.
  func read(until end: String? = nil) async -> String? {
    await Self.outside { [handle, unread] in
      var bytes = unread.withLock { rest in
        defer { rest = [] }
        return rest
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        if let end, let range = bytes.firstRange(of: Array(end.utf8)) {
          unread.withLock { $0 = Array(bytes[range.upperBound...]) }
          return String(decoding: bytes[..<range.upperBound], as: UTF8.self)
        }
        let count = recv(handle, &buffer, buffer.count, 0)
        // A reset is an end, too.
        if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return nil }
        guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
        bytes += buffer[..<count]
      }
    }
  }
}

extension Int {
  fileprivate var rawOrSelf: Int { self }
}

extension Int32 {
  fileprivate var rawOrSelf: Int32 { self }
}

#if canImport(Glibc)
  extension __socket_type {
    fileprivate var rawOrSelf: UInt32 { rawValue }
  }
#endif
