import SQLScriptsDatabase
import SQLScriptsSQL

/// A text that shares its beginning with the text it was made from.
///
/// The rehearsal keeps a table after each of 2,000 statements that add a column, and its SQL may be long.
struct SharedText: Sendable {
  private final class Chunk: Sendable {
    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  }

  private static let chunkSize = 1024

  private let chunks: [Chunk]

  /// The text, if it is short.
  private let short: String?

  init(_ text: String) {
    let isShort = text.utf8.count <= Self.chunkSize
    short = isShort ? text : nil
    chunks = isShort ? [] : Self.chunks(Array(text.utf8)[...])
  }

  private init(chunks: [Chunk]) {
    short = nil
    self.chunks = chunks
  }

  private static func chunks(_ bytes: ArraySlice<UInt8>) -> [Chunk] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: chunkSize).map {
      Chunk(bytes[$0..<min($0 + chunkSize, bytes.endIndex)])
    }
  }

  var text: String {
    short ?? String(decoding: chunks.flatMap(\.bytes), as: UTF8.self)
  }

  /// Replaces equal chunks with those of another text.
  mutating func share(with other: SharedText) {
    guard short == nil, other.short == nil else { return }
    self = SharedText(
      chunks: chunks.enumerated().map { index, chunk in
        guard other.chunks.indices.contains(index) else { return chunk }
        return other.chunks[index].bytes == chunk.bytes ? other.chunks[index] : chunk
      })
  }
}

extension SharedText: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    guard left.chunks.count == right.chunks.count else { return false }
    let isSame =
      switch (left.short, right.short) {
      case (nil, nil): true
      case (let left?, let right?): left.hasSameBytes(as: right)
      default: false
      }
    return isSame && zip(left.chunks, right.chunks).allSatisfy { $0 === $1 || $0.bytes == $1.bytes }
  }

  func hash(into hasher: inout Hasher) {
    short?.hashBytes(into: &hasher)
    for chunk in chunks { hasher.combine(chunk.bytes) }
  }
}
