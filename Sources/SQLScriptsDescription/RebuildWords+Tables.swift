import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension RebuildWords {
  /// The table just before the first statement. Those before it have sentences of their own.
  var oldTable: (table: SchemaTable, schema: SchemaSnapshot) {
    let schema = statements.first.map { script.statements[$0].before } ?? script.before
    let former = statements.first.flatMap { oldNames[$0] }
    let names = [lineage.before, after].map { SQLName($0.name) } + lineage.names.sorted()
    let known = ([former].compactMap { $0 } + names).lazy.compactMap { schema[$0] }.first
    var table = known ?? lineage.before
    let parents = passingParents
    for (index, reference) in table.foreignKeys.enumerated() {
      guard let parent = parents[SQLName(reference.parent)],
        // A reference that was broken before the script may have such a name, too.
        lineage.before.foreignKeys.contains(where: {
          $0.columns == reference.columns && $0.parent.isSameName(as: parent)
        })
      else { continue }
      table.foreignKeys[index].parent = parent
    }
    return (table, schema)
  }

  /// The names from before the script, by those that tables have only while it runs. SQLite puts them into references.
  private var passingParents: [SQLName: String] {
    var names: [SQLName: String] = [:]
    for statement in script.statements.prefix(statements.first ?? 0) where statement.succeeded {
      guard let (old, new) = statement.renamedTable, script.before[new] == nil,
        script.after[new] == nil
      else { continue }
      names[new] = names[old] ?? statement.before[old]?.name
    }
    return names
  }

  /// The names of all tables that contained its rows.
  var ownNames: Set<SQLName> { lineage.names.subtracting(others) }

  /// The names that the new rows have at a statement in between, but no longer after the script.
  func passingNames(at index: Int) -> Set<SQLName> {
    guard let first = statements.first, let last = statements.last, first < index, index < last
    else { return [] }
    return lineage.passingNames(at: index, in: script, besides: others)
  }

  /// The name of the old table, if a statement uses it under one that it has only while the script runs. The sentence
  /// about the rebuild comes after that about the statement, for which the table still has its own name.
  func passingOldName(at index: Int) -> SQLName? {
    guard let first = statements.first, let last = statements.last, first < index, index < last,
      let name = oldNames[index], name != oldNames.first, script.before[name] == nil,
      // A table that stays keeps its new name in the sentences, which follow that about the rebuild.
      oldNames[last + 1] == nil, script.statements[index].touchedTables.contains(name)
    else { return nil }
    return name
  }

  /// Whether a statement removes another table or view, whose name the new table then gets.
  func freesName(at index: Int) -> Bool {
    let (old, new) = (oldTable.table.name, newTable.table.name)
    let statement = script.statements[index]
    guard !new.isSameName(as: old), ["TABLE", "VIEW"].contains(statement.word(1)),
      statement.changesSchema, let dropped = statement.dropped
    else { return false }
    return statement.name(dropped.name).isSameName(as: new)
  }

  /// The table just after the last statement.
  var newTable: (table: SchemaTable, schema: SchemaSnapshot) {
    let schema = statements.last.map { script.statements[$0].after } ?? script.after
    let known = schema[after.name] ?? lineage.names.sorted().lazy.compactMap { schema[$0] }.first
    guard var table = known else { return (after, schema) }
    // What follows a rebuild usually belongs to it, and may replace a constraint.
    let end = next.flatMap { script.statements[$0].before[table.name] } ?? after
    (table.indexes, table.triggers) = (end.indexes, end.triggers)
    return (table, schema)
  }

  /// A table that the script made for the rows on their way, and that stays.
  var leftoverTable: String? {
    copiesOfRows.compactMap { script.statements[$0].writtenTable }.first { target in
      target != SQLName(newTable.table.name) && !lineage.namesOfReplacement.contains(target)
        && script.before[target] == nil && script.after[target] != nil
    }.flatMap { script.after[$0]?.name }
  }

  /// “makes **message** refer to **user_old**, which no longer exists”: SQLite renames in references, too.
  var danglingReferences: [Words] {
    guard next == nil else { return [] }
    return lineage.names.filter { script.after[$0] == nil }.sorted().compactMap { name in
      let parts = referring(to: name)
      return parts.isEmpty
        ? nil : "makes \(parts.list()) refer to \(name: name.text), which no longer exists"
    }
  }

  /// “makes **message** refer to **user_old**”, under which the old table stays.
  var movedReferences: [Words] {
    guard let rest, next == nil else { return [] }
    // Its own references are changes of its definition.
    let parts = referring(to: SQLName(rest), except: SQLName(after.name))
    return parts.isEmpty ? [] : ["makes \(parts.list()) refer to \(name: rest)"]
  }

  /// The tables, views and triggers of other tables that did not refer to a table of this name before the script.
  private func referring(to name: SQLName, except own: SQLName? = nil) -> [Words] {
    let names = { (sql: String) in
      let sql = SQLText(sql)
      return sql.indices.contains { sql.isName($0) && SQLName(sql.name($0)) == name }
    }
    let refers = { (table: SchemaTable?) in
      guard let table else { return false }
      if table.kind == .view { return names(table.sql) }
      return table.foreignKeys.contains { SQLName($0.parent) == name }
    }
    let tables = script.after.tables.values.filter { table in
      ![name, own].contains(SQLName(table.name)) && refers(table)
        && !refers(script.before[table.name])
    }.map(\.name).sorted()
    let triggers = script.after.tables.values.filter { SQLName($0.name) != name }.flatMap { table in
      table.triggers.filter { trigger in
        let former = oldTable.schema[table.name]?.triggers
          .first { $0.name.isSameName(as: trigger.name) }
        return names(trigger.sql) && former.map { !names($0.sql) } ?? false
      }
    }.map(\.name).sorted()
    let noun = triggers.count == 1 ? "trigger" : "triggers"
    return tables.map { "\(name: $0)" }
      + (triggers.isEmpty ? [] : ["the \(noun) \(triggers.names)"])
  }
}
