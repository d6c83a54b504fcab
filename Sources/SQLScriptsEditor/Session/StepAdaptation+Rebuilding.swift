import SQLScriptsAuthoring
import SQLScriptsSQL
import SQLScriptsSchema

extension StepAdaptation {
  /// Writes a step that copies a table for the columns that there are now, and runs it. Nil if the step would do anything
  /// else than before then.
  ///
  /// - Parameter meant: what the step itself changes.
  mutating func rebuild(
    _ unit: StepUnit, from start: (old: SchemaSnapshot, new: SchemaSnapshot),
    meaning meant: [SchemaChange]
  ) -> Remake? {
    guard unit.canHaveForm,
      let text = RebuildText(
        unit.texts, from: start.old, to: start.new, names, targets.standIns),
      (try? new.run(text.statements.map { FormReplay.Statement($0) })) != nil
    else { return nil }
    let own = { (change: SchemaChange) in meant.contains { $0.concerns(change) } }
    let before = Set(SchemaDifference(from: start.old, to: start.new).changes)
    let isSame = SchemaDifference(from: old.schema, to: new.schema).changes
      .allSatisfy { $0.subject == .columnOrder || before.contains($0) || own($0) }
    let left = Self.lost(between: start, and: (old.schema, new.schema))
    guard isSame, left.allSatisfy(own) else {
      new.takeBack()
      return nil
    }
    return Remake(
      numbers: unit.numbers, statements: text.statements, oldChecks: [], newChecks: [])
  }

  /// The columns from before the change that a step names, and that are gone.
  func columns(
    usedBy unit: StepUnit, from start: (old: SchemaSnapshot, new: SchemaSnapshot)
  ) -> [SchemaPlace] {
    let tables = start.old.tables.values.filter { start.new[$0.name] != $0 }
    return tables.sorted { $0.name < $1.name }.flatMap { table in
      table.columns.filter { start.new[names.table(table.name)]?.column($0.name) == nil }
        .map { SchemaPlace(table.name, $0.name) }
    }.filter { place in
      place.column.map { name in unit.texts.contains { MentionedNames($0).mention([name]) } }
        ?? false
    }
  }
}
