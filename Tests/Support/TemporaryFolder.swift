#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder for one test, deleted with its contents when it is released.
///
/// Its name has a space and is not all ASCII, like real paths. It does not use Foundation, so tests of the runtime need
/// not load it.
package final class TemporaryFolder: Sendable {
  package struct CannotMake: Error {
    package let path: String
  }

  package let path: String

  /// - Parameter place: where to create it if that is possible, such as a disk in memory.
  package init(in place: String? = nil) throws {
    let usual = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let top = place.flatMap { access($0, W_OK | X_OK) == 0 ? $0 : nil } ?? usual
    var template = Array("\(top.isEmpty ? "/tmp" : top)/sqlscripts 测试 XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw CannotMake(path: top) }
    path = String(cString: made)
  }

  deinit {
    remove()
  }

  /// Deletes the folder now.
  package func remove() {
    Self.remove(Array(path.utf8CString))
  }

  /// The path of a file in the folder.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file into the folder. Folders in its name must exist.
  package func write(_ text: String, to name: String) throws {
    guard let file = fopen(path(name), "w") else { throw CannotMake(path: path(name)) }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw CannotMake(path: path(name))
    }
  }

  package static func with<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) { try body(folder.path) }
  }

  package static func with<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (_ path: String) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder.path)
  }

  /// Deletes a folder by its bytes, because a name need not be UTF-8.
  private static func remove(_ path: [CChar]) {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      if [".", ".."].contains(where: { name == Array($0.utf8CString) }) { continue }
      let entryPath = path.dropLast() + [CChar(UInt8(ascii: "/"))] + name
      if unlink(entryPath) != 0 { remove(entryPath) }
    }
    closedir(folder)
    rmdir(path)
  }
}
