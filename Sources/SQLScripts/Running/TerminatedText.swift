import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A copy of one text of a script with a NUL behind it. All statements of an item share it.
///
/// Without a NUL at its end, SQLite would copy the rest of the text for each statement.
struct TerminatedText {
  private var source: SourceFile?
  private var range = 0..<0
  private var bytes: [UInt8] = []

  /// Returns the bytes of a text and a NUL.
  mutating func copy(of text: Range<Int>, in document: Document) -> [UInt8] {
    if source === document.source, range == text { return bytes }
    (source, range) = (document.source, text)
    bytes.removeAll(keepingCapacity: true)
    document.withBytes(of: text) { bytes.append(contentsOf: $0) }
    bytes.append(0)
    return bytes
  }
}
