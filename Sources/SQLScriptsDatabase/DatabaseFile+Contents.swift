#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The kind of a file, according to its first bytes <https://www.sqlite.org/fileformat2.html>.
extension DatabaseFile {
  /// Whether it is a regular file, not a link, with the header and all pages of an SQLite database.
  ///
  /// No connection of this process may have it open, because reading it drops the process's locks on it.
  package var isWholeDatabase: Bool {
    guard let size = sizeOfFile else { return false }
    let header = firstBytes(100)
    guard header.count == 100, header.starts(with: Self.magic) else { return false }
    // Older releases of SQLite do not update the page count. Then two counters differ.
    guard header[24..<28] == header[92..<96] else { return true }
    let pageSize = header.number(16..<18)
    let count = header.number(28..<32)
    return size >= Int64(pageSize == 1 ? 65_536 : pageSize) * Int64(count)
  }

  /// Whether it is a regular file with the size of an encrypted database, which has pages but no header in plain text.
  /// The same restriction about locks applies.
  package var mayBeEncryptedDatabase: Bool {
    guard let size = sizeOfFile, size > 0, size % 512 == 0 else { return false }
    // A file that was lost in a power cut is often full of zeros. A truncated database in plain text is no backup.
    return !beginsAsDatabase && firstBytes(512).contains { $0 != 0 }
  }

  /// The size of a regular file in bytes; nil for anything else, also a link.
  private var sizeOfFile: Int64? {
    var status = stat()
    guard lstat(path.systemPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(status.st_size)
  }

  /// Whether it begins like an SQLite database. The same restriction about locks applies.
  package var beginsAsDatabase: Bool { firstBytes(Self.magic.count).elementsEqual(Self.magic) }

  private static let magic = Array("SQLite format 3\0".utf8)

  /// Refuses a missing or empty database whose log or journal still exists, because SQLite would delete that file when
  /// it creates the database.
  ///
  /// Files that hold nothing of an older database are accepted: a log without a page, and a journal that is zeroed or
  /// belongs to the transaction that was to create the database.
  func checkLeftOvers() throws(SQLiteError) {
    let file = resolved
    for (suffix, words) in [("-wal", "write-ahead log"), ("-journal", "journal")] {
      let companion = DatabaseFile(file.path + suffix)
      var status = stat()
      guard stat(companion.path.systemPath, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        throw .cannotOpen(
          "\(companion.path) is a folder, not what SQLite keeps beside a database")
      }
      let holdsPages =
        suffix == "-wal"
        ? status.st_size > 32 : status.st_size > 0 && companion.holdsPagesOfDatabase
      // Another process may have created the database meanwhile.
      guard holdsPages, !DatabasePath.hasContents(file.path) else { continue }
      throw .cannotOpen(
        "\(file.path) is \(file.exists ? "empty" : "missing"), but its \(words) \(companion.path) is still there."
          + " SQLite would delete it. Put the database back, or move the \(words) to another place")
    }
  }

  /// Whether a journal belongs to a database that had pages before the transaction. The first transaction of a new
  /// database has none to save, and a zeroed journal is no longer needed.
  private var holdsPagesOfDatabase: Bool {
    let header = firstBytes(28)
    // Its contents are not known.
    if header.isEmpty { return true }
    // SQLite writes the rest of the header first, and only half of these bytes if the disk is full.
    let begin: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    guard zip(header, begin).allSatisfy({ $0 == 0 || $0 == $1 }) else { return true }
    return header.count >= 20 && header.number(16..<20) != 0
  }

  /// The first bytes: fewer if the file is shorter, none if it cannot be read.
  private func firstBytes(_ count: Int) -> [UInt8] {
    // NONBLOCK, so that a pipe of that name does not block.
    let handle = open(path.systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard handle >= 0 else { return [] }
    defer { close(handle) }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = read(handle, &bytes, count)
    return Array(bytes.prefix(max(0, length)))
  }
}

extension [UInt8] {
  /// A big-endian number.
  fileprivate func number(_ places: Range<Int>) -> UInt32 {
    self[places].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
