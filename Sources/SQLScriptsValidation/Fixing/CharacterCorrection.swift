import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A statement with SQL characters instead of those that look like them.
///
/// All of them are corrected together, because SQLite compiles a statement as a whole. There is no correction if the
/// result does not compile, or if one of the characters is ambiguous.
struct CharacterCorrection {
  /// The maximum number of findings of a rule in a statement.
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
      // If there are several, only the author knows which one ends the string.
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

  /// The part of the correction for one kind of character, in a range of the statement.
  ///
  /// - Parameter number: the number of the finding among those of its rule in the statement, from one. The correction of
  ///   the last reported finding includes the rest of the statement.
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
    // A full-width semicolon joined several statements, and the second needs what the first creates.
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

  /// Whether a dash may stand for --, which word processors replace with it between two spaces.
  private static func isCommentMark(
    _ dash: StrayCharacter, in statement: RehearsedStatement
  ) -> Bool {
    guard (0x2012...0x2015).contains(dash.scalar.value) else { return false }
    return statement.script.document.withBytes(of: statement.range) { bytes in
      let (start, end) = (dash.range.lowerBound, dash.range.upperBound)
      let isBlank = { (place: Int) in
        !bytes.indices.contains(place) || bytes[place] == 0x20
          || (0x09...0x0D).contains(bytes[place])
          || bytes[place...].starts(with: [0xC2, 0xA0])
          || place > 0 && bytes[(place - 1)...].starts(with: [0xC2, 0xA0])
      }
      return isBlank(start - 1) && isBlank(end)
    }
  }

  /// The SQL for a character; nil if it is ambiguous.
  private static func text(
    for character: StrayCharacter, in statement: RehearsedStatement
  ) -> String? {
    switch character.kind {
    case .quote: return nil
    case .blank: return " "
    // It could be two hyphens, a minus or part of a name, so SQLite must have stopped there.
    case .dash:
      return statement.succeeded || isCommentMark(character, in: statement) ? nil : "-"
    case .punctuation:
      // The others start parameters or names, or have no meaning.
      let ascii = StrayCharacter.punctuation[character.scalar]
      return ascii.flatMap { $0.allSatisfy(",();.=<>[]+*/%!|&-".contains) ? $0 : nil }
    case .invisible:
      // Characters without width or direction: without them, the text looks the same.
      switch character.scalar.value {
      case 0xAD, 0x200B...0x200D, 0x2060...0x2064, 0xFEFF: return ""
      default: return nil
      }
    }
  }
}
