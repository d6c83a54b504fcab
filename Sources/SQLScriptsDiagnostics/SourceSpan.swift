/// A range of bytes in a file, the place of a diagnostic.
package struct SourceSpan: Sendable, Hashable {
  /// The file.
  package var file: SourceFile

  /// The range, which may be empty: a place between two characters.
  package var range: Range<Int>

  /// Creates a span from a file and a byte range, clamped to the file.
  package init(file: SourceFile, range: Range<Int>) {
    self.file = file
    self.range = range.clamped(to: 0..<file.bytes.count)
  }

  /// Creates a span for the file itself, without a line.
  package init(ofFile name: String) {
    self.init(file: SourceFile(unread: name), range: 0..<0)
  }

  /// The place as text: `file:line:column`, or only the name for the file itself.
  package var place: String { file.isNameOnly ? file.name : "\(start)" }

  /// Where the span starts.
  package var start: SourceLocation { file.location(at: range.lowerBound) }

  /// Where the span ends: the place just after its last byte.
  package var end: SourceLocation { file.location(at: range.upperBound) }
}
