/// Text that is valid in XML 1.0, in attributes and between tags.
package enum XMLText {
  /// The text with escaped markup. Characters that XML cannot represent become U+FFFD.
  package static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      // A parser would convert it to a line feed.
      case "\r": result += "&#13;"
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      // Allowed but discouraged, because they affect terminals.
      case "\u{7F}"..."\u{9F}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
