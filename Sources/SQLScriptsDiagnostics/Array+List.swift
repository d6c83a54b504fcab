extension [String] {
  /// The words as a list in a sentence, such as “a, b or c”.
  ///
  /// - Parameter word: the word before the last one: “and” or “or”.
  package func list(_ word: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
