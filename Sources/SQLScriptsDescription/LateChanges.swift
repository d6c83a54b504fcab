import SQLScriptsSQL
import SQLScriptsValidation

/// What becomes of the changes of tables that a script drops later.
struct LateChanges {
  /// What happens to a table before its DROP.
  enum Fate {
    case unread
    /// Statements read it that copy none of its rows to the replacement of a table.
    case read
    case copied
  }

  /// By the statement that changes the table. Missing if no later one drops it.
  private(set) var fates: [Int: Fate] = [:]

  /// - Parameter copies: the statements that copy rows of a rebuild.
  init(_ script: RehearsedScript, copies: Set<Int>) {
    // From the last statement to the first one, what comes after it is known.
    var dropped: [SQLName: Fate] = [:]
    for (index, statement) in script.statements.enumerated().reversed() where statement.succeeded {
      let changed = statement.emptiedTable ?? statement.writtenTable ?? statement.redefinedTable
      if let changed { fates[index] = dropped[changed] }
      for name in statement.readTables where name != changed && dropped[name] != nil {
        if copies.contains(index) { dropped[name] = .copied }
        if dropped[name] == .unread { dropped[name] = .read }
      }
      if let made = statement.madeTable { dropped[made] = nil }
      if let (old, new) = statement.renamedTable {
        dropped[old] = dropped[new]
        dropped[new] = nil
      }
      if let name = statement.droppedTable { dropped[name] = .unread }
    }
  }
}
