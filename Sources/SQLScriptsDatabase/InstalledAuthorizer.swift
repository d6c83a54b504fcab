import CSQLScriptsSQLite

/// The authorizer that a connection had before ours, to be put back (law 26).
///
/// SQLite takes an authorizer and never tells which it has, but a library that sets one when it opens the
/// connection (GRDB knows by it what its statements read and write) goes wrong without it. So it is found
/// where `sqlite3_set_authorizer` puts it, in the connection itself: what changes there, from what it was
/// into our two pointers side by side, is the place, and what it was is the authorizer. The size of the
/// connection is what SQLite's allocator says, and if there is not exactly one such place it is not known.
package struct InstalledAuthorizer {
  package typealias Callback =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32

  private let callback: UInt
  private let context: UInt

  /// Sets an authorizer on a connection of the caller's.
  ///
  /// - Returns: the one that was there; nil if there was none, or if it is not known.
  static func replace(
    on handle: OpaquePointer, with callback: @escaping Callback, _ context: UnsafeMutableRawPointer
  ) -> InstalledAuthorizer? {
    let before = words(of: handle)
    sqlite3_set_authorizer(handle, callback, context)
    let after = words(of: handle)
    guard before.count == after.count else { return nil }
    let ours = (unsafeBitCast(callback, to: UInt.self), UInt(bitPattern: context))
    let places = after.indices.dropLast().filter { after[$0] == ours.0 && after[$0 + 1] == ours.1 }
    guard places.count == 1, let place = places.first, before[place] != 0 else { return nil }
    return InstalledAuthorizer(callback: before[place], context: before[place + 1])
  }

  /// Puts it back.
  func install(on handle: OpaquePointer) {
    sqlite3_set_authorizer(
      handle, unsafeBitCast(callback, to: Callback.self),
      UnsafeMutableRawPointer(bitPattern: context))
  }

  /// The connection's own memory, of which nobody else has the use while its caller has lent it to us.
  private static func words(of handle: OpaquePointer) -> [UInt] {
    let start = UnsafeMutableRawPointer(handle)
    let count = Int(sqlite3_msize(start)) / MemoryLayout<UInt>.stride
    return (0..<count).map {
      start.load(fromByteOffset: $0 * MemoryLayout<UInt>.stride, as: UInt.self)
    }
  }
}
