import SQLScriptsDatabase
import SQLScriptsFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A separate folder for each case.
package struct Folder: Sendable {
  package typealias Files = [String: [UInt8]]

  package let path: String

  /// The reason why a file cannot be created, written or read.
  package struct FileError: Error, Hashable, CustomStringConvertible {
    let path: String
    let code: Int32

    package var description: String {
      "\(path): \(SQLiteError.words(forSystemError: code))"
    }
  }

  /// Creates a new folder with a unique name.
  ///
  /// - Parameter places: possible parent folders; the first that can be written and has enough room is used.
  package static func temporary(in places: [String]) throws -> Folder {
    let place = places.first { place in
      access(place, W_OK | X_OK) == 0
        && DatabaseFile("\(place)/app.db").freeBytes.map { $0 >= room } ?? true
    }
    let pattern = "\(place ?? places.last ?? ".")/sqlscripts-XXXXXX"
    var name = pattern.utf8CString
    guard
      name.withUnsafeMutableBufferPointer({ name in
        name.baseAddress.flatMap { mkdtemp($0) }
      }) != nil
    else {
      throw FileError(path: pattern, code: errno)
    }
    let made = name.dropLast().map { UInt8(bitPattern: $0) }
    return Folder(path: String(decoding: made, as: UTF8.self))
  }

  /// The free space that a place needs: 256 MiB.
  private static let room: Int64 = 256 << 20

  /// Deletes it with all files and folders in it.
  package func remove() {
    for name in (try? names()) ?? [] where unlink("\(path)/\(name)".systemPath) != 0 {
      Folder(path: "\(path)/\(name)").remove()
    }
    rmdir(path)
  }

  package func folder(_ name: String) throws -> Folder {
    let folder = Folder(path: "\(path)/\(name)")
    guard mkdir(folder.path, 0o755) == 0 || errno == EEXIST else {
      throw FileError(path: folder.path, code: errno)
    }
    return folder
  }

  /// The path of the tested database.
  package var database: String { "\(path)/app.db" }

  /// Makes these files its only ones.
  package func fill(_ files: Files) throws {
    for name in try names() { unlink("\(path)/\(name)".systemPath) }
    for (name, bytes) in files { try write(name, bytes) }
  }

  package func write(_ name: String, _ bytes: [UInt8]) throws {
    guard let file = fopen("\(path)/\(name)".systemPath, "wb") else {
      throw FileError(path: "\(path)/\(name)", code: errno)
    }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else {
      throw FileError(path: "\(path)/\(name)", code: errno)
    }
  }

  package func names() throws -> [String] {
    try DatabaseFile(database).neighbors().filter { $0 != "." && $0 != ".." }.sorted()
  }

  package func bytes(_ name: String) throws -> [UInt8] {
    guard let file = fopen("\(path)/\(name)".systemPath, "rb") else {
      throw FileError(path: "\(path)/\(name)", code: errno)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  package func files() throws -> Files {
    var files: Files = [:]
    for name in try names() { files[name] = try bytes(name) }
    return files
  }
}
