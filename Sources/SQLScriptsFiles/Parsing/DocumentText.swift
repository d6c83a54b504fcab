internal import SQLScriptsDiagnostics

/// All text of a document: the file's bytes, with a NUL after each statement in them, and then the decoded bytes.
package struct DocumentText: RandomAccessCollection, Sendable {
  let source: SourceFile
  let decoded: [UInt8]

  package var startIndex: Int { 0 }
  package var endIndex: Int { source.count + 1 + decoded.count }

  package subscript(offset: Int) -> UInt8 {
    offset > source.count
      ? decoded[offset - source.count - 1] : source.text[offset]
  }
}
