import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A statement that was run between two states of the schema, and its tokens. Copies of a statement share it.
final class StatementRecord: Sendable {
  let script: Script
  let outcome: RehearsedOutcome
  let before: SchemaSnapshot
  let after: SchemaSnapshot
  let tokens: [SQLToken]
  let doubleQuotedTexts: [SQLToken]

  /// The first tokens with their ASCII letters in upper case. Rules ask for each of them many times.
  let words: [String]

  /// An INSERT may have a million rows.
  private static let manyWords = 256

  init(
    _ outcome: RehearsedOutcome, in script: Script, before: SchemaSnapshot, after: SchemaSnapshot
  ) {
    let place = outcome.place
    let tokens = RehearsedStatement.tokens(in: place, of: script)
    (self.outcome, self.script, self.before, self.after) = (outcome, script, before, after)
    self.tokens = tokens
    doubleQuotedTexts = tokens.filter { token in
      outcome.doubleQuotedTexts.contains {
        $0.lowerBound == place.lowerBound + token.range.lowerBound
      }
    }
    words = script.document.withBytes(of: place) { bytes in
      tokens.prefix(Self.manyWords).map {
        String(uppercasing: UnsafeBufferPointer(rebasing: bytes[$0.range]))
      }
    }
  }
}
