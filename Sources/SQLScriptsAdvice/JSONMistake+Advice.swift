import SQLScriptsDiagnostics
import SQLScriptsFiles

extension JSONMistake: AdvisedMistake {
  func advice(at span: SourceSpan) -> Advice {
    let correction = JSONCorrection(span.file)
    switch self {
    case .contentAfterEnd:
      return Advice(label: "this is outside the list", help: "Move it into the list, or delete it.")
    case .extraComma(let isDeletable):
      return Advice(
        help: "Delete the comma.",
        fixIt: isDeletable ? FixIt("Delete the comma", at: span, with: "") : nil)
    case .badKey:
      return Advice(
        help: "Write it as \"key\".", fixIt: correction.quotes(aroundKey: span.range))
    case .fullwidth(_, let narrow):
      return Advice(
        label: "write \(narrow) here",
        help: "Switch the input method to English punctuation and type \(narrow) here.",
        fixIt: [":", ","].contains(narrow)
          ? FixIt("Write “\(narrow)”", at: span, with: narrow) : nil)
    case .missingColon:
      return Advice(
        label: "a colon is missing here", help: "Write \"key\": value.",
        fixIt: span.range.isEmpty ? nil : FixIt("Write “:”", at: span, with: ":"),
        suggestion: correction.missingColon(after: span.range.lowerBound))
    case .missingValue:
      return Advice(help: "Write a value after the colon, or delete the key.")
    case .unexpected:
      return Advice(help: "Delete it.")
    case .missingComma(let inDictionary, let next, let kind, let isLines):
      let suggestion = correction.commaOrJoin(
        after: span.range.lowerBound, before: next, inDictionary: inDictionary, isLines: isLines)
      let isCut = suggestion?.message == JSONCorrection.join
      return Advice(
        label: isCut ? nil : "a comma is missing here",
        why: "In JSON, every item except the last must be followed by a comma.",
        help: isCut
          ? "Join the two texts, because they are parts of one statement." : "Add “,” here.",
        fixIt: span.range.isEmpty
          ? correction.missingComma(
            after: span.range.lowerBound, before: next, inDictionary: inDictionary, after: kind,
            isLines: isLines) : FixIt("Write “,”", at: span, with: ","),
        suggestion: suggestion)
    case .trailingComma:
      return Advice(
        label: "remove this comma",
        why: "Some JSON readers accept it, others refuse the whole file.",
        help: "Delete the comma.",
        fixIt: FixIt("Delete the comma", at: span, with: ""))
    case .plus(let next):
      return Advice(
        help: "Write the two strings as one.",
        suggestion: correction.joined(span.range.lowerBound, next))
    case .secondColon:
      return Advice(
        help: "Delete one colon.", fixIt: FixIt("Delete one colon", at: span, with: ""))
    case .semicolon:
      return Advice(
        help: "Delete the semicolon.", fixIt: FixIt("Delete the semicolon", at: span, with: ""))
    case .earlyEnd(let isDictionary):
      let words = isDictionary ? ("{", "}") : ("[", "]")
      let isSurplus = isDictionary || correction.isStatement(endingBefore: span.range.lowerBound)
      return Advice(
        help: "Delete this “\(words.1)”, or write the “\(words.0)” that is missing before it.",
        suggestion: isSurplus ? FixIt("Delete this “\(words.1)”", at: span, with: "") : nil)
    case .surplusEnd(let found, _):
      return Advice(
        help: "Delete this “\(found)”.",
        suggestion: FixIt("Delete this “\(found)”", at: span, with: ""))
    case .missingStart(let isDictionary):
      let bracket = isDictionary ? "{" : "["
      return Advice(
        label: "write \(bracket) here", help: "Add “\(bracket)” here.",
        suggestion: FixIt("Write “\(bracket)” before this", at: span, with: bracket))
    case .wrongStart(_, let isDictionary):
      let bracket = isDictionary ? "{" : "["
      return Advice(
        help: "Write “\(bracket)” here.",
        suggestion: FixIt("Write “\(bracket)”", at: span, with: bracket))
    case .missingEnd(let isDictionary, let opening):
      let words = isDictionary ? ("dictionary", "}") : ("list", "]")
      return Advice(
        label: "write \(words.1) here",
        help: "Close the \(words.0) with “\(words.1)”.",
        related: [.init(span: opening, message: "the \(words.0) is opened here")],
        suggestion: correction.closing(
          with: words.1, openedAt: opening.range.lowerBound, before: span.range.lowerBound,
          "Write “\(words.1)” here"))
    case .wrongBracket(_, let isDictionary, let opening, let isMissing):
      let words = isDictionary ? ("dictionary", "}") : ("list", "]")
      return Advice(
        help: "Close the \(words.0) with “\(words.1)”.",
        related: [.init(span: opening, message: "the \(words.0) is opened here")],
        suggestion: isMissing
          ? correction.closing(
            with: words.1, openedAt: opening.range.lowerBound, before: span.range.lowerBound,
            "Write “\(words.1)” before this")
          : FixIt("Write “\(words.1)”", at: span, with: words.1))
    case .unclosedContainer(_, let ends):
      let words = ends.map { "“\($0.bracket)”" }.joined(separator: " and ")
      return Advice(
        label: "opened here",
        help: ends.count == 1 ? "Add \(words) at its end." : "Add \(words) at the end of the file.",
        suggestion: FixIt(
          closing: span.file,
          with: ends.map { correction.indentation(ofLineAt: $0.opening) + $0.bracket }))
    case .comment(let statement):
      return Advice(
        help: span.file.name.hasSuffix(BundleSettings.fileName)
          ? "Delete the comment."
          : "Move the comment into the SQL string, as in \"-- add age\\nALTER TABLE …\".",
        fixIt: statement.flatMap { correction.movedComment(span.range, into: $0) })
    case .singleQuotes(let closing):
      return Advice(
        help: "Write double quotes around the string. The SQL inside keeps its single quotes.",
        fixIt: closing.flatMap {
          correction.straightQuotes(
            opening: span.range.lowerBound..<span.range.lowerBound + 1, closing: $0..<$0 + 1)
        })
    case .tripleQuotes(let closing):
      return Advice(
        why: "Swift and Python allow them. In JSON, the second quote ends the string.",
        help: "Write one double quote at each end, and \\n for each line break.",
        fixIt: correction.textOfTripleQuotes(opening: span.range, closing: closing))
    case .unescapedQuote(let opening, let closing):
      let quotes = opening.flatMap { correction.escapedQuotes(opening: $0, closing: closing) }
      return Advice(
        why: "Inside a JSON string, a double quote must be written \\\".",
        help: "Write \\\" here, or use single quotes for SQL strings.",
        fixIt: correction.isOnlyTextOnLine(opening, closing) ? quotes : nil, suggestion: quotes)
    case .surplusQuote:
      return Advice(
        help: "Delete one quote.", suggestion: FixIt("Delete one quote", at: span, with: ""))
    case .badNumber:
      return Advice(help: "Write a plain decimal number such as 7 or -0.5.")
    case .typographicQuotes(let content):
      return Advice(
        help: "Put the string in straight double quotes.",
        fixIt: content.flatMap {
          correction.straightQuotes(
            opening: span.range.lowerBound..<$0.lowerBound,
            closing: $0.upperBound..<span.range.upperBound)
        })
    case .fence:
      return Advice(help: "Delete the lines that start with ```.")
    case .badValue(let word):
      let lower = word.lowercased()
      let isConstant = ["true", "false", "null"].contains(lower)
      return Advice(
        help: isConstant
          ? "Write \(lower) in lowercase." : "Put the string in straight double quotes.",
        fixIt: isConstant ? FixIt("Write \(lower)", at: span, with: lower) : nil,
        suggestion: correction.quotes(aroundStatement: span.range))
    case .unclosedText(let opening):
      let start = opening ?? span
      let related =
        opening.map { [Diagnostic.Related(span: $0, message: "the string is opened here")] } ?? []
      if let quote = correction.typographicEnd(after: start.range.lowerBound) {
        return Advice(
          label: opening == nil ? "opened here" : nil,
          help: "Replace the typographic quote \(quote.quote) at the end of the line with \".",
          related: related,
          suggestion: FixIt(
            "Write a straight quote for \(quote.quote)", at: quote.span, with: "\""))
      }
      return Advice(
        label: opening == nil ? "opened here" : "write \" here",
        help: "Add the closing double quote at the end of the string.", related: related,
        suggestion: opening.map { _ in FixIt("Close the string here", at: span, with: "\"") })
    case .unopenedText:
      return Advice(
        label: "write \" here", help: "Add the opening double quote at the start of the string.",
        suggestion: FixIt("Open the string here", at: span, with: "\""))
    case .unescapedNewline(let lineEnds):
      let label = "the string is still open at the end of the line"
      let fixIt = correction.escapedLineEnds(lineEnds, opening: span.range.lowerBound)
      switch LineBreakReading(
        of: lineEnds, openedAt: span.range.lowerBound, in: span.file.bytes)
      {
      case .blank:
        return Advice(
          label: label,
          help: "Write \\n for the line break, or write a list of strings, one for each line.",
          fixIt: fixIt)
      case .stored:
        return Advice(
          label: label,
          help:
            "Write \\n if the text in quotes contains the line break. If it was only wrapped, join the lines.",
          suggestion: fixIt)
      case .mail:
        return Advice(
          label: label,
          why:
            "It was encoded for a mail (quoted-printable): “=” joins two lines, and =C3=B6 is “ö”.",
          help: "Copy the statement from the original file.")
      }
    case .unescapedControl(let byte):
      let hex = String(byte, radix: 16)
      let escape = byte == 9 ? "\\t" : "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      return Advice(
        help: "Write \(escape), or delete it.",
        fixIt: byte == 9 ? FixIt("Write \\t", at: span, with: "\\t") : nil)
    case .badEscape(let isDeletable):
      return Advice(
        why:
          "A backslash can only be followed by \" \\ / b f n r t, or by u and four hexadecimal digits.",
        help: "Write \\\\ for a backslash. "
          + (isDeletable
            ? "A single quote needs no backslash."
            : "In a string of SQL, write '' for a single quote."),
        fixIt: isDeletable
          ? FixIt(
            "Delete the backslash",
            at: SourceSpan(
              file: span.file, range: span.range.lowerBound..<span.range.lowerBound + 1), with: "")
          : nil)
    case .badUnicodeEscape:
      return Advice(help: "Write four hexadecimal digits, as in \\u00e9, or the character itself.")
    case .loneSurrogate:
      return Advice(help: "Write the character itself, or both escapes of the pair.")
    }
  }
}
