import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a journal needs of the system.
enum JournalFile {
  /// Creates a folder that only its user can enter, and those above it.
  static func makeFolder(_ path: String) -> Bool {
    if mkdir(path.systemPath, 0o700) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let end = path.lastIndex(of: "/"), end > path.startIndex,
      makeFolder(String(path[..<end]))
    else { return false }
    return mkdir(path.systemPath, 0o700) == 0 || errno == EEXIST
  }

  /// Whether nobody else can put files into a folder.
  static func isOwnFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }

  /// The size of an open file that only its user can read and write; nil if it is another one.
  static func ownSize(_ handle: Int32) -> Int? {
    var status = stat()
    guard fstat(handle, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
    return Int(exactly: status.st_size)
  }

  /// Nil if there are not so many bytes left.
  static func read(_ count: Int, of handle: Int32) -> [UInt8]? {
    guard count >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let more = bytes.withUnsafeMutableBytes { readSome(handle, .init(rebasing: $0[done...])) }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { return nil }
      done += more
    }
    return bytes
  }

  private static func readSome(_ handle: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(handle, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(handle, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(handle, buffer.baseAddress, buffer.count)
    #endif
  }
}
