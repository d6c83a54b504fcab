import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// ALTER TABLE in words.
struct AlterationWords {
  let statement: RehearsedStatement
  /// Says that the change does not last; empty for others.
  let place: Words

  var words: Words? {
    if let (old, new) = statement.renamedTable {
      return "renames the table \(name: statement.before[old]?.name ?? old.text) to \(name: new)"
    }
    if let renamed = statement.renamedColumn {
      return
        "renames the column \(name: renamed.old) of \(name: name(renamed.table)) to \(name: renamed.new)\(place)\(views)"
    }
    guard let name = statement.actions.first(where: { $0.kind == .alterTable })?.name,
      let old = statement.before[name], let new = statement.after[name]
    else { return nil }
    let added = new.columns.filter { old.column($0.name) == nil }
    if let column = added.first, added.count == 1, old.columns.count + 1 == new.columns.count {
      let references = new.foreignKeys.filter {
        $0.columns.map { SQLName($0) } == [SQLName(column.name)]
      }
      let words: Words =
        "adds the column \(name: column.name) to \(name: new.name) (\(column.words(in: new, existing: true)))\(place)"
      if !place.isEmpty { return words }
      let known = Set(old.writtenChecks.keys)
      let checks = CheckWords(old: old, new: new)
      let limits = new.checks.filter { !known.contains(CanonicalSQL($0).unwrapped.text) }
      return
        (ReferenceWords(table: new, references: references).sentences
        + limits.map(checks.addition))
        .reduce(words) { "\($0). \($1.capitalized)" }
    }
    let removed = old.columns.filter { new.column($0.name) == nil }
    if let column = removed.first, removed.count == 1, added.isEmpty {
      return column.isGenerated
        ? "removes the computed column \(name: column.name) from \(name: new.name)\(place)"
        : "removes the column \(name: column.name) and its values from \(name: new.name)\(place)"
    }
    return nil
  }

  /// “, also in the view **v**”: the columns of views can get the new name, too, and keep it.
  private var views: Words {
    let changed = statement.after.tables.values.filter { view in
      view.kind == .view
        && statement.before[view.name]?.columns.map(\.name) != view.columns.map(\.name)
    }.map(\.name).sorted()
    if changed.isEmpty { return "" }
    let start: Words = place.isEmpty ? ", also in" : ", and in"
    return "\(start) the \(changed.count == 1 ? "view" : "views") \(changed.names)"
  }

  private func name(_ table: SQLName) -> String { statement.after[table]?.name ?? table.text }
}
