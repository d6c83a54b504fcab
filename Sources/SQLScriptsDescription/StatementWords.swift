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

  init(statement: RehearsedStatement, effect: RowEffect?, lineage: TableLineage?) {
    if let label = Self.label(of: statement) {
      (words, isLabel) = (label, true)
    } else if let lineage, lineage.kind == .moved, let table = statement.droppedTable {
      words = "removes the table \(name: table), from which rows were copied before"
      isLabel = false
    } else if let table = statement.bookkeepingTable {
      (words, isLabel) = ("prepares \(name: table), where the version is stored", false)
    } else if let words = Self.words(of: statement, effect) {
      (self.words, isLabel) = (words, false)
    } else if statement.changesSchema || statement.changes > 0 {
      (words, isLabel) = ("runs SQL that cannot be described", true)
    } else {
      (words, isLabel) = ("runs SQL that does not change any table", true)
    }
  }

  private static func label(of statement: RehearsedStatement) -> Words? {
    if let denial = statement.denial { return "is refused: \("\(denial)")" }
    if let error = statement.error { return "fails: \(code: error.message)" }
    if let notice = statement.notice { return "has no effect: \("\(notice)")" }
    return nil
  }

  private static func words(of statement: RehearsedStatement, _ effect: RowEffect?) -> Words? {
    switch statement.word(0) {
    case "CREATE", "DROP": return CreationWords(statement: statement).words
    case "ALTER": return AlterationWords(statement: statement).words
    case "PRAGMA": return pragma(statement)
    case "VACUUM": return "writes the database file anew, without unused space"
    case "REINDEX": return "sorts the indexes again"
    case "ANALYZE": return "collects figures that help SQLite to choose indexes"
    default:
      guard statement.verb != nil else { return nil }
      return RowWords(statement: statement, effect: effect).words
    }
  }

  private static func pragma(_ statement: RehearsedStatement) -> Words? {
    guard !statement.isReadOnly,
      let pragma = statement.actions.first(where: { $0.kind == .pragma }),
      !pragma.detail.isEmpty
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
