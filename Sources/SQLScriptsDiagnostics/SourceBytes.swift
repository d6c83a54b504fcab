/// The bytes of a file, as they are in it.
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

  /// Where nothing was put in the place of a byte, they lie one after the other.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    file.delimiter == 0 ? try file.withBytes(body) : nil
  }
}
