import SQLScriptsSQL
import SQLScriptsSchema

/// The views and triggers that are dropped before the tables change, and created again after it.
struct Dependents {
  private(set) var drops: [String] = []
  private(set) var creations: [String] = []

  init(
    _ old: SchemaSnapshot, _ wanted: SchemaSnapshot, _ draft: SchemaDraft, _ tables: [TableUpdate],
    _ answers: CheckedAnswers
  ) {
    var touched = Set(
      (answers.droppedTables + answers.changedVirtualTables.map(\.now)).map { SQLName($0.name) })
    for (new, former) in draft.formerTables { touched.formUnion([new, former]) }
    for table in tables
    where !table.path.isHarmless || draft.tablesWithRenames.contains(SQLName(table.now.name)) {
      touched.formUnion([
        SQLName(table.now.name), SQLName(draft.formerName(of: table.now.name)),
      ])
    }
    let all = old.names.compactMap { old[$0] }
    let views = all.filter { $0.kind == .view }
    // A view over a view that changes must not be there either.
    var gone = Set(
      views.filter { view in
        guard let then = wanted[view.name], then.kind == .view else { return true }
        return CanonicalSQL(then.sql) != CanonicalSQL(view.sql)
      }.map { SQLName($0.name) })
    var users: [SQLName: [SQLName]] = [:]
    for view in views {
      for name in Set(MentionedNames(view.sql).names.map { SQLName($0) }) {
        users[name, default: []].append(SQLName(view.name))
      }
    }
    var waiting = Array(touched.union(gone))
    while let name = waiting.popLast() {
      for user in users[name] ?? [] where gone.insert(user).inserted { waiting.append(user) }
    }
    touched.formUnion(gone)
    var created: [(owner: SchemaTable, triggers: [SchemaTrigger])] = []
    var known: Set<SQLName> = []
    for table in all where !table.triggers.isEmpty || wanted[table.name] != nil {
      let name = SQLName(table.name)
      known.insert(name)
      let then =
        answers.wantedName(of: name, in: wanted).flatMap { wanted[$0] }
        ?? (table.kind == .view ? wanted[name] : nil)
      let (before, after) = (Array(table.triggers), then.map { Array($0.triggers) } ?? [])
      let isTouched =
        touched.contains(name)
        || before.contains { MentionedNames($0.sql).mention(touched) }
      let isPrefix =
        before.count <= after.count
        && zip(before, after).allSatisfy {
          $0.name.isSameName(as: $1.name) && CanonicalSQL($0.sql) == CanonicalSQL($1.sql)
        }
      if isTouched || !isPrefix {
        // The triggers of a view are dropped with it.
        if !gone.contains(name) { drops += before.map { "DROP TRIGGER \($0.name.quotedName)" } }
        if let then { created.append((then, after)) }
      } else if let then {
        created.append((then, Array(after.dropFirst(before.count))))
      }
    }
    drops += views.filter { gone.contains(SQLName($0.name)) }
      .map { "DROP VIEW \($0.name.quotedName)" }
    let newViews = wanted.names.compactMap { wanted[$0] }.filter { view in
      view.kind == .view && (old[view.name]?.kind != .view || gone.contains(SQLName(view.name)))
    }
    creations += newViews.map(\.sql)
    let owners = Set(created.map { SQLName($0.owner.name) })
    for table in wanted.names.compactMap({ wanted[$0] }) where !owners.contains(SQLName(table.name))
    {
      // Those of a table that stays were compared above.
      let isOld =
        known.contains(SQLName(table.name)) && draft.formerTables[SQLName(table.name)] == nil
      if !isOld || old[table.name]?.kind != table.kind {
        created.append((table, Array(table.triggers)))
      }
    }
    creations += created.flatMap(\.triggers).map(\.sql)
  }
}
