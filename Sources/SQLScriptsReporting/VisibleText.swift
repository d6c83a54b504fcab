import SQLScriptsDiagnostics

/// Text of a file that is safe to show. Characters that are invisible or affect a terminal are replaced, for example
/// with `<U+200B>`.
package struct VisibleText: Sendable {
  /// The text for one character of the file.
  package struct Cell: Sendable, Hashable {
    package var text: String
    /// Its number of columns.
    package var width: Int
    /// Its bytes in the file.
    package var bytes: Range<Int>
  }

  package private(set) var cells: [Cell] = []

  /// Decodes bytes as UTF-8. An invalid byte is shown as `<0xFF>`. `offset` is the offset of the first byte in its
  /// file.
  package init(_ bytes: some Collection<UInt8>, offset: Int = 0) {
    var decoder = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var raw = bytes.makeIterator()
    var text = String.UnicodeScalarView()
    var place = offset
    reading: while true {
      switch decoder.parseScalar(from: &input) {
      case .valid(let code):
        for _ in code { _ = raw.next() }
        text.append(Unicode.UTF8.decode(code))
      case .error(let length):
        place = add(text, at: place)
        text = .init()
        for _ in 0..<length {
          let digits = String(raw.next() ?? 0, radix: 16, uppercase: true)
          append(digits.count < 2 ? "<0x0\(digits)>" : "<0x\(digits)>", bytes: place..<place + 1)
          place += 1
        }
      case .emptyInput: break reading
      }
    }
    _ = add(text, at: place)
  }

  /// The text on one line, with a space for each line ending and tab.
  package static func oneLine(_ text: String) -> String {
    // A cell takes much more memory than its character. Paths may have 4096 bytes.
    let text = text.shortened(to: 8_192)
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    let spaced = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    return VisibleText(String(spaced).utf8).cells.map(\.text).joined()
  }

  private mutating func add(_ scalars: String.UnicodeScalarView, at offset: Int) -> Int {
    var place = offset
    for character in String(scalars) {
      let end = place + character.utf8.count
      if isShownWhole(character) {
        let width = DisplayWidth.cells(of: character)
        append(String(character), width: width, bytes: place..<end)
      } else {
        addParts(of: character, at: place)
      }
      place = end
    }
    return place
  }

  private mutating func addParts(of character: Character, at offset: Int) {
    var place = offset
    var base: Unicode.Scalar?
    for scalar in character.unicodeScalars {
      let bytes = place..<place + UTF8.width(scalar)
      place = bytes.upperBound
      let width = DisplayWidth.cells(of: scalar)
      if scalar == "\t" {
        // Tab stops count from the start of the line, so the width of the text before it is needed.
        let column = cells.reduce(0) { $0 + $1.width }
        append(String(repeating: " ", count: 4 - column % 4), bytes: bytes)
      } else if isInvisible(scalar) || (base == nil && width == 0) {
        append(Self.standIn(scalar), bytes: bytes)
        base = nil
        continue
      } else if width == 0, let last = cells.indices.last {
        cells[last].text.unicodeScalars.append(scalar)
        cells[last].bytes = cells[last].bytes.lowerBound..<bytes.upperBound
      } else {
        append(String(scalar), width: width, bytes: bytes)
      }
      base = scalar
    }
  }

  private mutating func append(_ text: String, width: Int? = nil, bytes: Range<Int>) {
    cells.append(Cell(text: text, width: width ?? text.unicodeScalars.count, bytes: bytes))
  }

  private static func standIn(_ scalar: Unicode.Scalar) -> String {
    if let byte = byte(for: scalar) { return "<0x\(String(byte, radix: 16, uppercase: true))>" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }
}

extension VisibleText {
  /// The byte that the scalar represents in a file name that is not UTF-8.
  private static func byte(for scalar: Unicode.Scalar) -> UInt8? {
    scalar.value < 0x10FF80 ? nil : UInt8(exactly: scalar.value - 0x10FF00)
  }

  private func isShownWhole(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard let base = scalars.first, !isInvisible(base), DisplayWidth.cells(of: base) > 0 else {
      return false
    }
    return scalars.dropFirst().allSatisfy { !isInvisible($0) || isJoiner($0, after: base) }
  }

  /// Joiners and variation selectors are part of emoji and of some languages. Elsewhere they make two names look the
  /// same.
  private func isJoiner(_ scalar: Unicode.Scalar, after base: Unicode.Scalar) -> Bool {
    let isEmoji = base.value > 0x7F && base.properties.isEmoji
    switch scalar.value {
    case 0x200C, 0x200D: return isEmoji || (0x600..<0x1000).contains(base.value)
    case 0xFE0E, 0xFE0F: return isEmoji
    case 0xE0020...0xE007F: return base.value == 0x1F3F4
    default: return false
    }
  }

  private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20..<0x7F).contains(scalar.value) { return false }
    if Self.byte(for: scalar) != nil { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
    default: return scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
    }
  }
}
