/// One value of a document: what kind it is, and where. Sixteen bytes, as there may be a million.
package struct Node: Sendable {
  package enum Kind: UInt8, Sendable {
    case dictionary, array, string, integer, real, `true`, `false`, null, date, data
  }

  package let kind: Kind

  /// How a text lies in the file: as it is, with so many bytes before and behind it that belong to the
  /// value. Nil for one that had to be decoded.
  private let margins: Margins?

  private struct Margins {
    let before: UInt8
    let behind: UInt8
  }

  /// The byte offset in the file where the value starts: of `<`, of the opening quote or bracket.
  package let start: UInt32

  /// The byte offset in the file just after the value.
  package internal(set) var end: UInt32

  /// Of a container, the index of the node after all that it contains; of a decoded text, its index among
  /// those.
  var detail: UInt32 = 0

  /// A value without text.
  init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    margins = nil
    start = UInt32(clamping: range.lowerBound)
    end = UInt32(clamping: range.upperBound)
  }

  /// A text that was decoded.
  init(_ kind: Kind, _ range: Range<Int>, decodedText index: Int) {
    self.init(kind, range)
    detail = UInt32(clamping: index)
  }

  /// A text that lies in the file as it is; nil if too much is around it.
  init?(_ kind: Kind, _ range: Range<Int>, textInPlace text: Range<Int>) {
    guard let before = UInt8(exactly: text.lowerBound - range.lowerBound),
      let behind = UInt8(exactly: range.upperBound - text.upperBound)
    else { return nil }
    self.kind = kind
    margins = Margins(before: before, behind: behind)
    start = UInt32(clamping: range.lowerBound)
    end = UInt32(clamping: range.upperBound)
  }

  /// Where its text lies in the file as it is; nil if it lies elsewhere, or there is none.
  var textInPlace: Range<Int>? {
    margins.map { Int(start) + Int($0.before)..<Int(end) - Int($0.behind) }
  }
}

extension Node.Kind {
  /// Whether it holds other values.
  var isContainer: Bool { self == .dictionary || self == .array }

  /// Whether it has text: itself, or its spelling.
  var hasText: Bool {
    switch self {
    case .string, .integer, .real, .date: true
    case .dictionary, .array, .true, .false, .null, .data: false
    }
  }

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
