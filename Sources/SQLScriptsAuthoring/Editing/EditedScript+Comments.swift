import SQLScriptsFiles

extension EditedScript {
  /// A comment in a file.
  struct Comment: Equatable {
    /// The number of tokens or values before it.
    let place: Int
    /// Whether it follows them on their line.
    let isOnLine: Bool
    let text: [UInt8]
  }

  /// The comments in their order, without the lines that set keys.
  var comments: [Comment] {
    switch file.format {
    case .sql: commentsOfSQL
    case .plist: commentsOfPropertyList
    case .json: commentsOfJSON
    }
  }

  private var commentsOfSQL: [Comment] {
    let text = SQLFileText(bytes.dropFirst(source.hasByteOrderMark ? 3 : 0))
    return text.comments.map { comment in
      // A line comment contains the carriage return at its end.
      let words = text.bytes[comment.range]
      return Comment(
        place: comment.place, isOnLine: comment.isOnLine,
        text: Array(words.last == 0x0D ? words.dropLast() : words))
    }
  }

  private var commentsOfPropertyList: [Comment] {
    let bytes = bytes
    let layout = PropertyListLayout(bytes)
    var (place, end) = (0, 0)
    var left = layout.comments[...]
    return layout.pieces.compactMap { piece in
      defer { end = piece.range.upperBound }
      let inside = left.prefix { $0.lowerBound < piece.range.upperBound }
      left = left.dropFirst(inside.count)
      guard !inside.isEmpty else {
        // Without a description, a list needs no dictionary around it.
        if case .leaf(let range) = piece, !bytes[range].starts(with: "<key".utf8) { place += 1 }
        return nil
      }
      // An element with a comment in its text is as good as one.
      return Comment(
        place: place, isOnLine: !bytes[end..<piece.range.lowerBound].contains(0x0A),
        text: Array(bytes[piece.range]))
    }
  }

  /// JSON has none, but the file may still be readable. What is between two values is one.
  private var commentsOfJSON: [Comment] {
    let (bytes, document) = (bytes, script.document)
    let values = document.nodes.filter { $0.kind != .array && $0.kind != .dictionary }
    let ranges = values.map { document.span(of: $0).range }
    var end = 0
    return (ranges + [bytes.count..<bytes.count]).enumerated().compactMap { place, next in
      defer { end = next.upperBound }
      guard end <= next.lowerBound else { return nil }
      let text = bytes[end..<next.lowerBound].filter { !$0.isBlank && !$0.isPunctuation }
      return text.isEmpty ? nil : Comment(place: place, isOnLine: false, text: text)
    }
  }
}

extension UInt8 {
  /// Whether JSON has it between values.
  fileprivate var isPunctuation: Bool { "[]{},:".utf8.contains(self) }
}

extension PropertyListLayout.Piece {
  fileprivate var range: Range<Int> {
    switch self {
    case .preamble(let range), .comment(let range), .open(let range), .close(let range),
      .leaf(let range):
      range
    }
  }
}
