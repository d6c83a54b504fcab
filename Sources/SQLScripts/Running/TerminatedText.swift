import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A copy of one text of a script with a NUL behind it. All statements of an item share it.
///
/// Without a NUL at its end, SQLite would copy the rest of the text for each statement.
struct TerminatedText {
  private var source: SourceFile?
  private var range = 0..<0
  private var bytes: [UInt8] = []

  /// Returns the bytes of a text and a NUL. More may follow them.
  mutating func copy(
    of text: Range<Int>, from document: DocumentBytes, in source: SourceFile
  ) -> [UInt8] {
    if range == text, self.source === source { return bytes }
    // Assigned only if it is another one, because counting references takes longer than the copy.
    if self.source !== source { self.source = source }
    range = text
    let text = document[text]
    if bytes.count <= text.count {
      bytes = [UInt8](repeating: 0, count: max(2 * bytes.count, text.count + 1))
    }
    bytes.withUnsafeMutableBytes {
      $0.copyMemory(from: UnsafeRawBufferPointer(text))
      $0[text.count] = 0
    }
    return bytes
  }
}
