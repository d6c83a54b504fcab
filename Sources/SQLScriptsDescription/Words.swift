import SQLScriptsReporting
import SQLScriptsSQL
import SQLScriptsSchema

/// A sentence or a part of one, in which names and SQL are set apart from the text.
///
///     "Adds the column \(name: column) to \(name: table)."
package struct Words: Sendable, Hashable {
  package enum Piece: Sendable, Hashable {
    case text(String)
    /// The name of a table, a column or another object.
    case name(String)
    /// A word that a reader should not miss.
    case strong(String)
    /// SQL as it was written, on one line.
    case code(String)
  }

  package private(set) var pieces: [Piece] = []

  package init(_ text: String) { append(.text(text)) }

  package mutating func append(_ piece: Piece) {
    if case .text(let text) = piece {
      if text.isEmpty { return }
      if case .text(let before)? = pieces.last {
        pieces[pieces.count - 1] = .text(before + text)
        return
      }
    }
    pieces.append(piece)
  }

  package static func + (left: Words, right: Words) -> Words {
    right.pieces.reduce(into: left) { $0.append($1) }
  }

  package static func += (left: inout Words, right: Words) { left = left + right }

  package var isEmpty: Bool { pieces.isEmpty }

  /// Whether there is a comma outside names and SQL.
  var hasComma: Bool {
    pieces.contains { piece in
      if case .text(let text) = piece { text.contains(",") } else { false }
    }
  }

  /// Without marks, as one line.
  package var plain: String {
    VisibleText.oneLine(
      pieces.map { piece in
        switch piece {
        case .text(let text), .name(let text), .strong(let text), .code(let text): text
        }
      }.joined())
  }

  /// The words with the first letter in upper case.
  package var capitalized: Words { withFirstLetter { $0.uppercased() } }

  /// The words with the first letter in lower case.
  package var uncapitalized: Words { withFirstLetter { $0.lowercased() } }

  private func withFirstLetter(_ change: (Character) -> String) -> Words {
    guard case .text(let text)? = pieces.first, let first = text.first else { return self }
    var words = self
    words.pieces[0] = .text(change(first) + text.dropFirst())
    return words
  }
}

extension Words: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.words }

  package struct StringInterpolation: StringInterpolationProtocol {
    var words = Words("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) { words.append(.text(text)) }

    package mutating func appendInterpolation(name: String) { words.append(.name(name)) }

    package mutating func appendInterpolation(name: SQLName) { words.append(.name(name.text)) }

    package mutating func appendInterpolation(strong word: String) { words.append(.strong(word)) }

    package mutating func appendInterpolation(code sql: String) { words.append(.code(sql.oneLine)) }

    package mutating func appendInterpolation(_ other: Words) { words += other }

    package mutating func appendInterpolation(_ text: String) { words.append(.text(text)) }

    package mutating func appendInterpolation(_ number: Int) { words.append(.text("\(number)")) }
  }
}

extension [Words] {
  /// “a, b and c”
  func list(_ word: String = "and") -> Words {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(by: ", ") + " \(word) " + last
  }

  func joined(by separator: Words) -> Words {
    dropFirst().reduce(first ?? "") { $0 + separator + $1 }
  }
}

extension Sequence<String> {
  /// “**a**, **b** and **c**”
  var names: Words { map { "\(name: $0)" as Words }.list() }
}

extension String {
  /// SQL without comments and line breaks, shortened if it is long.
  fileprivate var oneLine: String {
    var text = self
    if text.contains("--") || text.contains("/*") {
      let sql = SQLText(text)
      text = sql.code(of: sql.indices)
    }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 120 ? line.prefix(117) + "…" : line
  }
}
