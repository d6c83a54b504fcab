import SQLScriptsDiagnostics

/// A place in a script file.
public struct ScriptLocation: Sendable, Hashable, CustomStringConvertible {
  /// The name of the file, as it is shown to people.
  public let file: String

  /// The line, from one.
  public let line: Int

  /// The column, from one, in Unicode scalars.
  public let column: Int

  /// The byte offset in the file, from zero.
  public let offset: Int

  package init(_ location: SourceLocation) {
    file = location.file
    line = location.line
    column = location.column
    offset = location.offset
  }

  /// `file:line:column`, which terminals and editors turn into a link.
  public var description: String { "\(file):\(line):\(column)" }
}
