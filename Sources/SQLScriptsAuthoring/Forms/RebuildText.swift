import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The statements of a step that copies a table, after a step before it has changed the columns of that table.
///
/// Somebody may have written them by hand, so that no form makes them. Everything that does not depend on the changed
/// columns keeps its bytes. Whether the statements do what they did before is for the caller to try.
package struct RebuildText {
  package private(set) var statements: [String]
  /// What the copy is called until it replaces the table.
  private let target: String

  /// - Parameters:
  ///   - statements: those of the step, as they are.
  ///   - old: the schema that they were written for.
  ///   - new: the schema that there is now.
  ///   - names: what has another name now.
  /// - Returns: nil if they do not copy a changed table, or use a column that is gone for something else.
  package init?(
    _ statements: [String], from old: SchemaSnapshot, to new: SchemaSnapshot,
    _ names: FormNewNames, _ standIns: StandIns
  ) {
    let texts = statements.map { SQLText($0) }
    let copy = texts.indices.first { index in
      texts[index].copied.map { old[$0]?.kind == .table } ?? false
    }
    guard let copy, let source = texts[copy].copied, let was = old[source],
      let now = new[names.table(source)],
      let target = texts[copy].target.map({ texts[copy].name($0.name) }),
      let creation = texts[..<copy].firstIndex(where: {
        $0.created?.kind == .table && $0.createdName?.isSameName(as: target) == true
      })
    else { return nil }
    (self.statements, self.target) = (statements, target)
    let columns = ChangedColumns(from: was, to: now, names)
    guard !columns.isEmpty, change(creation, copy, columns, from: was, to: now, standIns),
      changeOthers(besides: [creation, copy], columns, from: was, to: now)
    else { return nil }
  }

  /// Changes the definition of the copy, and what is copied into it.
  private mutating func change(
    _ creation: Int, _ copy: Int, _ columns: ChangedColumns, from was: SchemaTable,
    to now: SchemaTable, _ standIns: StandIns
  ) -> Bool {
    guard let before = TableDefinition(statements[creation])?.columnNames,
      var text = CopyText(statements[copy], into: before)
    else { return false }
    var definition = statements[creation]
    var present = before
    for column in columns.removed where present.contains(where: column.isSameName(as:)) {
      // SQLite knows a type that is spelled like the column, but drops no column with a constraint.
      let plain = TableDefinition(definition, name: target, columns: present)?.without(column)
      guard text.remove(column),
        let rest = plain ?? altered(definition, ["DROP COLUMN \(column.quotedName)"], standIns)
      else { return false }
      definition = rest
      present.removeAll(where: column.isSameName(as:))
    }
    let renamed = columns.renamed.filter { name, _ in
      present.contains { SQLName($0) == name }
    }
    let renames = renamed.map { "RENAME COLUMN \($0.quotedName) TO \($1.quotedName)" }
    guard let all = altered(definition, renames, standIns) else { return false }
    definition = all
    guard text.rename(columns.renamed, renamed) else { return false }
    for column in columns.added where !present.contains(where: column.isSameName(as:)) {
      guard let added = TableDefinition(now)?.definition(of: column), text.add(column),
        let whole = TableDefinition(definition)?.adding(added)
      else { return false }
      definition = whole
      present.append(column)
    }
    if text.copiesAll {
      // Values go by their places.
      let after = TableDefinition(definition)?.columnNames ?? []
      guard before.map({ SQLName($0) }) == was.columns.map({ SQLName($0.name) }),
        after.map({ SQLName($0) }) == now.columns.map({ SQLName($0.name) })
      else { return false }
    }
    guard text.replaceTable(was.name, with: now.name) else { return false }
    (statements[creation], statements[copy]) = (definition, text.sql)
    return true
  }

  /// The definition of the copy after ALTER TABLE.
  private func altered(
    _ definition: String, _ changes: [String], _ standIns: StandIns
  ) -> String? {
    guard !changes.isEmpty else { return definition }
    let statements = changes.map { "ALTER TABLE \(target.quotedName) \($0)" }
    return try? FormScratch([definition] + statements, standIns).schema[target]?.sql
  }

  /// Changes the statements that drop the table, rename the copy and add the indexes again.
  private mutating func changeOthers(
    besides done: [Int], _ columns: ChangedColumns, from was: SchemaTable, to now: SchemaTable
  ) -> Bool {
    let gone = Set(columns.removed.map { SQLName($0) })
    let isRenamed = !was.name.hasSameBytes(as: now.name)
    var result: [String] = []
    for (index, sql) in statements.enumerated() {
      guard !done.contains(index) else {
        result.append(sql)
        continue
      }
      let mentioned = MentionedNames(sql)
      let text = SQLText(sql)
      if text.created?.kind == .index {
        if mentioned.mention(gone) { continue }
        var names = columns.renamed
        if isRenamed { names[SQLName(was.name)] = now.name }
        result.append(sql.replacingNames(names, in: text.indices))
      } else if ["DROP", "ALTER"].contains(text.word(0)), text.word(1) == "TABLE" {
        let names = isRenamed ? [SQLName(was.name): now.name] : [:]
        result.append(sql.replacingNames(names, in: text.indices))
      } else {
        let names = gone.union(columns.renamed.keys)
        guard !mentioned.mention(isRenamed ? names.union([SQLName(was.name)]) : names) else {
          return false
        }
        result.append(sql)
      }
    }
    statements = result
    return true
  }
}

/// What has become of the columns of a table.
private struct ChangedColumns {
  let removed: [String]
  let added: [String]
  let renamed: [SQLName: String]

  init(from was: SchemaTable, to now: SchemaTable, _ names: FormNewNames) {
    let pairs = was.columns.map { ($0.name, names.column($0.name, of: was.name)) }
    removed = pairs.filter { now.column($0.1) == nil }.map(\.0)
    let left = pairs.filter { now.column($0.1) != nil }
    added = now.columns.map(\.name).filter { name in
      !left.contains { $0.1.isSameName(as: name) }
    }
    let others = left.filter { !$0.0.hasSameBytes(as: $0.1) }.map { (SQLName($0.0), $0.1) }
    renamed = Dictionary(others) { first, _ in first }
  }

  var isEmpty: Bool { removed.isEmpty && added.isEmpty && renamed.isEmpty }
}
