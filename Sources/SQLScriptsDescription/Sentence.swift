/// What one or more statements of a script do, in words.
package struct Sentence: Sendable, Hashable {
  package var words: Words

  /// The numbers of the items that do it, ascending; for a `.sql` file, of its statements.
  package var items: [Int]

  /// Whether it says that nothing can be said: the statement failed, or has no effect that can be described.
  package var isLabel = false

  init(_ words: Words, _ items: [Int], isLabel: Bool = false) {
    self.words = words
    self.items = items
    self.isLabel = isLabel
  }
}
