/// One value of a document: its kind and its range. It has sixteen bytes, because there may be a million.
package struct Node: Sendable {
  package enum Kind: UInt8, Sendable {
    case dictionary, array, string, integer, real, `true`, `false`, null, date, data
  }

  package let kind: Kind

  /// The number of bytes of the value before and after the text in the file. Nil for a decoded text.
  private let margins: Margins?

  private struct Margins {
    let before: UInt8
    let after: UInt8
  }

  /// The byte offset in the file where the value starts, including `<`, a quote or a bracket.
  package let start: UInt32

  /// The byte offset in the file just after the value.
  package internal(set) var end: UInt32

  /// For a container, the index of the node after its children. For a decoded text, its index in the decoded texts.
  var detail: UInt32 = 0

  /// A value without text.
  init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    margins = nil
    start = UInt32(clamping: range.lowerBound)
    end = UInt32(clamping: range.upperBound)
  }

  /// A decoded text.
  init(_ kind: Kind, _ range: Range<Int>, decodedText index: Int) {
    self.init(kind, range)
    detail = UInt32(clamping: index)
  }

  /// A text that is used where it lies in the file; nil if too many bytes are around it.
  init?(_ kind: Kind, _ range: Range<Int>, textInPlace text: Range<Int>) {
    guard let before = UInt8(exactly: text.lowerBound - range.lowerBound),
      let after = UInt8(exactly: range.upperBound - text.upperBound)
    else { return nil }
    self.kind = kind
    margins = Margins(before: before, after: after)
    start = UInt32(clamping: range.lowerBound)
    end = UInt32(clamping: range.upperBound)
  }

  /// The range of its text in the file; nil if it was decoded or has no text.
  var textInPlace: Range<Int>? {
    margins.map { Int(start) + Int($0.before)..<Int(end) - Int($0.after) }
  }
}

extension Node.Kind {
  /// Whether it can contain other values.
  var isContainer: Bool { self == .dictionary || self == .array }

  /// Whether it has text: a string, or the spelling of a number.
  var hasText: Bool {
    switch self {
    case .string, .integer, .real, .date: true
    case .dictionary, .array, .true, .false, .null, .data: false
    }
  }

  /// Its name for people.
  package var words: String {
    switch self {
    case .dictionary: "a dictionary"
    case .array: "a list"
    case .string: "a string"
    case .integer, .real: "a number"
    case .true, .false: "true or false"
    case .null: "null"
    case .date: "a date"
    case .data: "data"
    }
  }
}
