/// The cause of a syntax error. The ranges refer to the statement's text.
enum SyntaxErrorCause: Sendable, Hashable {
  /// Syntax of another database.
  case otherDatabase(ForeignSyntax, Range<Int>)
  /// A ' inside a string, which ends it; and the intended statements, if the first is certain.
  case apostrophe(Range<Int>, [ApostropheReading])
  /// An opening quote without a closing one, or the other way round; and the place of the missing one, if it is known.
  case unclosedQuote(Range<Int>, MissingQuote?)
  case keywordTypo(Range<Int>, keyword: String)
  case trailingComma(Range<Int>)
  case unclosedBracket(Range<Int>)
  /// A keyword used as a name.
  case reservedWord(Range<Int>)
  case syntax(Range<Int>, SyntaxErrorKind)
}

/// The cause of a syntax error for which there is no more specific refusal.
package enum SyntaxErrorKind: Sendable, Hashable {
  case unknown
  /// The statement ends after these words.
  case stopsEarly
  /// The following items of the list contain the rest of the statement.
  ///
  /// - `count`: their number.
  /// - `end`: where the last of them ends in the document.
  case cutIntoItems(count: Int, end: Int)
  /// A trigger without END; whether the `;` before it is also missing.
  case triggerWithoutEnd(lacksSemicolon: Bool)
  case extraBracket
  /// Also at these places.
  case missingComma(further: [Range<Int>])
  /// A keyword that would make the statement valid.
  case missingWord(String)
  /// A keyword comes before something that is missing.
  case missingBefore
  case doubleComma
  /// A second statement starts without `;` before it, perhaps in the body of a trigger.
  case missingSemicolon(inTrigger: Bool)
  /// A name such as 2fa.
  case nameBeginsWithDigit
  /// A name such as user-info, in full.
  case hyphenInName(String)
  case badBlob
  case autoincrementNotLast
  /// An INSERT that has rows already; whether a comma instead of VALUES makes it valid.
  case secondValues(isList: Bool)
  /// WITHOUT ROWID or STRICT in the parentheses of a table.
  case tableOptionInside
  /// A word or character whose removal makes the statement valid.
  case surplus
  /// Another word in this place makes the statement valid.
  case wrongWord(String)
  /// The first word cannot start a statement.
  case noStatement
  /// A string without quotes: tom@example.com, 12:30.
  case unquotedText(String)
  /// A number with a decimal comma, with its parts.
  case decimalComma(String, String)
  /// A number with a percent sign.
  case percent(String)
  /// A line of equals signs, which a merge tool left.
  case mergeMarker
  /// DEFAULT with an expression that is not in parentheses.
  case defaultWithoutBrackets(String)
  /// Parentheses are missing around the following tokens.
  case missingBrackets
  /// Text copied together with SQL from a chat, a shell, a program or a list.
  case notSQL(help: String)
  /// A character that SQL does not use.
  case strangeCharacter
}
