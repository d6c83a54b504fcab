import SQLScriptsDiagnostics

/// Identifies the same finding in different runs, even if lines were added above it: by its rule, its file, the text of
/// its line, and its number among equal ones.
struct SARIFFingerprints {
  /// The key in `partialFingerprints`. The number increases if the same finding gets another value.
  static let name = "sqlscriptsFinding/v1"

  private let folder: WorkingFolder
  private var counts: [UInt64: Int] = [:]

  init(folder: WorkingFolder) {
    self.folder = folder
  }

  /// The fingerprint of the next diagnostic.
  mutating func next(_ diagnostic: Diagnostic) -> String {
    let file = diagnostic.span.file
    let line = file.bytes[file.line(around: diagnostic.span.range.lowerBound)]
    let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var hash = Self.start
    for part in [diagnostic.id, folder.uri(of: file.name).text] {
      Self.add(part.utf8, to: &hash)
    }
    for word in words { Self.add(word, to: &hash) }
    let count = counts[hash, default: 0] + 1
    counts[hash] = count
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + ":\(count)"
  }

  // FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/. Collisions do no harm.
  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func add(_ bytes: some Sequence<UInt8>, to hash: inout UInt64) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // The end of a part is hashed, too, so that “a b” and “ab” differ.
    hash = (hash ^ 0xFF) &* 0x100_0000_01B3
  }
}
