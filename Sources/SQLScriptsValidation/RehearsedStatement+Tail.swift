import SQLScriptsFiles

extension RehearsedStatement {
  /// The last comment between the end of the statement and the next one.
  var commentAfter: Range<Int>? {
    script.lastComment(in: range.upperBound..<item.text.upperBound)
  }
}

extension Script {
  /// The last comment of a part of the text before anything that is more than a `;`.
  func lastComment(in range: Range<Int>) -> Range<Int>? {
    guard !range.isEmpty, document.text.indices.contains(range.upperBound - 1) else { return nil }
    return document.text.withUnsafeBufferPointer { buffer in
      var scanner = SQLScanner(UnsafeBufferPointer(rebasing: buffer[range]))
      var last: Range<Int>?
      while let token = scanner.next() {
        if token.kind == .comment {
          last =
            range.lowerBound + token.range.lowerBound..<range.lowerBound + token.range.upperBound
        } else if token.kind != .space, token.kind != .semicolon {
          break
        }
      }
      return last
    }
  }

  /// The items that hold nothing but blanks and comments.
  var itemsWithoutStatement: [ScriptItem] {
    items.filter { item in
      guard document.text.indices.contains(item.text.lowerBound), !item.text.isEmpty else {
        return false
      }
      // Nearly all items begin with the letter of a statement.
      let first = document.text[item.text.lowerBound] | 0x20
      if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) { return false }
      return document.text.withUnsafeBufferPointer { buffer in
        var scanner = SQLScanner(UnsafeBufferPointer(rebasing: buffer[item.text]))
        while let token = scanner.nextSignificant() {
          if token.kind != .semicolon { return false }
        }
        return true
      }
    }
  }
}
