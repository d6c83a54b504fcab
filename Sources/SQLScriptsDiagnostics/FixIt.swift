/// A change to a file that takes away the reason of a diagnostic, and changes nothing else.
///
/// Only what keeps the author's meaning with certainty is a fix-it. What needs a thought is help.
public struct FixIt: Sendable, Hashable {
  /// Bytes of a file that give way to others.
  public struct Edit: Sendable, Hashable {
    /// The bytes that go. An empty span is a place where something is put in.
    public var span: SourceSpan

    /// What comes in their place, written as the file needs it there: escapes and entities included.
    public var replacement: String

    /// Makes an edit.
    public init(_ span: SourceSpan, with replacement: String) {
      self.span = span
      self.replacement = replacement
    }
  }

  /// What it does: an order, such as "Delete the comma".
  public var message: String

  /// Its edits, all in one file. They are made together or not at all, and do not overlap.
  public var edits: [Edit]

  /// Makes a fix-it of edits.
  public init(_ message: String, _ edits: [Edit]) {
    self.message = message.shortened()
    self.edits = edits
  }

  /// Makes a fix-it of one edit.
  public init(_ message: String, at span: SourceSpan, with replacement: String) {
    self.init(message, [Edit(span, with: replacement)])
  }
}
