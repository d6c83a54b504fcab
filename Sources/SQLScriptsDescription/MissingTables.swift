import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The tables to which others refer after a script that drops or renames them.
struct MissingTables {
  private struct Referrer {
    /// “**post**”, “the view **names**”
    var words: Words
    /// The table, or the one of a trigger.
    var table: SQLName
  }

  private let after: SchemaSnapshot
  private var referrers: [SQLName: [Referrer]] = [:]

  init(_ script: RehearsedScript) {
    after = script.after
    let missing = Set(
      script.statements.compactMap { $0.droppedTable ?? $0.renamedTable?.old }
        .filter { script.after[$0] == nil })
    guard !missing.isEmpty else { return }
    let tables = script.after.tables.values.sorted { $0.name < $1.name }
    let add = {
      (names: Set<SQLName>, words: Words, table: SchemaTable, all: inout [SQLName: [Referrer]]) in
      for name in names.intersection(missing) {
        all[name, default: []].append(Referrer(words: words, table: SQLName(table.name)))
      }
    }
    for table in tables {
      let parents = Set(table.foreignKeys.map { SQLName($0.parent) })
      add(parents, "\(name: table.name)", table, &referrers)
    }
    for view in tables where view.kind == .view {
      add(SQLText(view.sql).usedTables, "the view \(name: view.name)", view, &referrers)
    }
    for table in tables {
      for trigger in table.triggers {
        let names = SQLText(trigger.sql).usedTables
        add(names, "the trigger \(name: trigger.name)", table, &referrers)
      }
    }
  }

  /// “**post** still refers”, of what referred to a table before a statement that drops or renames it; nil for nothing.
  func referring(to name: SQLName, before statement: RehearsedStatement) -> Words? {
    let words = (referrers[name] ?? []).filter { statement.before[$0.table] != nil }.map(\.words)
    return words.isEmpty ? nil : "\(words.list()) still \(words.count == 1 ? "refers" : "refer")"
  }

  /// “There is no table **user**”, of references that a statement adds.
  func words(_ statement: RehearsedStatement) -> Words {
    guard statement.succeeded,
      let name = statement.madeTable
        ?? statement.actions.first(where: { $0.kind == .alterTable }).map({ SQLName($0.name) }),
      let table = statement.after[name], let final = after[name]
    else { return "" }
    let known = Set((statement.before[name]?.foreignKeys ?? []).map(\.parent))
    let missing = table.foreignKeys.map(\.parent).filter { parent in
      after[parent] == nil && !known.contains(parent)
        && final.foreignKeys.contains { $0.parent == parent }
    }
    let names = missing.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return names.isEmpty
      ? "" : ". There is no table \(names.map { "\(name: $0)" }.list("or")) after this script"
  }
}

extension SQLText {
  /// The names after FROM, JOIN, IN, INTO and UPDATE. With WITH, they may be those of queries.
  fileprivate var usedTables: Set<SQLName> {
    let changed = indices.filter { isName($0) && ["INTO", "UPDATE"].contains(word($0 - 1)) }
    return Set(sources.union(changed).map { SQLName(name($0)) })
  }
}
