/// The text of an example, and the range that a finding points at.
package struct MarkedText: Sendable, Hashable {
  /// The text without the marks.
  package let text: String
  /// The bytes between the marks; nil if there are no marks.
  package let marked: Range<Int>?

  /// - Parameter source: the text, with « and » around the place.
  package init(_ source: String) {
    var text = ""
    var start: Int?
    var end: Int?
    for character in source {
      switch character {
      case "«" where start == nil: start = text.utf8.count
      case "»" where start != nil && end == nil: end = text.utf8.count
      default: text.append(character)
      }
    }
    self.text = text
    if let start, let end { marked = start..<end } else { marked = nil }
  }
}
