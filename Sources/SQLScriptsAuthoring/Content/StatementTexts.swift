import SQLScripts
import SQLScriptsFiles

/// The statements of a script, each byte for byte from its first token to its last: what stands between two
/// statements is not part of it, nor is the form of the file.
///
/// SQLite stores the text of what it creates, with its blanks and comments. A checksum over tokens says that
/// two scripts do the same, and this says that they also leave the same text behind.
struct StatementTexts: Hashable {
  private(set) var count = 0
  private let hash: UInt64

  init(of script: Script) {
    var hash = XXH64()
    var count = 0
    for item in script.items {
      script.document.withBytes(of: item.text) { bytes in
        var start = 0
        while start < bytes.count {
          let rest = UnsafeBufferPointer(rebasing: bytes[start...])
          let statement = StatementText(rest).firstStatement
          guard !statement.isEmpty else { return }
          hash.update(UnsafeBufferPointer(rebasing: rest[statement]))
          withUnsafeBytes(of: UInt64(statement.count).littleEndian) {
            hash.update($0.assumingMemoryBound(to: UInt8.self))
          }
          count += 1
          start += max(1, statement.upperBound)
        }
      }
    }
    self.count = count
    self.hash = hash.finish()
  }
}
