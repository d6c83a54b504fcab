import SQLScriptsSQL
import SQLScriptsSchema

extension Words: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.words }

  package struct StringInterpolation: StringInterpolationProtocol {
    var words = Words("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) { words.append(.text(text)) }

    package mutating func appendInterpolation(name: String) { words.append(.name(name)) }

    package mutating func appendInterpolation(name: SQLName) { words.append(.name(name.text)) }

    mutating func appendInterpolation(table: String) { words.append(.table(table)) }

    package mutating func appendInterpolation(strong word: String) { words.append(.strong(word)) }

    package mutating func appendInterpolation(code sql: String) { words.append(.code(sql.oneLine)) }

    mutating func appendInterpolation(aside label: Words, _ sql: String) {
      words.asides.append(Aside(label: label, sql: sql))
    }

    package mutating func appendInterpolation(_ other: Words) { words += other }

    package mutating func appendInterpolation(_ text: String) { words.append(.text(text)) }

    package mutating func appendInterpolation(_ number: Int) { words.append(.text("\(number)")) }
  }
}

extension String {
  /// SQL without comments and line breaks, shortened if it is long.
  fileprivate var oneLine: String {
    var text = self
    if text.contains("--") || text.contains("/*") {
      let sql = SQLText(text)
      text = sql.code(of: sql.indices)
    }
    let line = text.withSingleSpaces
    guard line.count > 120 else { return line }
    let start = line.prefix(117)
    // A word that is cut off could be read as another one.
    guard let end = start.lastIndex(of: " "), start.distance(from: end, to: start.endIndex) < 40
    else {
      return start + "…"
    }
    return start[..<end] + " …"
  }

  /// With one space for whitespace, except in text in quotes, where it may be what the SQL is about. A tab or line break
  /// would look like a space there.
  private var withSingleSpaces: String {
    var line = ""
    var (isQuoted, isGap) = (false, false)
    for character in self {
      guard isQuoted || !character.isWhitespace else {
        isGap = true
        continue
      }
      if isGap, !line.isEmpty { line.append(" ") }
      isGap = false
      if character == "'" { isQuoted.toggle() }
      line += isQuoted ? String(character).withVisibleControls : String(character)
    }
    return line
  }

  /// With `<U+0009>` for a tab, and the like for line breaks.
  var withVisibleControls: String {
    unicodeScalars.map { scalar in
      guard scalar == "\t" || scalar.properties.isWhitespace && Character(scalar).isNewline else {
        return String(scalar)
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
    }.joined()
  }
}
