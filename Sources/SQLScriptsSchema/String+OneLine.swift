extension String {
  /// The text on one line, shortened if necessary.
  package var oneLine: String {
    let words = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 160 ? words.prefix(159) + "…" : words
  }
}
