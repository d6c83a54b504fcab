/// A file, a line and a column, as shown to people.
package struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// The name of the file, as it is shown to people.
  package var file: String

  /// The line, from one.
  package var line: Int

  /// The column, from one, in Unicode scalars.
  package var column: Int

  /// The byte offset in the file, from zero.
  package var offset: Int

  /// Creates a location.
  package init(file: String, line: Int, column: Int, offset: Int) {
    self.file = file
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// `file:line:column`, which terminals and editors turn into a link.
  package var description: String { "\(file):\(line):\(column)" }
}
