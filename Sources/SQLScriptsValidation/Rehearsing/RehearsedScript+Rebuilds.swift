import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// The places in a script that affect a table.
extension RehearsedScript {
  /// The tables whose foreign keys may have changed or have another target.
  var tablesWithChangedKeys: [SchemaTable] {
    let changed = touchedTables.filter { before[$0] != after[$0] }
    return after.tables(changed, childrenOf: disturbedTables.intersection(changed))
  }

  /// Whether the script drops an index or trigger explicitly.
  func drops(_ kind: String, _ name: String) -> Bool {
    statements.contains { statement in
      statement.has("DROP", kind, at: 0)
        && statement.actions.contains { action in
          (action.kind == .dropIndex || action.kind == .dropTrigger)
            && action.name.isSameName(as: name)
        }
    }
  }

  /// The statement that removed the old table of a rebuild: DROP, otherwise RENAME.
  func dropStatement(of lineage: TableLineage) -> Int {
    statements.lastIndex { statement in
      statement.succeeded && statement.droppedTable.map(lineage.names.contains) ?? false
        && statement.before[statement.droppedTable ?? SQLName("")]?.sql != lineage.after?.sql
    } ?? lineage.statement
  }

  /// The text of the last statement of a rebuild.
  func lastStatement(of lineage: TableLineage) -> String {
    let last = statements.last { statement in
      let table = statement.renamedTable?.old ?? statement.droppedTable ?? statement.writtenTable
      return table.map(lineage.names.contains) ?? false
    }
    return last?.text.oneLine ?? ""
  }

  /// The CREATE TABLE of the final table of a rebuild.
  func creation(of lineage: TableLineage) -> RehearsedStatement? {
    statements.last { $0.madeTable.map(lineage.names.contains) ?? false && $0.succeeded }
  }

  /// The range of the name after REFERENCES, in the last statement that creates or changes a table with it.
  ///
  /// - Parameter table: the table as it is after the script, which may have had another name then.
  func reference(to parent: String, of table: SchemaTable) -> SourceSpan? {
    let name = SQLName(table.name)
    let names =
      lineages.filter { $0.after.map { SQLName($0.name) } == name }
      .reduce(into: [name]) { $0.formUnion($1.namesOfReplacement) } as Set<SQLName>
    let places = references[SQLName(parent)] ?? []
    return (places.last { names.contains($0.table) } ?? places.last)?.span
  }

  /// A table with a foreign key, by its name in a statement.
  struct Reference: Sendable {
    let table: SQLName
    let span: SourceSpan
  }

  /// The references to each table, in the order of the statements.
  static func references(in statements: [RehearsedStatement]) -> [SQLName: [Reference]] {
    var references: [SQLName: [Reference]] = [:]
    for statement in statements where statement.changesSchema && statement.succeeded {
      let altered = statement.actions.first { $0.kind == .alterTable }?.name
      guard let table = (statement.createdName ?? altered).map({ SQLName($0) }) else { continue }
      var found: Set<SQLName> = []
      for index in statement.tokens.indices.dropLast() where statement.word(index) == "REFERENCES" {
        let parent = statement.tokens[index + 1]
        let name = SQLName(statement.name(parent))
        guard found.insert(name).inserted else { continue }
        references[name, default: []].append(Reference(table: table, span: statement.span(parent)))
      }
    }
    return references
  }

  /// The last statement that affects one of these tables.
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
