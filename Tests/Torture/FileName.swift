import SQLScripts
import SQLScriptsDatabase
import SQLScriptsScratch

/// The name of a file as bytes. It may not be UTF-8, and two spellings of an accent are two names.
struct FileName: Hashable, CustomStringConvertible {
  private(set) var bytes: [UInt8]

  /// The name as the library shows it.
  var text: String { String(systemBytes: bytes) }

  var description: String {
    bytes.map { byte in
      (32..<127).contains(byte)
        ? String(Unicode.Scalar(byte)) : "\\x" + String(byte, radix: 16)
    }.joined()
  }

  /// Whether it may be too long for the name of its journal.
  var isLong: Bool { bytes.count > 230 }

  init(_ text: String) {
    bytes = text.systemPath.dropLast().map { UInt8(bitPattern: $0) }
  }

  private init(bytes: [UInt8]) {
    // 255 bytes are allowed, and SQLite and backups need some of them.
    self.bytes = Array(bytes.prefix(255))
  }

  private static let pieces: [[UInt8]] =
    [
      "a", "app", "App", ".db", ".sqlite", "-", "-journal", "-wal", "-shm", "-migrating",
      ".backup-",
      ".backup-000001", ".backup-000002-v1-to-v3", ".backup-lock", ".backup-partial",
      ".restore-partial", "-mj0A1B2C9D3", "caf\u{E9}", "cafe\u{301}", "名", "😀", "\n", "\t", " ",
      "'",
      "\"", "%", "%00", "%41", "?mode=ro", "#", "file:", ":memory:", "\\", "*", "~", "\u{202E}",
      "..",
      "\u{10FFFE}", "\u{1B}[31m", "$HOME", "`", "\u{200B}",
    ].map { Array($0.utf8) } + [
      [0xE9], [0xFF, 0xFE], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x8F], [0x80],
    ]

  private static let suffixes = [
    "-journal", "-wal", "-shm", "-migrating", ".backup-lock", ".backup-partial", ".restore-partial",
  ].map { Array($0.utf8) }

  static func drawn(_ random: inout SeededGenerator) -> FileName {
    while true {
      var bytes: [UInt8] = []
      for _ in 0..<random.number(1...5) { bytes += pieces.randomElement(using: &random) ?? [] }
      if random.chance(8) { bytes += Array(repeating: 0x78, count: random.number(150...260)) }
      let name = FileName(bytes: bytes)
      if !["", ".", "..", ":memory:"].contains(name.text) { return name }
    }
  }

  /// Another name that is easily mistaken for this one.
  func similar(_ random: inout SeededGenerator) -> FileName {
    while true {
      var other = bytes
      switch random.number(0...6) {
      case 0: other = Self.swapped(other)
      case 1: other = Array(String(decoding: other, as: UTF8.self).utf8)
      case 2: other += Self.pieces.randomElement(using: &random) ?? []
      case 3:
        other = other.map {
          (65...90).contains($0) ? $0 + 32 : (97...122).contains($0) ? $0 - 32 : $0
        }
      case 4: other = Array(other.prefix(random.number(1...max(1, other.count))))
      case 5:
        other = Self.swapped(other) + (random.chance(50) ? Array(".backup-000001".utf8) : [])
      default: other = (Self.pieces.randomElement(using: &random) ?? []) + other
      }
      let name = FileName(bytes: other)
      if name != self, !["", ".", ".."].contains(name.text) { return name }
      if random.chance(20) { return FileName(bytes: Array(bytes.prefix(200)) + [0x79]) }
    }
  }

  /// The name with the other spelling of an accent.
  private static func swapped(_ bytes: [UInt8]) -> [UInt8] {
    let (one, two) = (Array("\u{E9}".utf8), Array("e\u{301}".utf8))
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if rest.starts(with: one) {
        result += two
        rest = rest.dropFirst(one.count)
      } else if rest.starts(with: two) {
        result += one
        rest = rest.dropFirst(two.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Whether a file of this name belongs to the database: its journal, its lock or a backup.
  func belongs(to database: FileName) -> Bool {
    for stem in Set([database.bytes, database.cut]) where bytes.starts(with: stem) {
      let rest = Array(bytes.dropFirst(stem.count))
      if rest.isEmpty || Self.suffixes.contains(rest) { return true }
      for suffix in Self.suffixes where rest.starts(with: suffix) {
        if Self.suffixes.contains(Array(rest.dropFirst(suffix.count))) { return true }
      }
      let backup = Array(".backup-".utf8)
      if rest.starts(with: backup),
        rest.dropFirst(backup.count).first.map({ (48...57).contains($0) }) ?? false
      {
        return true
      }
    }
    return false
  }

  /// The replacement for a long name in the names of the files next to it.
  private var cut: [UInt8] {
    FileName(DatabaseFile("/" + text).beside("").name).bytes
  }
}
