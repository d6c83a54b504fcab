extension PropertyListLayout {
  /// Each piece on a separate line, with one tab per level. A comment after something on the same line stays there.
  func laidOut(_ bytes: [UInt8]) -> [UInt8] {
    var written: [UInt8] = []
    var depth = -1
    var last = 0
    for piece in pieces {
      if case .close = piece { depth -= 1 }
      let range = piece.range
      let isBehind = !written.isEmpty && !bytes[last..<range.lowerBound].contains(0x0A)
      if case .comment = piece, isBehind {
        written.append(0x20)
      } else {
        if !written.isEmpty { written.append(0x0A) }
        written += [UInt8](repeating: 0x09, count: max(0, depth))
      }
      written += bytes[range]
      if case .open = piece { depth += 1 }
      last = range.upperBound
    }
    return written + [0x0A]
  }
}

extension PropertyListLayout.Piece {
  fileprivate var range: Range<Int> {
    switch self {
    case .preamble(let range), .comment(let range), .open(let range), .close(let range): range
    case .leaf(let range): range
    }
  }
}
