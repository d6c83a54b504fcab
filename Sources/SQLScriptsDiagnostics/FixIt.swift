/// A change to a file that resolves a diagnostic and changes nothing else.
///
/// Use a fix-it only if it certainly keeps the author's meaning. Otherwise write help.
package struct FixIt: Sendable, Hashable {
  /// A replacement of bytes of a file.
  package struct Edit: Sendable, Hashable {
    /// The bytes to replace. An empty span is a place to insert text.
    package var span: SourceSpan

    /// The new text, with escapes and entities as the file needs them.
    package var replacement: String

    /// Creates an edit.
    package init(_ span: SourceSpan, with replacement: String) {
      self.span = span
      self.replacement = replacement
    }
  }

  /// A description in the imperative, such as “Delete the comma”.
  package var message: String

  /// The edits, all in one file. They are made together or not at all, and do not overlap.
  package var edits: [Edit]

  /// The value that existing rows get, as SQL, which the author should see first; nil if they get none.
  package var rowValue: String?

  /// Creates a fix-it from edits.
  package init(_ message: String, _ edits: [Edit]) {
    self.message = message.shortened()
    self.edits = edits
  }

  /// Creates a fix-it from one edit.
  package init(_ message: String, at span: SourceSpan, with replacement: String) {
    self.init(message, [Edit(span, with: replacement)])
  }
}
