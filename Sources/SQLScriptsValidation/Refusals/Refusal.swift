/// What is wrong with a statement whose words SQLite does not understand. The ranges lie in its text.
enum Refusal: Sendable, Hashable {
  /// Words of another database.
  case otherDatabase(ForeignSyntax, Range<Int>)
  /// A ' inside a text, which ends it; and how the statement is meant, if that is certain.
  case apostrophe(Range<Int>, ApostropheReading?)
  /// A quote that is opened and never closed.
  case unclosedQuote(Range<Int>)
  case keywordTypo(Range<Int>, keyword: String)
  case trailingComma(Range<Int>)
  case unclosedBracket(Range<Int>)
  /// A keyword as a name.
  case reservedWord(Range<Int>)
  case syntax(Range<Int>, SyntaxTrouble)
}

/// Why SQLite does not understand a statement, if none of the more telling refusals fits.
package enum SyntaxTrouble: Sendable, Hashable {
  case unknown
  /// The statement stops after these words.
  case stopsEarly
  /// A trigger without END; whether the `;` before it is missing too.
  case triggerWithoutEnd(lacksSemicolon: Bool)
  case extraBracket
  case missingComma
  /// A word of SQL that would make the statement right.
  case missingWord(String)
  /// A word of SQL stands where something else should be first.
  case missingBefore
  case doubleComma
  /// A second statement begins without `;` before it.
  case missingSemicolon
  /// A name such as 2fa.
  case nameBeginsWithDigit
  /// A name such as user-info, in full.
  case hyphenInName(String)
  case badBlob
  case autoincrementNotLast
  /// A word or a sign that makes the statement right when it is gone.
  case surplus
  /// Another word in its place makes the statement right.
  case wrongWord(String)
  /// The first word is none that begins a statement.
  case noStatement
  /// A text without its quotes: tom@example.com, 12:30.
  case unquotedText(String)
  /// DEFAULT with an expression that does not stand in brackets.
  case defaultWithoutBrackets(String)
  /// Brackets are missing around what follows.
  case missingBrackets
  /// What stands around SQL in other places: a chat, a shell, a program, a list.
  case notSQL(help: String)
  /// A character that SQL has no use for.
  case strangeCharacter
}
