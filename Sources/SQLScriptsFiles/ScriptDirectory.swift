package import SQLScriptsDiagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Lists a folder and reads regular files. No other type accesses script files.
package enum ScriptDirectory {
  package struct Entry: Sendable, Hashable {
    package var name: String
    /// True only if the system reports it without a further call.
    package var isFolder: Bool
    /// False if the file has another name, because `name` has U+FFFD for bytes that are not UTF-8.
    package var isUTF8: Bool

    package init(name: String, isFolder: Bool = false, isUTF8: Bool = true) {
      self.name = name
      self.isFolder = isFolder
      self.isUTF8 = isUTF8
    }
  }

  /// The path of a file in a folder.
  package static func path(of name: String, in folder: String) -> String {
    folder + (folder.utf8.last == UInt8(ascii: "/") ? "" : "/") + name
  }

  /// The entries of a folder, ordered by name, without `.` and `..`. Does not open them.
  package static func entries(of path: String) throws(ScriptBundleError) -> [Entry] {
    try unorderedEntries(of: path).sorted { precedes($0.name, $1.name) }
  }

  /// The same in the order of the file system.
  static func unorderedEntries(of path: String) throws(ScriptBundleError) -> [Entry] {
    guard !path.utf8.contains(0) else { throw ScriptBundleError(path: path, reason: .invalidPath) }
    guard let folder = opendir(path) else { throw .fromSystem(errno, path) }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        if errno != 0 { throw .fromSystem(errno, path) }
        break
      }
      let found = name(of: entry)
      if found.name == "." || found.name == ".." { continue }
      entries.append(
        Entry(
          name: found.name, isFolder: Int32(entry.pointee.d_type) == Int32(DT_DIR),
          isUTF8: found.isUTF8))
    }
    return entries
  }

  /// Whether a name is first by its bytes. `lexicographicallyPrecedes` takes ten times as long.
  static func precedes(_ name: String, _ other: String) -> Bool {
    let order = name.utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { others -> Int in
        guard let start = bytes.baseAddress, let otherStart = others.baseAddress else {
          return bytes.count - others.count
        }
        let order = memcmp(start, otherStart, min(bytes.count, others.count))
        return order == 0 ? bytes.count - others.count : Int(order)
      }
    }
    guard let order, let order else { return name.utf8.lexicographicallyPrecedes(other.utf8) }
    return order < 0
  }

  /// Reads a regular file, or the target of a symbolic link, because build systems create folders of links. It opens
  /// nothing that could block, such as a pipe without a writer.
  package static func bytes(ofFile path: String) throws(ScriptBundleError) -> [UInt8] {
    try withFile(path) { (handle, size) throws(ScriptBundleError) in
      var bytes = [UInt8](repeating: 0, count: size)
      try bytes.withUnsafeMutableBufferPointer { (buffer) throws(ScriptBundleError) in
        try readAll(handle, path, into: buffer)
      }
      return bytes
    }
  }

  /// Reads a file into its final place, with the name that is shown to people.
  package static func source(
    ofFile path: String, name: String
  ) throws(ScriptBundleError) -> SourceFile {
    try withFile(path) { (handle, size) throws(ScriptBundleError) in
      try SourceFile(name: name, count: size) { (buffer) throws(ScriptBundleError) in
        try readAll(handle, path, into: buffer)
      }
    }
  }

  private static func withFile<Result>(
    _ path: String, _ body: (Int32, Int) throws(ScriptBundleError) -> Result
  ) throws(ScriptBundleError) -> Result {
    guard !path.utf8.contains(0) else { throw ScriptBundleError(path: path, reason: .invalidPath) }
    var handle: Int32
    repeat {
      handle = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    } while handle < 0
      && errno == EINTR
    guard handle >= 0 else {
      // A socket cannot even be opened.
      if errno == ENXIO || errno == EOPNOTSUPP {
        throw ScriptBundleError(path: path, reason: .notARegularFile)
      }
      let code = errno
      if code == ENOENT, isLink(path) {
        throw ScriptBundleError(path: path, reason: .danglingLink)
      }
      throw .fromSystem(code, path)
    }
    defer { close(handle) }
    return try body(handle, try size(of: handle, path))
  }

  /// Reads an open file completely.
  private static func readAll(
    _ handle: Int32, _ path: String, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) throws(ScriptBundleError) {
    var count = 0
    while count < buffer.count {
      let got = read(handle, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw .fromSystem(errno, path) }
      if got == 0 { break }
      count += got
    }
    var probe: UInt8 = 0
    // Half of a file that an editor is just writing must not run as if it were complete.
    guard count == buffer.count, read(handle, &probe, 1) == 0 else {
      throw ScriptBundleError(path: path, reason: .changedWhileRead)
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func size(of handle: Int32, _ path: String) throws(ScriptBundleError) -> Int {
    var status = stat()
    guard fstat(handle, &status) == 0 else { throw .fromSystem(errno, path) }
    let type = status.st_mode & S_IFMT
    if type == S_IFDIR { throw ScriptBundleError(path: path, reason: .isAFolder) }
    if type != S_IFREG { throw ScriptBundleError(path: path, reason: .notARegularFile) }
    let size = Int64(status.st_size)
    guard size <= ScriptBundleError.maximumFileSize else {
      throw ScriptBundleError(path: path, reason: .tooLarge(bytes: size))
    }
    return max(0, Int(size))
  }

  // Swift imports `d_name` as a tuple of its declared size, but the record may be shorter. So the name is read in
  // place.
  private static func name(
    of entry: UnsafeMutablePointer<dirent>
  ) -> (name: String, isUTF8: Bool) {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return ("", true) }
    let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
    if let name = String(validatingCString: start) { return (name, true) }
    return (String(cString: start), false)
  }
}

extension ScriptBundleError {
  fileprivate static func fromSystem(_ code: Int32, _ path: String) -> ScriptBundleError {
    let reason: Reason =
      switch code {
      case ENOENT: .notFound
      case ENOTDIR: .notAFolder
      case EISDIR: .isAFolder
      case EACCES, EPERM: .notReadable
      case ENAMETOOLONG: .nameTooLong
      case ELOOP: .tooManyLinks
      case EMFILE, ENFILE: .tooManyOpenFiles
      case EIO: .inputOutput
      default: .refused(code: code)
      }
    return ScriptBundleError(path: path, reason: reason)
  }
}
