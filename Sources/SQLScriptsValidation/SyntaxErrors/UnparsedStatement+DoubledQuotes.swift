import SQLScriptsSQL

extension UnparsedStatement {
  /// The text between `''` and `''`, if SQLite understands the statement with one quote at each end.
  var doubledQuotes: String? {
    let pair = Array("''".utf8)
    for index in [stop, stop - 1, stop - 2] {
      guard let token = token(index), token.range.count == 2, bytes[token.range].elementsEqual(pair)
      else { continue }
      let text = bytes[token.range.upperBound...].prefix(60).prefix { $0 != 0x27 && $0 >= 0x20 }
      guard !text.isEmpty, bytes[text.endIndex...].starts(with: pair) else { continue }
      let written = String(decoding: text, as: UTF8.self)
      let range = token.range.lowerBound..<text.endIndex + 2
      if probe.understands(bytes(replacing: range, with: "'\(written)'")) { return written }
    }
    return nil
  }
}
