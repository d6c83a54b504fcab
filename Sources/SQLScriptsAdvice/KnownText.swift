import SQLScriptsDiagnostics

/// The text of a file, which is compared once with another file, not once for each span in that file.
package struct KnownText {
  private let file: SourceFile
  private var same: SourceFile

  package init(_ file: SourceFile) { (self.file, same) = (file, file) }

  /// Whether a span is in this text, or in an equal one.
  package mutating func contains(_ span: SourceSpan) -> Bool {
    if span.file === same { return true }
    guard span.file == file else { return false }
    same = span.file
    return true
  }
}
