import SQLScripts
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// One statement in words. What cannot be described is said to be so, never guessed.
struct StatementWords {
  let words: Words
  /// Whether the words only say why there is no description.
  let isLabel: Bool

  /// - Parameters:
  ///   - copied: what was copied from a dropped table; nil if nothing was.
  ///   - place: what is said about a change of rows before the triggers, or about one of the definition of a table.
  ///   - temporaries: the TEMP objects that the script created before.
  ///   - script: the script with it.
  init(
    statement: RehearsedStatement, effect: RowEffect?, copied: Words?, place: Words,
    temporaries: Set<SQLName>, script: RehearsedScript
  ) {
    if let label = Self.label(of: statement, in: script) {
      (words, isLabel) = (label, true)
    } else if let copied, let table = statement.droppedTable {
      let name = statement.before[table]?.name ?? table.text
      words =
        "removes the table \(name: name) with all its rows, after \(copied) were copied from it"
      isLabel = false
    } else if let table = statement.bookkeepingTable {
      (words, isLabel) = ("prepares \(name: table), where the version is stored", false)
    } else if let words = SequenceWords(statement, in: script)?.words
      ?? Self.words(of: statement, effect, place, temporaries)
    {
      (self.words, isLabel) = (words, false)
    } else if statement.isReadOnly {
      (words, isLabel) = (Self.check(statement) ?? "runs SQL that does not change any table", true)
    } else {
      (words, isLabel) = ("runs SQL that cannot be described", true)
    }
  }

  private static func label(
    of statement: RehearsedStatement, in script: RehearsedScript
  ) -> Words? {
    if let denial = statement.denial { return "is refused, because " + denial.words }
    if let error = statement.error { return "fails: \(code: error.message)" }
    if statement.parameterCount > 0 { return "fails, because scripts cannot bind values" }
    if let notice = statement.notice { return "does nothing: " + notice.words(in: script) }
    return nil
  }

  private static func words(
    of statement: RehearsedStatement, _ effect: RowEffect?, _ place: Words,
    _ temporaries: Set<SQLName>
  ) -> Words? {
    switch statement.word(0) {
    case "CREATE": return CreationWords(statement: statement).words.map { $0 + place }
    case "DROP": return RemovalWords(statement: statement, temporaries: temporaries).words
    case "ALTER": return AlterationWords(statement: statement, place: place).words
    case "PRAGMA": return pragma(statement)
    case "VACUUM": return "rewrites the database file without unused space"
    case "REINDEX": return "rebuilds indexes"
    case "ANALYZE": return "collects statistics that help SQLite to find rows faster"
    default: break
    }
    guard let verb = statement.verb else { return nil }
    let words =
      ["INSERT", "REPLACE"].contains(statement.word(verb))
      ? InsertWords(statement: statement, verb: verb, effect: effect).words
      : RowWords(statement: statement, verb: verb, effect: effect).words
    if statement.isOnView {
      return words.map { InsteadWords(statement: statement, intended: $0).words }
    }
    return words.map { words in
      let words =
        statement.tellingTemporary(words) + place + TriggeredWords(statement: statement).words
      if words.asides.isEmpty { return words }
      var tables = CommonTables(statement)
      return tables.adding(to: words)
    }
  }

  /// The PRAGMAs that set a value in the file.
  private static let stored = Set(
    ["application_id", "auto_vacuum", "journal_mode", "page_size", "user_version"].map {
      SQLName($0)
    })

  /// What a PRAGMA only looks for; nil for anything else.
  private static func check(_ statement: RehearsedStatement) -> Words? {
    guard let pragma = statement.actions.first(where: { $0.kind == .pragma }) else { return nil }
    switch pragma.name.asciiLowercased {
    case "foreign_key_check":
      let rows: Words = pragma.detail.isEmpty ? "rows" : "rows of \(name: pragma.detail)"
      return "looks for \(rows) that refer to missing rows, but ignores the result"
    case "integrity_check", "quick_check":
      return "looks for damage in the database, but ignores the result"
    default: return nil
    }
  }

  private static func pragma(_ statement: RehearsedStatement) -> Words? {
    guard !statement.isReadOnly,
      let pragma = statement.actions.first(where: { $0.kind == .pragma }),
      !pragma.detail.isEmpty, stored.contains(SQLName(pragma.name))
    else { return nil }
    return "sets \(code: pragma.name) of the database file to \(code: pragma.detail)"
  }
}

extension RehearsedStatement {
  /// The table of the runner that it creates or writes (law 1); nil if it is about anything else.
  fileprivate var bookkeepingTable: String? {
    guard let name = created.map({ self.name($0.name.name) }) ?? target.map({ self.name($0.name) })
    else { return nil }
    return VersionStore.bookkeepingTables.first { $0.isSameName(as: name) }
  }
}

extension ScriptDenial {
  /// The reason after “because”.
  fileprivate var words: Words {
    switch self {
    case .transactionControl: "each script already runs as a whole or not at all"
    case .pragma(let name): "a script may not set PRAGMA \(name)"
    case .transactionControlOutside(let word): "\(word) is not allowed here"
    default: Words(String(describing: self))
    }
  }
}
