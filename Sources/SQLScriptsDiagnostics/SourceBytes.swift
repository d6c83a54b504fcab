/// The original bytes of a file.
public struct SourceBytes: RandomAccessCollection, Sendable {
  let file: SourceFile

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The size of the file, in bytes.
  public var endIndex: Int { file.count }

  /// The byte at an offset; 0 outside the file.
  public subscript(offset: Int) -> UInt8 {
    guard indices.contains(offset) else { return 0 }
    let byte = file.text[offset]
    return byte == 0 ? file.delimiter : byte
  }

  /// The bytes are contiguous if none was replaced by a NUL.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    file.delimiter == 0 ? try file.withBytes(body) : nil
  }
}
