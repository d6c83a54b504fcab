import CSQLScriptsLibrary

/// The authorizer that a connection had before ours, to be restored (law 26).
///
/// SQLite can set an authorizer but not return it. A library that sets one when it opens a connection needs it: GRDB
/// uses it to learn what its statements read and write. So it is found in the connection's memory, where
/// `sqlite3_set_authorizer` stores it. The place is where two adjacent words change to our two pointers, and their
/// previous values are the authorizer. SQLite's allocator gives the size of the connection. If there is not exactly one
/// such place, the authorizer is not known.
package struct InstalledAuthorizer {
  package typealias Callback =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32

  private let callback: UInt
  private let context: UInt

  /// Sets an authorizer on a connection that the app has configured.
  ///
  /// - Returns: the previous one; nil if there was none, or if it is not known.
  static func replace(
    on handle: OpaquePointer, with callback: @escaping Callback, _ context: UnsafeMutableRawPointer
  ) -> InstalledAuthorizer? {
    let before = words(of: handle)
    _ = sqlite.pointee.set_authorizer(handle, callback, context)
    let after = words(of: handle)
    guard before.count == after.count else { return nil }
    let ours = (unsafeBitCast(callback, to: UInt.self), UInt(bitPattern: context))
    let places = after.indices.dropLast().filter { after[$0] == ours.0 && after[$0 + 1] == ours.1 }
    guard places.count == 1, let place = places.first, before[place] != 0 else { return nil }
    return InstalledAuthorizer(callback: before[place], context: before[place + 1])
  }

  /// Restores it.
  func install(on handle: OpaquePointer) {
    _ = sqlite.pointee.set_authorizer(
      handle, unsafeBitCast(callback, to: Callback.self),
      UnsafeMutableRawPointer(bitPattern: context))
  }

  /// The connection's own memory, which nobody else uses while the connection is borrowed.
  private static func words(of handle: OpaquePointer) -> [UInt] {
    let start = UnsafeMutableRawPointer(handle)
    let count = Int(sqlite.pointee.msize(start)) / MemoryLayout<UInt>.stride
    return (0..<count).map {
      start.load(fromByteOffset: $0 * MemoryLayout<UInt>.stride, as: UInt.self)
    }
  }
}
