import SQLScriptsFiles

/// The list of statements of a file, cut into pieces that give the same bytes again when they are joined.
///
/// Editors move, delete and insert whole pieces, so that everything else stays as it was: comments, indentation, line
/// endings and the way each text is escaped.
struct ItemList {
  /// A statement with what belongs to it.
  struct Piece: Equatable {
    /// The whitespace and the comments before it.
    var lead: [UInt8]
    var body: [UInt8]
    /// What follows it up to the separator, or a comment on the rest of its line.
    var trail: [UInt8]
  }

  /// Everything before the first piece, and everything after the last one.
  let prefix: [UInt8]
  var pieces: [Piece]
  var suffix: [UInt8]
  /// What stands between two pieces: a comma in JSON.
  let separator: [UInt8]

  var bytes: [UInt8] {
    var bytes = prefix
    for (index, piece) in pieces.enumerated() {
      if index > 0 { bytes += separator }
      bytes += piece.lead + piece.body + piece.trail
    }
    return bytes + suffix
  }

  /// Keeps the whitespace before the first piece where it is: in `["a", "b"]` it differs from that of the others.
  mutating func change(_ body: (inout [Piece]) -> Void) {
    let first = pieces.first?.lead
    let isBlank = pieces.allSatisfy { $0.lead.allSatisfy { $0.isBlank } }
    let other = pieces.dropFirst().first?.lead
    let former = pieces.first
    body(&pieces)
    guard isBlank, let first, let former, first != other, let now = pieces.first, now != former
    else { return }
    for index in pieces.indices {
      if index == 0 {
        pieces[index].lead = first
      } else if pieces[index].lead == first {
        pieces[index].lead = other ?? [0x20]
      }
    }
  }

  /// The whitespace that comes before a new piece, as it is before the others.
  func newLead(otherwise indentation: [UInt8]) -> [UInt8] {
    guard let lead = pieces.last?.lead else { return indentation }
    let blanks = lead.reversed().prefix { $0.isBlank }
    return Array(blanks.reversed())
  }
}

extension UInt8 {
  /// Whether it is a space, a tab or a line end.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension [UInt8] {
  /// From the last line end on, with it; empty if there is none.
  var lastLine: [UInt8] {
    guard let end = lastIndex(of: 0x0A) else { return [] }
    let hasReturn = end > 0 && self[end - 1] == 0x0D
    return Array(self[(hasReturn ? end - 1 : end)...])
  }
}
