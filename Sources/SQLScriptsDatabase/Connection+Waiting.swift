import CSQLScriptsLibrary

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Law 25: a connection waits for others until its timeout, or until it is told to give up.
extension Connection {
  /// Makes SQLite wait as long as `busyTimeout` says. SQLite's own busy timeout cannot be canceled.
  package func waitForOthers() {
    _ = sqlite.pointee.busy_handler(
      handle,
      { context, count in
        guard let context else { return 0 }
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        return connection.waits(afterTries: count) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func waits(afterTries count: Int32) -> Bool {
    if count == 0 { waitingSince = Milliseconds.now }
    guard Milliseconds.since(waitingSince) < Double(busyTimeout.count), givesUp?() != true else {
      return false
    }
    usleep(Self.pause(afterTries: count))
    return true
  }

  /// Short at first, because most locks are held for a moment only.
  private static func pause(afterTries count: Int32) -> UInt32 {
    count < 4 ? 1000 << UInt32(max(count, 0)) : 20_000
  }

  /// Repeats `body` while another connection of a shared cache holds a lock, which SQLite does not wait for. It does
  /// not wait for locks of this connection.
  ///
  /// - Parameter first: the result of the first call, if it was already made.
  func waitingForSharedCache(after first: Int32? = nil, _ body: () -> Int32) -> Int32 {
    var result = first ?? body()
    guard result & 0xFF == SQLITE_LOCKED else { return result }
    let start = Milliseconds.now
    var tries: Int32 = 0
    while result & 0xFF == SQLITE_LOCKED,
      sqlite.pointee.extended_errcode(handle) == SQLiteResultCode.lockedSharedCache.rawValue,
      Milliseconds.since(start) < Double(busyTimeout.count), givesUp?() != true
    {
      usleep(Self.pause(afterTries: tries))
      tries += 1
      result = body()
    }
    return result
  }
}
