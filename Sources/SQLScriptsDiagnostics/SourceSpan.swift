/// A range of bytes in a file: where a diagnostic points.
public struct SourceSpan: Sendable, Hashable {
  /// The file.
  public var file: SourceFile

  /// The bytes, which may be empty: a place between two characters.
  public var range: Range<Int>

  /// Makes a span of a file and a byte range, clamped to the file.
  public init(file: SourceFile, range: Range<Int>) {
    self.file = file
    self.range = range.clamped(to: 0..<file.bytes.count)
  }

  /// The file itself, by its name: no line of it.
  package init(ofFile name: String) {
    self.init(file: SourceFile(unread: name), range: 0..<0)
  }

  /// How people are told where it is: `file:line:column`, or the name alone of the file itself.
  package var place: String { file.isNameOnly ? file.name : "\(start)" }

  /// Where the span starts.
  public var start: SourceLocation { file.location(at: range.lowerBound) }

  /// Where the span ends: the place just after its last byte.
  public var end: SourceLocation { file.location(at: range.upperBound) }
}
