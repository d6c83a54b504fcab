import SQLScriptsFiles
import SQLScriptsSQL

extension RehearsedStatement {
  /// The last comment between the end of the statement and the next one.
  var commentAfter: Range<Int>? {
    script.lastComment(in: range.upperBound..<item.text.upperBound)
  }
}

extension Script {
  /// The last comment in a range before anything except `;`.
  func lastComment(in range: Range<Int>) -> Range<Int>? {
    guard !range.isEmpty else { return nil }
    return document.withBytes(of: range) { bytes in
      var scanner = SQLScanner(bytes)
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

  /// The items that contain only whitespace and comments.
  var itemsWithoutStatement: [ScriptItem] {
    items.filter { item in
      document.withBytes(of: item.text) { bytes in
        // Nearly all items start with the first letter of a statement.
        guard let first = bytes.first,
          !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
        else { return false }
        var scanner = SQLScanner(bytes)
        while let token = scanner.nextSignificant() {
          if token.kind != .semicolon { return false }
        }
        return true
      }
    }
  }
}
