/// What is wrong with a statement whose words SQLite does not understand. The ranges lie in its text.
package enum Refusal: Sendable, Hashable {
  /// Words of another database.
  case otherDatabase(ForeignSyntax, Range<Int>)
  /// A ' inside a text, which ends it; and how the text is written, if that is known.
  case apostrophe(Range<Int>, corrected: String?)
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
  /// A character that SQL has no use for.
  case strangeCharacter
}
