import SQLScriptsDiagnostics
import SQLScriptsFiles

extension ScriptMistake: AdvisedMistake {
  func advice(at span: SourceSpan) -> Advice {
    switch self {
    case .wrongRoot:
      return Advice(help: "Put the statements in one list.")
    case .dictionaryRoot(let format):
      return Advice(
        why: "Statements run in order, but a dictionary has no order.",
        help: format == .plist
          ? "Replace <dict> with <array> and delete the <key> lines. In Xcode, change the type "
            + "of Root to Array."
          : "Replace { } with [ ], and delete the keys.")
    case .missingStatements:
      return Advice(help: "Add “statements” with a list, which can be empty.")
    case .versionInUpdate:
      return Advice(
        why: "An update migrates to the version in its file name.",
        help: "Delete it.")
    case .wrongItemType:
      return Advice(
        label: "not an SQL statement",
        help: "Delete it, or write the whole SQL statement as a string.",
        suggestion: TextCorrection(source: span.file).withoutItem(at: span))
    case .wrongLineType:
      return Advice(
        label: "not a line of SQL",
        help: "Write each line as a string, and put each statement in a separate item.")
    case .missingSQL:
      return Advice(help: "Add “sql” with the statement.")
    case .keyNotInQuery:
      return Advice(help: "Delete it, and write the condition into the WHERE of the query.")
    case .severalQueries:
      return Advice(
        why: "Only one value can decide.",
        help: "Write one query, for example SELECT (first query) AND (second query).")
    case .emptyStatement:
      return Advice(help: "Delete the item, or write its statement.")
    case .headerTypo(_, let meant, let severity):
      // A script with a comment about a version works as it is.
      let isComment = meant == ScriptKey.version.name && severity == .warning
      return Advice(
        label: "did you mean “\(meant)”?",
        help: isComment
          ? "If this line sets the version, write “\(meant)”." : "Write “\(meant)”.",
        fixIt: isComment ? nil : TextCorrection(source: span.file).headerKey(meant, at: span))
    case .headerWithoutColon(let key, let value):
      return Advice(help: "Write -- \(key): \(value.forMessage)")
    case .misplacedKey(let key, let value):
      return Advice(
        why: "Keys are read from the lines with -- at the start of the file, before anything else.",
        help: "Write -- \(key): \(value.forMessage) as the first line of the file.")
    case .repeatedHeader:
      return Advice(help: "Keep one of the two lines.")
    case .keyNotInSQL(let key, _, _):
      return Advice(
        help: "Delete this line, convert the script with “sqlscripts convert --to json”, and add "
          + "“\(key)” there.")
    case .needlessKey(let key):
      return Advice(
        help: key == StatementKey.ignore.name
          ? "Write /* sqlscripts: ignore[rule] the reason */ before the statement."
          : "Delete the line: the file's SQL contains its statements.")
    case .wrongHeader(_, let wanted, _, _), .wrongValue(_, let wanted, _, _, _):
      let correction = correctedValue(at: span)
      return Advice(
        help: correction.map { $0.message + "." } ?? "Write \(wanted) here.",
        fixIt: guessesLessProtection ? nil : correction,
        suggestion: correction ?? listOfValue(at: span))
    case .lineEndInComment(_, let lineEnds, let lineEnd, let isSQLFile):
      let code = lineEnd.unicodeScalars.first?.value ?? 0
      let hexadecimal = String(code, radix: 16, uppercase: true)
      let name =
        code == 0x0D
        ? "CR" : "U+" + String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
      return Advice(
        why:
          "SQLite ends a comment that starts with -- only at a line feed (LF), and this is \(name).",
        help: isSQLFile
          ? "Save the file with LF line endings." : "Write a line feed (\\n) after the comment.",
        fixIt: isSQLFile ? TextCorrection(source: span.file).lineFeeds(for: lineEnds) : nil)
    case .unknownKey(let name, let known, let meant, let taken):
      if let meant {
        return Advice(
          help: "Write “\(meant)”.", fixIt: TextCorrection(source: span.file).key(meant, at: span))
      }
      if let taken {
        return Advice(
          why: "It looks like “\(taken)”, which is there as well.",
          help: "If you need both contents, move this one to “\(taken)”. Then delete this key.")
      }
      if let advice = Self.advice(forKey: name, among: known, at: span) { return advice }
      let names = known.map { "“\($0)”" }.joined(separator: ", ")
      return Advice(
        help: "Rename it, or delete it if you do not need its content. The keys are \(names).")
    case .settingsAreNoDictionary:
      return Advice(help: "Write { \"numbering\": \"sequential\" }, or delete the file.")
    }
  }
}
