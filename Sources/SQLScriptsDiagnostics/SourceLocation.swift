/// A place for people: a file, a line and a column.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// The name of the file, as people are shown it.
  public var file: String

  /// The line, from one.
  public var line: Int

  /// The column, from one, in Unicode scalars.
  public var column: Int

  /// The byte offset in the file, from zero.
  public var offset: Int

  /// Makes a location of its parts.
  public init(file: String, line: Int, column: Int, offset: Int) {
    self.file = file
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// `file:line:column`, the form that terminals and editors make a link of.
  public var description: String { "\(file):\(line):\(column)" }
}
