package import SQLScriptsDiagnostics

/// A mistake in the keys, items and settings of a file.
package enum ScriptMistake: Mistake {
  case wrongRoot(Node.Kind)
  case dictionaryRoot(ScriptFile.Format)
  case missingStatements
  case versionInUpdate
  case wrongItemType(Int, Node.Kind)
  case wrongLineType(Int, Node.Kind)
  case missingSQL(Int)
  case keyNotInQuery(String)
  case severalQueries(String)
  case emptyStatement(Int)
  case headerTypo(String, meant: String, Diagnostic.Severity)
  case headerWithoutColon(String, String)
  /// A comment that would set a key if it were a line at the start of the file.
  case misplacedKey(String, value: String)
  case repeatedHeader(String)
  case keyNotInSQL(String, written: String, Diagnostic.Severity)
  case needlessKey(String)
  case wrongHeader(String, wanted: String, found: String, choices: [String])
  case lineEndInComment(String, [Range<Int>], String, isSQLFile: Bool)
  /// `meant` is the key to write instead, which the dictionary does not have; `taken` is one that it has.
  case unknownKey(String, known: [String], meant: String?, taken: String?)
  case wrongValue(
    of: String, wanted: String, found: String, meant: String, choices: [String])
  case settingsAreNoDictionary

  package var id: String {
    switch self {
    case .wrongRoot, .dictionaryRoot, .settingsAreNoDictionary: "wrong-root"
    case .missingStatements, .missingSQL: "missing-statements"
    case .versionInUpdate, .keyNotInQuery, .headerTypo, .headerWithoutColon, .misplacedKey,
      .keyNotInSQL, .needlessKey, .unknownKey:
      "unknown-key"
    case .wrongItemType, .wrongLineType: "wrong-item-type"
    case .emptyStatement: "empty-statement"
    case .repeatedHeader: "duplicate-key"
    case .wrongHeader, .wrongValue, .severalQueries: "wrong-value-type"
    case .lineEndInComment: "line-end-in-comment"
    }
  }

  package var severity: Diagnostic.Severity {
    switch self {
    case .keyNotInSQL(_, _, let severity), .headerTypo(_, _, let severity): severity
    // Only people read it.
    case .repeatedHeader(ScriptKey.description.name): .warning
    case .emptyStatement, .headerWithoutColon, .misplacedKey, .needlessKey: .warning
    default: .error
    }
  }

  package var message: String {
    switch self {
    case .wrongRoot(let kind):
      return "a script must be a list of SQL statements, but this file is \(kind.words)"
    case .dictionaryRoot:
      return "a script must be a list of SQL statements, but this file is a dictionary"
    case .missingStatements: return "the script has no key “statements”"
    case .versionInUpdate: return "“version” is only allowed in sql_default"
    case .wrongItemType(let number, let kind):
      return "item \(number) is \(kind.words), but must be a string with an SQL statement"
    case .wrongLineType(let number, let kind):
      return "a line of item \(number) is \(kind.words), but must be a string"
    case .missingSQL(let number): return "item \(number) has no key “sql”"
    case .keyNotInQuery(let key): return "a query of “require” or “verify” cannot have “\(key)”"
    case .severalQueries(let key):
      return "“\(key)” must be one query, but it has several statements"
    case .emptyStatement(let number): return "item \(number) contains no SQL statement"
    case .headerTypo(let key, _, _):
      return "“\(key.forMessage)” is not a key of a script, so this line is only a comment"
    case .headerWithoutColon(let key, _):
      return "“\(key)” is not followed by “:”, so this line is only a comment"
    case .misplacedKey(let key, _):
      return "“\(key)” has no effect here, so this is only a comment"
    case .repeatedHeader(let key): return "key “\(key)” appears twice"
    case .keyNotInSQL(let key, let written, _):
      let loss =
        key == ScriptKey.allowsRowLoss.name
        ? "and this line is only a comment" : "so this query would never run"
      return "“\(written.forMessage)” has no effect: a .sql file cannot contain “\(key)”, \(loss)"
    case .needlessKey(let key):
      return "“\(key)” is not a key of a .sql file, so this line is only a comment"
    case .wrongHeader(let key, let wanted, let found, _):
      return "“\(key)” must be \(wanted), but it is “\(found.forMessage)”"
    case .lineEndInComment(let text, _, _, _):
      return "“\(text.forMessage)” would not run: SQLite reads it as part of the comment before it"
    case .unknownKey(let key, _, _, _): return "no key named “\(key.forMessage)”"
    case .wrongValue(let key, let wanted, let found, _, _):
      return "“\(key.forMessage)” must be \(wanted), but it is \(found)"
    case .settingsAreNoDictionary: return "the settings must be a dictionary"
    }
  }
}
