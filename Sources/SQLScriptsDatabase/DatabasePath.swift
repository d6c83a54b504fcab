import SQLScriptsSQL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Checks a path before SQLite sees it.
///
/// SQLite would create a temporary database for "", may read "file:x?mode=ro" as a URI, stops at a NUL, waits forever
/// for a pipe, and says “unable to open database file” in all other cases.
package enum DatabasePath {
  /// Returns the path to open. Throws a `cannotOpen` error that says what is wrong.
  package static func checked(
    _ path: String, mode: Connection.Mode
  ) throws(SQLiteError) -> String {
    if path == ":memory:" { return path }
    guard !path.isEmpty else { throw .cannotOpen("the path of the database is empty") }
    try checkForNUL(path)
    var isLink = false
    switch kind(of: path.systemPath, isLink: &isLink) {
    case .regularFile: break
    case .emptyFile: try DatabaseFile(path).checkLeftOvers()
    case .directory: throw .cannotOpen("\(path) is a folder, not a database file")
    case .special:
      throw .cannotOpen("\(path) is a device, pipe or socket, not a database file")
    case .unknown(let code):
      throw .cannotOpen(
        words(forSystemError: code, path: path)
          ?? "\(path) cannot be opened: \(SQLiteError.words(forSystemError: code))")
    case .missing:
      guard mode == .create else { throw .cannotOpen("no such file: \(path)") }
      let folder = Self.folder(of: path)
      switch kind(of: folder) {
      case .missing: throw .cannotOpen("the folder \(folder) does not exist")
      case .regularFile, .emptyFile, .special: throw .cannotOpen("\(folder) is not a folder")
      case .directory, .unknown: break
      }
      try DatabaseFile(path).checkLeftOvers()
    }
    try checkCompanions(of: isLink ? DatabaseFile(path).resolved : DatabaseFile(path))
    return path.hasPrefix("file:") ? "./" + path : path
  }

  /// Refuses a path with a NUL, because the system would use only the part before it.
  package static func checkForNUL(_ path: String) throws(SQLiteError) {
    guard path.hasNUL else { return }
    throw .cannotOpen("the path of the database contains a NUL character")
  }

  /// Refuses a path that is no file: it has a NUL, or it is SQLite's name for a database in memory.
  package static func checkIsFile(_ path: String) throws(SQLiteError) {
    try checkForNUL(path)
    if path == ":memory:" { throw .cannotOpen("a database in memory has no file") }
  }

  /// The same path, independent of the working folder.
  package static func absolute(_ path: String) -> String {
    guard !path.isEmpty, path != ":memory:", !path.hasPrefix("/"),
      let folder = getcwd(nil, 0)
    else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  /// SQLite opens any file with the name of a journal or log without checking its type.
  private static func checkCompanions(of file: DatabaseFile) throws(SQLiteError) {
    var name = file.path.systemPath
    let end = name.count - 1
    name.reserveCapacity(end + 16)
    for suffix in DatabaseFile.companions {
      // Bytes, one by one. Above some length a new string costs more in Swift, and joining two arrays makes its runtime
      // search for a conformance. Each launch pays for this.
      name.removeLast(name.count - end)
      for byte in suffix.utf8 { name.append(CChar(bitPattern: byte)) }
      name.append(0)
      guard kind(of: name) == .special else { continue }
      throw .cannotOpen(
        "\(file.path)\(suffix) is a device, pipe or socket, not a file of SQLite"
      )
    }
  }

  /// Whether the file exists and is not empty. Both a missing and an empty file are new (law 5).
  package static func hasContents(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemPath, &status) == 0 && status.st_size > 0
  }

  /// The reason why the system did not open a file; nil if its error number adds nothing to SQLite's message.
  static func words(forSystemError code: Int32, path: String) -> String? {
    let folder = folder(of: path)
    switch code {
    // If access is denied, SQLite tries to open the file read-only, and reports a missing file.
    case EACCES, EPERM, ENOENT:
      guard kind(of: path) == .missing else {
        return "this process is not allowed to open \(path)"
      }
      guard access(folder.systemPath, W_OK | X_OK) != 0 else { return nil }
      return "this process is not allowed to create a file in the folder \(folder)"
    case EROFS: return "\(path) cannot be created: the disk is read-only"
    case ENOSPC: return "\(path) cannot be created: the disk is full"
    case EMFILE, ENFILE: return "\(path) cannot be opened: too many files are open"
    case ENAMETOOLONG: return "the path \(path) is longer than the system allows"
    case ELOOP: return "the symbolic links of \(path) form a loop"
    default: return nil
    }
  }

  private enum Kind: Equatable {
    case missing, regularFile, emptyFile, directory, special
    /// The system does not say, for this reason.
    case unknown(Int32)
  }

  private static func kind(of path: String) -> Kind { kind(of: path.systemPath) }

  private static func kind(of path: [CChar]) -> Kind {
    var status = stat()
    return stat(path, &status) == 0 ? kind(status) : kindWithoutStatus
  }

  /// The kind of the file, or of the target of the link. One call of the system if it is not a link.
  private static func kind(of path: [CChar], isLink: inout Bool) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return kindWithoutStatus }
    isLink = status.st_mode & S_IFMT == S_IFLNK
    return isLink ? kind(of: path) : kind(status)
  }

  private static var kindWithoutStatus: Kind {
    errno == ENOENT || errno == ENOTDIR ? .missing : .unknown(errno)
  }

  private static func kind(_ status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_size == 0 ? .emptyFile : .regularFile
    case S_IFDIR: return .directory
    default: return .special
    }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }
}

extension SQLiteError {
  /// An error for a file that could not be opened or created, with a sentence that says why.
  package static func cannotOpen(_ message: String) -> SQLiteError {
    SQLiteError(code: .cannotOpen, message: message)
  }

  /// The system's message for an error number.
  package static func words(forSystemError code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "errno \(code)"
  }
}
