#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder of a test's own, gone when the test is over.
enum TemporaryFolder {
  static func with<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
    let path = try make()
    defer { remove(path) }
    return try body(path)
  }

  static func with<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (_ path: String) async throws -> Result
  ) async throws -> Result {
    let path = try make()
    defer { remove(path) }
    return try await body(path)
  }

  struct CannotMake: Error {}

  private static func make() throws -> String {
    var template = Array("/tmp/sqlscripts-测试 XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw CannotMake() }
    return String(cString: path)
  }

  private static func remove(_ path: String) {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      if unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }
}
