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
  case misnamedSQL(String)
  case emptyStatement(Int)
  case headerTypo(String, meant: String)
  case headerWithoutColon(String, String)
  case repeatedHeader(String)
  case keyNotInSQL(String, written: String, Diagnostic.Severity)
  case needlessKey(String)
  case wrongHeader(String, wanted: String, found: String)
  case lineEndInComment(String, [Range<Int>], String, isSQLFile: Bool)
  case unknownKey(String, known: [String])
  case wrongValue(
    of: String, wanted: String, found: String, meant: String, choices: [String])
  case settingsAreNoDictionary
  case mapIsNoDictionary

  package var id: String {
    switch self {
    case .wrongRoot, .dictionaryRoot, .settingsAreNoDictionary, .mapIsNoDictionary: "wrong-root"
    case .missingStatements, .missingSQL: "missing-statements"
    case .versionInUpdate, .misnamedSQL, .headerTypo, .headerWithoutColon, .keyNotInSQL,
      .needlessKey, .unknownKey:
      "unknown-key"
    case .wrongItemType, .wrongLineType: "wrong-item-type"
    case .emptyStatement: "empty-statement"
    case .repeatedHeader: "duplicate-key"
    case .wrongHeader, .wrongValue: "wrong-value-type"
    case .lineEndInComment: "line-end-in-comment"
    }
  }

  package var severity: Diagnostic.Severity {
    switch self {
    case .keyNotInSQL(_, _, let severity): severity
    case .emptyStatement, .headerTypo, .headerWithoutColon, .needlessKey: .warning
    default: .error
    }
  }

  package var message: String {
    switch self {
    case .wrongRoot(let kind):
      return "A script is a list of SQL statements, but this file is \(kind.words)"
    case .dictionaryRoot:
      return "A script is a list of SQL statements, but this file is a dictionary"
    case .missingStatements: return "The script has no key “statements”"
    case .versionInUpdate: return "“version” belongs into sql_default only"
    case .wrongItemType(let number, let kind):
      return "Item \(number) is \(kind.words); every item must be text (a SQL statement)"
    case .wrongLineType(let number, let kind):
      return "A line of item \(number) is \(kind.words); the lines of a statement must be text"
    case .missingSQL(let number): return "Item \(number) has no key “sql”"
    case .misnamedSQL(let key): return "There is no key “\(key)”"
    case .emptyStatement(let number): return "Item \(number) has no SQL statement in it"
    case .headerTypo(let key, _):
      return "“\(key.forMessage)” is not a key of a script, so this line is only a comment"
    case .headerWithoutColon(let key, _):
      return "There is no “:” behind “\(key)”, so this line is only a comment"
    case .repeatedHeader(let key): return "The key “\(key)” is there twice"
    case .keyNotInSQL(let key, let written, _):
      let loss =
        key == ScriptKey.allowsRowLoss.name
        ? "and this line is only a comment" : "so this query would never run"
      return "“\(written.forMessage)” has no effect: a .sql file cannot hold “\(key)”, \(loss)"
    case .needlessKey(let key):
      return "A .sql file has no key “\(key)”, so this line is only a comment"
    case .wrongHeader(let key, let wanted, let found):
      return "“\(key)” must be \(wanted), but it is “\(found.forMessage)”"
    case .lineEndInComment(let text, _, _, _):
      return "“\(text.forMessage)” would not run: to SQLite it is part of the comment before it"
    case .unknownKey(let key, _): return "There is no key “\(key.forMessage)”"
    case .wrongValue(let key, let wanted, let found, _, _):
      return "“\(key.forMessage)” must be \(wanted), but it is \(found)"
    case .settingsAreNoDictionary: return "The settings must be a dictionary"
    case .mapIsNoDictionary: return "The map of versions must be a dictionary"
    }
  }
}
