#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Creates and checks files in tests.
package enum TestFile {
  package struct Failed: Error {
    let path: String
    let code: Int32
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o755) == 0 else { throw Failed(path: path, code: errno) }
  }

  package static func delete(_ path: String) throws {
    guard unlink(path) == 0 else { throw Failed(path: path, code: errno) }
  }

  package static func read(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  package static func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  package static func copy(_ path: String, to other: String) throws {
    try write(try bytes(path), to: other)
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Failed(path: path, code: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return bytes
  }

  package static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failed(path: path, code: errno) }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw Failed(path: path, code: errno)
    }
  }
}
