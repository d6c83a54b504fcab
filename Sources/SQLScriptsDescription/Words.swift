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
    /// The name of a table where it could be that of a column, too. In a finished sentence it is like any other name.
    case table(String)
    /// A word that a reader should not miss.
    case strong(String)
    /// SQL as it was written, on one line.
    case code(String)
  }

  package private(set) var pieces: [Piece] = []

  /// SQL that is too much for the middle of a sentence, and follows it with a label.
  var asides: [Aside] = []

  struct Aside: Sendable, Hashable {
    var label: Words
    var sql: String
  }

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
    var words = right.pieces.reduce(into: left) { $0.append($1) }
    words.asides += right.asides.filter { !left.asides.contains($0) }
    return words
  }

  /// With other pieces.
  func with(_ pieces: some Sequence<Piece>) -> Words {
    var words = self
    words.pieces = []
    for piece in pieces { words.append(piece) }
    return words
  }

  /// With the SQL that follows other words, too.
  func with(_ pieces: [Piece], andAsidesOf other: Words) -> Words {
    var words = with(pieces)
    words.asides += other.asides.filter { !asides.contains($0) }
    return words
  }

  /// With other SQL after the sentence.
  func mappingAsides(_ change: (String) -> String) -> Words {
    var words = self
    for index in asides.indices { words.asides[index].sql = change(asides[index].sql) }
    return words
  }

  /// A whole sentence, with what follows it.
  var finished: Words {
    var words = with(
      capitalized.pieces.map { if case .table(let name) = $0 { .name(name) } else { $0 } })
    if plain.last != "." { words.append(.text(".")) }
    words.asides = []
    return asides.reduce(words) { "\($0) \($1.label): \(code: $1.sql)." }
  }

  package static func += (left: inout Words, right: Words) { left = left + right }

  package var isEmpty: Bool { pieces.isEmpty }

  /// Whether there is a comma outside names, texts and SQL.
  var hasComma: Bool {
    pieces.contains { piece in
      if case .text(let text) = piece { Self.withoutLiterals(text).contains(",") } else { false }
    }
  }

  /// Whether “and” or “or” joins parts of it.
  var hasConjunction: Bool {
    pieces.contains { piece in
      guard case .text(let text) = piece else { return false }
      return [" and ", " or "].contains(where: Self.withoutLiterals(text).contains)
    }
  }

  /// The words around texts such as “'a and b'”. An apostrophe within a word begins none.
  private static func withoutLiterals(_ text: String) -> String {
    var (words, previous, isLiteral) = ("", Character(" "), false)
    for character in text {
      if character == "'", isLiteral || !previous.isLetter {
        isLiteral.toggle()
      } else if !isLiteral {
        words.append(character)
      }
      previous = character
    }
    return isLiteral ? text : words
  }

  /// Whether what comes after it could be about rows that it names.
  var hasRelativeClause: Bool {
    pieces.contains { piece in
      if case .text(let text) = piece { text.contains(" in which ") } else { false }
    }
  }

  /// Without marks, as one line. A name that could be misread is in quotes.
  package var plain: String {
    VisibleText.oneLine(
      pieces.map { piece in
        switch piece {
        case .text(let text), .strong(let text), .code(let text): text
        case .name(let name), .table(let name): name.readableName
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

extension [Words] {
  /// “a, b and c”
  func list(_ word: String = "and") -> Words { list(before: " \(word) ") }

  /// “a, b, and c”
  ///
  /// - Parameter separator: what comes before the last one.
  func list(before separator: Words) -> Words {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(by: ", ") + separator + last
  }

  func joined(by separator: Words) -> Words {
    dropFirst().reduce(first ?? "") { $0 + separator + $1 }
  }

  var withoutRepetitions: [Words] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension Sequence<String> {
  /// “**a**, **b** and **c**”
  var names: Words { map { "\(name: $0)" as Words }.list() }
}
