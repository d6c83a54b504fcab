import Foundation

/// A folder of its own for each case, in memory where the system has such a disk.
struct Folder {
  typealias Files = [String: [UInt8]]

  let path: String

  static func temporary() throws -> Folder {
    let memory = "/dev/shm"
    let top =
      FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    let folder = Folder(path: "\(top)/sqlscripts-torture-\(getpid())")
    try folder.make()
    return folder
  }

  func make() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func folder(_ name: String) throws -> Folder {
    let folder = Folder(path: "\(path)/\(name)")
    try folder.make()
    return folder
  }

  /// The database that is tortured.
  var database: String { "\(path)/app.db" }

  /// Makes these its files, and no others.
  func fill(_ files: Files) throws {
    for name in try names() { unlink("\(path)/\(name)") }
    for (name, bytes) in files { try write(name, bytes) }
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  func files() throws -> Files {
    var files: Files = [:]
    for name in try names() { files[name] = try bytes(name) }
    return files
  }
}
