import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// How a statement is written with SQL's own characters in the place of those that look like them.
///
/// All of them are corrected together, as SQLite compiles a statement whole or not at all. There is no
/// correction if it does not compile then, or if one of the characters may mean two things.
struct CharacterCorrection {
  /// So many findings of a rule in a statement are reported.
  static let manyFindings = 20

  private let statement: RehearsedStatement
  private var edits: [(kind: StrayCharacter.Kind, edit: StatementEdit)] = []

  init?(_ statement: RehearsedStatement) {
    guard statement.hasForeignCharacters,
      statement.range.count <= RehearsedStatement.longestCorrected
    else { return nil }
    self.statement = statement
    let strays =
      statement.strayCharacters.filter { $0.kind != .quote }
      + statement.strayCharacters(inQuotedNames: .invisible)
    for character in strays {
      guard let text = Self.text(for: character, in: statement) else { return nil }
      edits.append((character.kind, StatementEdit(character.range, text)))
    }
    let unclosed = statement.typographicEnds
    for (index, quotes) in unclosed {
      // Which of several ends the text is the author's to say.
      guard quotes.count == 1, let quote = quotes.first else { return nil }
      let straight = String(statement.text(statement.tokens[index]).prefix(1))
      edits.append((.quote, StatementEdit(quote, straight)))
    }
    let pairs = statement.typographicQuotes.filter { unclosed[$0.first.token] == nil }
    let others = edits.map(\.edit)
    guard let quotes = QuoteCorrection(pairs, in: statement, after: others)?.edits else {
      return nil
    }
    edits += quotes.map { (.quote, $0) }
    guard !edits.isEmpty, isProved else { return nil }
  }

  /// The part of the correction that is about one kind of character, in a part of the statement.
  ///
  /// - Parameter number: which finding of its rule in the statement it belongs to, from one. That of the
  ///   last one that is reported takes the rest of the statement along.
  func fixIt(
    _ message: String, _ kind: StrayCharacter.Kind, in range: Range<Int>, number: Int = 1
  ) -> FixIt? {
    let end = number < Self.manyFindings ? range.upperBound : Int.max
    let found = edits.filter {
      $0.kind == kind && (range.lowerBound..<end).contains($0.edit.range.lowerBound)
    }
    return statement.fixIt(message, found.map(\.edit))
  }

  private var isProved: Bool {
    let corrected = edits.map(\.edit)
    let bytes = statement.bytes(after: corrected)
    guard let probe = statement.probe(for: bytes) else { return false }
    if probe.compiles(bytes) { return true }
    guard statement.script.file.format == .sql else { return false }
    // A full-width semicolon has made one statement of several: what the first makes, the second needs.
    let ends = corrected.filter { $0.text == ";" }.map(\.range.lowerBound).sorted()
    guard !ends.isEmpty else { return false }
    let marked = statement.bytes(
      after: corrected.map { $0.text == ";" ? StatementEdit($0.range, "\0") : $0 })
    let parts = marked.split(separator: 0)
    return parts.enumerated().allSatisfy { index, part in
      let isBlank = part.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
      return isBlank || (index == 0 ? probe.compiles(part) : probe.understands(part))
    }
  }

  /// What stands in SQL for a character; nil if that is not certain.
  private static func text(
    for character: StrayCharacter, in statement: RehearsedStatement
  ) -> String? {
    switch character.kind {
    case .quote: return nil
    case .blank: return " "
    // Two in place of one, a minus, a part of a name: SQLite must have stopped there.
    case .dash: return statement.succeeded ? nil : "-"
    case .punctuation:
      // The others begin parameters and names, or nothing.
      let ascii = StrayCharacter.punctuation[character.scalar].map(String.init)
      return ascii.flatMap { ",();.=<>[]+*/%!|&-".contains($0) ? $0 : nil }
    case .invisible:
      // Those that have no width and turn no text around: without them it looks the same.
      switch character.scalar.value {
      case 0xAD, 0x200B...0x200D, 0x2060...0x2064, 0xFEFF: return ""
      default: return nil
      }
    }
  }
}
