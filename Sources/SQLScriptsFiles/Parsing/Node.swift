/// One value of a document: what kind it is, and where.
package struct Node: Sendable {
  package enum Kind: UInt8, Sendable {
    case dictionary, array, string, integer, real, `true`, `false`, null, date, data
  }

  package var kind: Kind

  /// The byte offset in the file where the value starts: of `<`, of the opening quote or bracket.
  package var start: UInt32

  /// The byte offset in the file just after the value.
  package var end: UInt32

  /// Where its decoded text starts in the document's text; of a number, its spelling.
  package var textStart: UInt32

  /// How many bytes of decoded text it has.
  package var textCount: UInt32

  /// The index of the node after this one and all it contains.
  package var next: UInt32

  package init(
    kind: Kind, start: Int, end: Int = 0, textStart: Int = 0, textCount: Int = 0, next: Int = 0
  ) {
    self.kind = kind
    self.start = UInt32(clamping: start)
    self.end = UInt32(clamping: end)
    self.textStart = UInt32(clamping: textStart)
    self.textCount = UInt32(clamping: textCount)
    self.next = UInt32(clamping: next)
  }
}

extension Node.Kind {
  /// What people call it.
  package var words: String {
    switch self {
    case .dictionary: "a dictionary"
    case .array: "a list"
    case .string: "text"
    case .integer, .real: "a number"
    case .true, .false: "true or false"
    case .null: "null"
    case .date: "a date"
    case .data: "data"
    }
  }
}
