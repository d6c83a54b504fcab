import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// Where in a script things happened to a table.
extension RehearsedScript {
  /// The tables whose foreign keys may be other ones now, or have another target.
  var tablesWithChangedKeys: [SchemaTable] {
    let changed = touchedTables.filter { before[$0] != after[$0] }
    return after.tables(changed, childrenOf: disturbedTables.intersection(changed))
  }

  /// Whether the author dropped an index or a trigger by its name.
  func drops(_ kind: String, _ name: String) -> Bool {
    statements.contains { statement in
      statement.has("DROP", kind, at: 0)
        && statement.actions.contains { action in
          (action.kind == .dropIndex || action.kind == .dropTrigger)
            && action.name.isSameName(as: name)
        }
    }
  }

  /// The statement that took away the old table of a rebuild: DROP, or else RENAME.
  func dropStatement(of fate: TableFate) -> Int {
    statements.lastIndex { statement in
      statement.succeeded && statement.droppedTable.map(fate.names.contains) ?? false
        && statement.before[statement.droppedTable ?? SQLName("")]?.sql != fate.after?.sql
    } ?? fate.statement
  }

  /// The text of the last statement that has to do with a rebuild.
  func lastStatement(of fate: TableFate) -> String {
    let last = statements.last { statement in
      let table = statement.renamedTable?.old ?? statement.droppedTable ?? statement.writtenTable
      return table.map(fate.names.contains) ?? false
    }
    return last?.text.oneLine ?? ""
  }

  /// The CREATE TABLE that made the table a rebuild ended with.
  func creation(of fate: TableFate) -> RehearsedStatement? {
    statements.last { $0.madeTable.map(fate.names.contains) ?? false && $0.succeeded }
  }

  /// The place of the name behind REFERENCES, in the last statement that names this table there.
  func reference(to parent: String) -> SourceSpan? { references[SQLName(parent)] }

  /// The tables that REFERENCES names, each with the place in the last statement that does so.
  static func references(in statements: [RehearsedStatement]) -> [SQLName: SourceSpan] {
    var references: [SQLName: SourceSpan] = [:]
    for statement in statements where statement.changesSchema && statement.succeeded {
      var found: [SQLName: SourceSpan] = [:]
      for index in statement.tokens.indices.dropLast() where statement.word(index) == "REFERENCES" {
        let parent = statement.tokens[index + 1]
        let name = SQLName(statement.name(parent))
        if found[name] == nil { found[name] = statement.span(parent) }
      }
      references.merge(found) { $1 }
    }
    return references
  }

  /// The last statement that did something to one of these tables.
  func lastStatement(
    touching tables: Set<SQLName>, where isMeant: (RehearsedStatement) -> Bool = { _ in true }
  ) -> RehearsedStatement? {
    statements.last { statement in
      statement.succeeded && !statement.isReadOnly && isMeant(statement)
        && statement.actions.contains { action in
          switch action.kind {
          case .insert, .update, .delete, .createTable, .dropTable, .alterTable, .createView,
            .dropView:
            return tables.contains(SQLName(action.name))
          case .createIndex, .dropIndex, .createTrigger:
            return tables.contains(SQLName(action.detail))
          default: return false
          }
        }
    }
  }
}

extension String {
  /// In one line, and no longer than a line.
  var oneLine: String {
    let words = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 160 ? words.prefix(159) + "…" : words
  }
}
