/// Splits SQL text into tokens exactly like SQLite, without copying or allocating.
///
/// Every byte is in exactly one token. Text that SQLite would refuse is an `illegal` token, and the scan continues after
/// it. The specification is SQLite's tokenize.c (`sqlite3GetToken`):
///
///     first byte        token continues to                             kind
///     9 A C D 20        last of 9 A B C D 20                           space
///     EF BB BF          (these three)                                  space
///     --                before the next LF, or the end                 comment
///     /* and a byte     after the next */, or the end                  comment
///     x' X'             '; hex digits in pairs, else illegal           blob
///     A-Z a-z _ 80-FF   last of A-Z a-z 0-9 _ $ 80-FF                  word
///     0x and hex digit  last hex digit                                 integer
///     0-9, . and 0-9    digits [. digits] [e [+ -] digits]             integer, float
///                       a name byte after any number                   illegal, with all of them
///     '                 ' that is not doubled; none: illegal           string
///     " `               the same that is not doubled; none: illegal    quotedName
///     [                 ]; none: illegal                               quotedName
///     ?                 last digit                                     variable
///     $ @ : #           name bytes, ::, (…) without spaces             variable
///     - ->  ->>  |  ||  <  <=  <>  <<  >  >=  >>  =  ==  !=            operator
///     + * % & ~ /                                                      operator
///     ; ( ) , .                                                        its own
///     anything else     one byte                                       illegal
package struct SQLScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the next token.
  package private(set) var position = 0
  /// The number of open parentheses at that offset.
  var depth: Int32 = 0

  /// Scans the bytes, which must stay valid until the last token was returned.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The next token, or nil at the end.
  package mutating func next() -> SQLToken? {
    guard position < bytes.count else { return nil }
    let start = position
    let kind = scan()
    if kind == .rightParenthesis { depth &-= 1 }
    defer { if kind == .leftParenthesis { depth &+= 1 } }
    return SQLToken(kind: kind, range: start..<position, depth: depth)
  }

  /// Continues at an offset that is known to be the end of a token.
  package mutating func skip(to position: Int) {
    self.position = min(position, bytes.count)
  }

  /// The next token that is neither whitespace nor a comment, or nil at the end.
  package mutating func nextSignificant() -> SQLToken? {
    while position < bytes.count {
      // A single space is the most common case.
      if bytes[position] == 0x20, peek(1) > 0x20 {
        position += 1
        continue
      }
      guard let token = next() else { break }
      if !token.isTrivia { return token }
    }
    return nil
  }

  /// The byte at a distance from the position; 0 after the end, where SQLite's text has its NUL.
  @inline(__always)
  private func peek(_ distance: Int = 0) -> UInt8 {
    let index = position &+ distance
    return index < bytes.count ? bytes[index] : 0
  }

  private mutating func take(_ count: Int, _ kind: SQLToken.Kind) -> SQLToken.Kind {
    position += count
    return kind
  }

  private mutating func scan() -> SQLToken.Kind {
    let byte = bytes[position]
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D: return space()
    case 0xEF where peek(1) == 0xBB && peek(2) == 0xBF: return take(3, .space)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      return peek(1) == UInt8(ascii: "'") ? blob() : word()
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: return word()
    case 0x30...0x39: return number()
    case UInt8(ascii: "."): return peek(1).isDigit ? number() : take(1, .dot)
    case UInt8(ascii: "'"): return quoted(by: byte, .string)
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(by: byte, .quotedName)
    case UInt8(ascii: "["): return bracketed()
    case UInt8(ascii: "?"):
      position += 1
      while peek().isDigit { position += 1 }
      return .variable
    case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "#"):
      return variable()
    case UInt8(ascii: ";"): return take(1, .semicolon)
    case UInt8(ascii: "("): return take(1, .leftParenthesis)
    case UInt8(ascii: ")"): return take(1, .rightParenthesis)
    case UInt8(ascii: ","): return take(1, .comma)
    default: return sign(byte)
    }
  }

  private mutating func sign(_ byte: UInt8) -> SQLToken.Kind {
    let following = peek(1)
    switch byte {
    case UInt8(ascii: "-"):
      if following == UInt8(ascii: "-") { return lineComment() }
      guard following == UInt8(ascii: ">") else { return take(1, .operator) }
      return take(peek(2) == UInt8(ascii: ">") ? 3 : 2, .operator)
    case UInt8(ascii: "/"):
      let opens = following == UInt8(ascii: "*") && peek(2) != 0
      return opens ? blockComment() : take(1, .operator)
    case UInt8(ascii: "<"):
      return take((0x3C...0x3E).contains(following) ? 2 : 1, .operator)
    case UInt8(ascii: ">"):
      return take((0x3D...0x3E).contains(following) ? 2 : 1, .operator)
    case UInt8(ascii: "="), UInt8(ascii: "|"):
      let doubles = following == byte
      return take(doubles ? 2 : 1, .operator)
    case UInt8(ascii: "!"):
      return following == UInt8(ascii: "=") ? take(2, .operator) : take(1, .illegal)
    case UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "~"):
      return take(1, .operator)
    default:
      return take(1, .illegal)
    }
  }

  private mutating func space() -> SQLToken.Kind {
    repeat { position += 1 } while peek() == 0x20 || (0x09...0x0D).contains(peek())
    return .space
  }

  private mutating func word() -> SQLToken.Kind {
    var end = position &+ 1
    while end < bytes.count, bytes[end].isNameByte { end &+= 1 }
    position = end
    return .word
  }

  /// A comment also ends at a NUL, which ends the text for SQLite.
  private mutating func lineComment() -> SQLToken.Kind {
    position += 2
    while peek() != 0x0A, peek() != 0 { position += 1 }
    return .comment
  }

  private mutating func blockComment() -> SQLToken.Kind {
    position += 3
    while peek() != 0 {
      if peek() == UInt8(ascii: "/"), bytes[position - 1] == UInt8(ascii: "*") {
        return take(1, .comment)
      }
      position += 1
    }
    return .comment
  }

  private mutating func quoted(by quote: UInt8, _ kind: SQLToken.Kind) -> SQLToken.Kind {
    position += 1
    while true {
      var end = position
      while end < bytes.count, bytes[end] != quote, bytes[end] != 0 { end &+= 1 }
      position = end
      guard peek() == quote else { return .illegal }
      guard peek(1) == quote else { return take(1, kind) }
      position += 2
    }
  }

  private mutating func bracketed() -> SQLToken.Kind {
    position += 1
    while peek() != 0 {
      if peek() == UInt8(ascii: "]") { return take(1, .quotedName) }
      position += 1
    }
    return .illegal
  }

  private mutating func blob() -> SQLToken.Kind {
    position += 2
    let start = position
    while peek().isHexDigit { position += 1 }
    if peek() == UInt8(ascii: "'"), (position - start).isMultiple(of: 2) { return take(1, .blob) }
    while peek() != 0, peek() != UInt8(ascii: "'") { position += 1 }
    if peek() == UInt8(ascii: "'") { position += 1 }
    return .illegal
  }

  private mutating func number() -> SQLToken.Kind {
    var kind = SQLToken.Kind.integer
    if peek() == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "x"), peek(2).isHexDigit {
      position += 2
      digits { $0.isHexDigit }
    } else {
      digits { $0.isDigit }
      if peek() == UInt8(ascii: ".") {
        kind = .float
        position += 1
        digits { $0.isDigit }
      }
      let isSigned = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
      if peek() | 0x20 == UInt8(ascii: "e"), peek(isSigned ? 2 : 1).isDigit {
        kind = .float
        position += isSigned ? 2 : 1
        digits { $0.isDigit }
      }
    }
    guard peek().isNameByte else { return kind }
    while peek().isNameByte { position += 1 }
    return .illegal
  }

  /// Digits, with single underscores between them, which SQLite 3.46 and later accept. An older version refuses the
  /// number, but splits the text at the same place.
  private mutating func digits(_ belongs: (UInt8) -> Bool) {
    while belongs(peek()) || (peek() == 0x5F && belongs(peek(1))) { position += 1 }
  }

  private mutating func variable() -> SQLToken.Kind {
    position += 1
    var length = 0
    while peek() != 0 {
      let byte = peek()
      if byte.isNameByte {
        length += 1
      } else if byte == UInt8(ascii: "("), length > 0 {
        return variableSuffix()
      } else if byte == UInt8(ascii: ":"), peek(1) == UInt8(ascii: ":") {
        position += 1
      } else {
        break
      }
      position += 1
    }
    return length == 0 ? .illegal : .variable
  }

  /// The `(…)` of a Tcl array variable.
  private mutating func variableSuffix() -> SQLToken.Kind {
    repeat { position += 1 } while peek() != 0 && !peek().isBlank && peek() != UInt8(ascii: ")")
    return peek() == UInt8(ascii: ")") ? take(1, .variable) : .illegal
  }
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }

  fileprivate var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }

  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// SQLite's `IdChar`: letters, digits, `_`, `$` and every byte of a non-ASCII character.
  @inline(__always)
  fileprivate var isNameByte: Bool {
    if self >= 0x80 { return true }
    let mask: UInt64 = self < 0x40 ? 0x03FF_0010_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return mask &>> UInt64(self & 0x3F) & 1 == 1
  }
}
