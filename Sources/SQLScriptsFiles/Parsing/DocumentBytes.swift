/// The bytes of a document, for a loop over its texts.
///
/// A loop over a million texts would spend a fifth of its time on counting references to the file, if each text were
/// asked for one by one.
package struct DocumentBytes {
  /// The file and the NUL after it.
  private let file: UnsafeBufferPointer<UInt8>
  private let decoded: UnsafeBufferPointer<UInt8>

  fileprivate init(file: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>) {
    self.file = file
    self.decoded = decoded
  }

  /// The bytes of a text. A range outside the document is clamped.
  package subscript(text: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    if text.lowerBound < file.count {
      return UnsafeBufferPointer(rebasing: file[text.clamped(to: 0..<file.count)])
    }
    let range = text.lowerBound - file.count..<text.upperBound - file.count
    return UnsafeBufferPointer(rebasing: decoded[range.clamped(to: 0..<decoded.count)])
  }

  /// Whether a NUL follows a text. It does not if the text is part of a property list or of JSON.
  package func isTerminated(_ text: Range<Int>) -> Bool {
    if text.upperBound < file.count { return file[text.upperBound] == 0 }
    let end = text.upperBound - file.count
    return end < decoded.count && decoded[end] == 0
  }
}

extension Document {
  /// Calls `body` with all bytes, which are valid until it returns.
  package func withBytes<Result, Failure: Error>(
    _ body: (DocumentBytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try source.storage.withUnsafeBufferPointer { (file) throws(Failure) in
      try decoded.withUnsafeBufferPointer { (decoded) throws(Failure) in
        try body(DocumentBytes(file: file, decoded: decoded))
      }
    }
  }
}
