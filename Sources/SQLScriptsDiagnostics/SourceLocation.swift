/// A file, a line and a column, as shown to people.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// The name of the file, as it is shown to people.
  public var file: String

  /// The line, from one.
  public var line: Int

  /// The column, from one, in Unicode scalars.
  public var column: Int

  /// The byte offset in the file, from zero.
  public var offset: Int

  /// Creates a location.
  public init(file: String, line: Int, column: Int, offset: Int) {
    self.file = file
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// `file:line:column`, which terminals and editors turn into a link.
  public var description: String { "\(file):\(line):\(column)" }
}
