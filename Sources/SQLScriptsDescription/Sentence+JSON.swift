import SQLScriptsReporting

extension Sentence {
  /// `words` is the sentence with its names and SQL set apart; `items` are the numbers of the statements.
  package var json: JSONText {
    .object([
      .init("text", .string(words.plain)),
      .init("words", words.json),
      .init("items", .array(items.map { .int($0) })),
      .init("label", .bool(isLabel)),
    ])
  }
}
