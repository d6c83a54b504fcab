/// The original bytes of a file.
package struct SourceBytes: RandomAccessCollection, Sendable {
  let file: SourceFile

  /// Always 0.
  package var startIndex: Int { 0 }

  /// The size of the file, in bytes.
  package var endIndex: Int { file.count }

  /// The byte at an offset; 0 outside the file.
  package subscript(offset: Int) -> UInt8 { indices.contains(offset) ? file.storage[offset] : 0 }

  /// Calls `body` with the bytes, which are contiguous.
  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try file.withBytes(body)
  }
}
