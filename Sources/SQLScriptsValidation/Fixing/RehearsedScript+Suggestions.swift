import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

// Corrections that are likely, but not certain. An editor offers them to the author, who can see and undo the result;
// `validate --fix` does not make them.
extension RehearsedScript {
  /// The likely correction of a finding; nil if there is none, or if there is a certain one.
  ///
  /// - Parameter rowValue: what existing rows get, as SQL; nil for a value that fits the type.
  package func suggestion(for finding: Diagnostic, rowValue: String? = nil) -> FixIt? {
    let isLikely = finding.id == UnknownType.id || finding.id == BarewordDefault.id
    guard finding.fixIt == nil, finding.severity == .error || isLikely,
      let statement = statements.first(where: { $0.contains(finding.span) })
    else { return nil }
    switch finding.id {
    case NoSuchTable.id:
      return NoSuchTable.correction(of: statement).flatMap {
        statement.writing($0.name.quotedIfNeeded, insteadOf: $0.token)
      }
    case NoSuchColumn.id:
      return NoSuchColumn.correction(of: statement).flatMap {
        statement.writing($0.text, insteadOf: $0.token)
      }
    case ForeignKeyTargetMissing.id:
      return statement.withReference(at: finding.span, among: after.names)
    case BarewordDefault.id: return statement.withDefaultKeyword(at: finding.span)
    case KeywordTypo.id: return KeywordTypo().suggestion(for: statement)
    case UnclosedBracket.id: return statement.withParenthesis
    case UnclosedQuote.id: return statement.withOtherQuote
    case ApostropheInText.id: return statement.withDoubledApostrophes(at: finding.span)
    case UnknownType.id: return UnknownType().suggestion(for: finding.span, in: statement)
    case MissingCommaBetweenColumns.id: return statement.withComma(at: finding.span)
    case SyntaxError.id:
      if case .syntax(let range, let kind) = statement.syntaxErrorCause,
        let fixIt = statement.separated(kind, at: range.lowerBound, isConfirmed: true)
          ?? statement.withMissingWord(kind, at: range.lowerBound, isConfirmed: true)
      {
        return fixIt
      }
      return statement.withComma(at: finding.span)
    case AddNotNullWithoutDefault.id: return statement.withDefault(rowValue, at: finding.span)
    case TableAlreadyExists.id: return statement.withIfNotExists
    default: return nil
    }
  }
}

extension RehearsedStatement {
  fileprivate func contains(_ other: SourceSpan) -> Bool {
    let own = span
    return own.file == other.file && own.range.lowerBound <= other.range.lowerBound
      && other.range.upperBound <= own.range.upperBound
  }

  /// Writes another name everywhere, or only in one place if SQLite compiles just that. There may be another mistake, so
  /// neither has to.
  fileprivate func writing(_ text: String, insteadOf token: SQLToken) -> FixIt? {
    let same = tokens.filter { $0.kind == token.kind && name($0).isSameName(as: name(token)) }
    let everywhere = same.map { StatementEdit($0.range, text) }
    let message = "Write \(text)"
    return provedFixIt(message, everywhere)
      ?? provedFixIt(message, [StatementEdit(token.range, text)]) ?? fixIt(message, everywhere)
  }

  fileprivate var withOtherQuote: FixIt? {
    guard case .unclosedQuote(_, let missing?) = syntaxErrorCause else { return nil }
    let message =
      switch missing.place {
      case .between(let last, _), .after(let last): "Close the quote after “\(last)”"
      case .before(let first): "Open the quote before “\(first)”"
      case .insteadOf(let typographic): "Write a straight quote for \(typographic)"
      case .once(let last): "Close the quote once after “\(last)”"
      }
    return provedFixIt(message, [StatementEdit(missing.range, missing.quote)])
  }

  fileprivate func withDoubledApostrophes(at place: SourceSpan) -> FixIt? {
    guard case .apostrophe(_, let readings) = syntaxErrorCause,
      let reading = readings.first(where: { span($0.edits[0].range).range == place.range })
    else { return nil }
    // The reading compiles. In a .sql file, it ends the statement before those that the string swallowed.
    return fixIt("Write \(reading.text)", reading.edits)
  }

  /// Writes all missing commas of a list, because SQLite compiles the statement only with all of them.
  fileprivate func withComma(at place: SourceSpan) -> FixIt? {
    guard let token = tokens.first(where: { span($0) == place }) else { return nil }
    var places = [token.range]
    switch syntaxErrorCause {
    case .syntax(let first, .missingComma(let further)): places = [first] + further
    case nil: break
    default: return nil
    }
    let edits = places.compactMap { place in
      tokens.last { $0.range.upperBound <= place.lowerBound }.map { last in
        StatementEdit(last.range.upperBound..<last.range.upperBound, ",")
      }
    }
    let words = edits.count == 1 ? "a comma before “\(name(token))”" : "the missing commas"
    return provedFixIt("Write \(words)", edits)
  }

  /// Nil if the definitions differ: then the new one would be skipped without a word.
  fileprivate var withIfNotExists: FixIt? {
    let kinds: Set = ["TABLE", "VIEW", "INDEX", "TRIGGER"]
    guard repeatsDefinition, let kind = (1...3).first(where: { kinds.contains(word($0)) })
    else { return nil }
    let end = tokens[kind].range.upperBound
    return provedFixIt(
      "Create it only if it is missing (IF NOT EXISTS)",
      [StatementEdit(end..<end, " IF NOT EXISTS")])
  }

  /// Names the table that is probably meant. SQLite creates the table also with a wrong name.
  fileprivate func withReference(at place: SourceSpan, among tables: [String]) -> FixIt? {
    guard let token = tokens.first(where: { span($0) == place }),
      let table = Spelling.onlyClosest(to: name(token), among: tables)
    else { return nil }
    let text = table.quotedIfNeeded
    return fixIt("Write \(text)", [StatementEdit(token.range, text)])
  }

  /// DEFAULT NUL gives rows the text 'NUL'.
  fileprivate func withDefaultKeyword(at place: SourceSpan) -> FixIt? {
    guard let token = tokens.first(where: { span($0) == place }),
      let keyword = BarewordDefault.keyword(near: upper(token))
    else { return nil }
    return provedFixIt("Write \(keyword)", [StatementEdit(token.range, keyword)])
  }

  fileprivate func withDefault(_ given: String?, at place: SourceSpan) -> FixIt? {
    guard
      let index = tokens.indices.first(where: {
        span(tokens[$0]).range.lowerBound == place.range.lowerBound
      }),
      has("NOT", "NULL", at: index)
    else { return nil }
    let value = given ?? AddNotNullWithoutDefault.example(for: self)
    let end = tokens[index + 1].range.upperBound
    let written = tokens.indices.first { has("DEFAULT", "NULL", at: $0) }
    let edit =
      written.map { StatementEdit(tokens[$0 + 1].range, value) }
      ?? StatementEdit(end..<end, " DEFAULT \(value)")
    var fixIt = fixIt("Give existing rows the value \(value)", [edit])
    fixIt?.rowValue = value
    return fixIt
  }
}
