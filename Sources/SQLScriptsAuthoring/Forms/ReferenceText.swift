import SQLScriptsSchema

/// REFERENCES with what follows it.
struct ReferenceText {
  /// The index after it.
  let end: Int
  /// The tokens of ON DELETE with the action; nil if there is none.
  private(set) var onDelete: Range<Int>?

  /// - Parameter start: the index of the keyword.
  init(_ text: SQLText, _ start: Int) {
    var at = start + 2
    if text.word(at) == "(" {
      while at < text.indices.upperBound, text.word(at) != ")" { at += 1 }
      at += 1
    }
    while true {
      if text.word(at) == "ON", ["DELETE", "UPDATE"].contains(text.word(at + 1)) {
        let length = ["SET", "NO"].contains(text.word(at + 2)) ? 4 : 3
        if text.word(at + 1) == "DELETE" { onDelete = at..<at + length }
        at += length
      } else if text.word(at) == "MATCH" {
        at += 2
      } else if text.has("NOT", "DEFERRABLE", at: at) {
        at += 2
      } else if text.word(at) == "DEFERRABLE" {
        at += 1
      } else if text.word(at) == "INITIALLY" {
        at += 2
      } else {
        break
      }
    }
    end = at
  }
}
