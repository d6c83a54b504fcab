/// The pieces of a valid XML property list: tags, comments, and elements without tags inside.
struct PropertyListLayout {
  enum Piece: Equatable {
    /// `<?xml …?>` or `<!DOCTYPE …>`
    case preamble(Range<Int>)
    case comment(Range<Int>)
    /// `<array>`, `<dict>` or `<plist …>`
    case open(Range<Int>)
    case close(Range<Int>)
    /// An element with text or without content: `<key>…</key>`, `<true/>`.
    case leaf(Range<Int>)
  }

  let pieces: [Piece]

  /// The comments, between elements or inside the text of one.
  let comments: [Range<Int>]

  /// - Parameter bytes: a property list without errors.
  init(_ bytes: [UInt8]) {
    guard !bytes.starts(with: "bplist".utf8) else {
      pieces = []
      comments = []
      return
    }
    var reader = Reader(bytes: bytes)
    pieces = reader.read()
    comments = reader.comments
  }

  private struct Reader {
    let bytes: [UInt8]
    private(set) var comments: [Range<Int>] = []
    private var at = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func read() -> [Piece] {
      var pieces: [Piece] = []
      while let start = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
        at = start
        if starts("<!--") {
          pass("-->")
          comments.append(start..<at)
          pieces.append(.comment(start..<at))
        } else if starts("<?") {
          pass("?>")
          pieces.append(.preamble(start..<at))
        } else if starts("<!") {
          passDeclaration()
          pieces.append(.preamble(start..<at))
        } else {
          pieces.append(element())
        }
      }
      return pieces
    }

    private mutating func element() -> Piece {
      let start = at
      let isEnd = starts("</")
      let name = name(at: start + (isEnd ? 2 : 1))
      pass(">")
      if isEnd { return .close(start..<at) }
      let isEmpty = bytes[at - 2] == UInt8(ascii: "/")
      if ["plist", "array", "dict"].contains(name), !isEmpty { return .open(start..<at) }
      if !isEmpty { passEnd(of: name) }
      return .leaf(start..<at)
    }

    /// Moves past a DOCTYPE, whose quoted addresses may contain `>`. The reader refuses one that
    /// declares something.
    private mutating func passDeclaration() {
      var quote: UInt8?
      while at < bytes.count {
        let byte = bytes[at]
        at += 1
        switch (byte, quote) {
        case (_, let open?): if byte == open { quote = nil }
        case (UInt8(ascii: "\""), nil), (UInt8(ascii: "'"), nil): quote = byte
        case (UInt8(ascii: ">"), nil): return
        default: break
        }
      }
    }

    /// Moves past the end tag of an element without nested elements.
    private mutating func passEnd(of name: String) {
      while at < bytes.count {
        if starts("<![CDATA[") {
          pass("]]>")
        } else if starts("<!--") {
          let start = at
          pass("-->")
          comments.append(start..<at)
        } else if starts("</\(name)") {
          return pass(">")
        } else {
          at += 1
        }
      }
    }

    private func name(at start: Int) -> String {
      let letters = bytes[start...].prefix { !($0 <= 0x20 || $0 == 0x3E || $0 == 0x2F) }
      return String(decoding: letters, as: UTF8.self)
    }

    private func starts(_ text: String) -> Bool { bytes[at...].starts(with: text.utf8) }

    private mutating func pass(_ text: String) {
      while at < bytes.count, !starts(text) { at += 1 }
      at = min(at + text.utf8.count, bytes.count)
    }
  }
}
