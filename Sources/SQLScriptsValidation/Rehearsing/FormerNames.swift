import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// The names of tables, columns and other objects that the scripts renamed or dropped, also by rebuilding a table.
struct FormerNames {
  private typealias Step = FormerName.Step

  private var objects: [SQLName: Step] = [:]
  /// By the present name of their table.
  private var columns: [SQLName: [SQLName: Step]] = [:]

  /// Dropped tables that another table may replace.
  private var dropped: [SQLName: SchemaTable] = [:]
  /// The columns that were copied unchanged, by the new table and the old one.
  private var copies: [SQLName: [SQLName: [SQLName: String]]] = [:]
  /// The former names of renamed tables, for a rebuild that renames the old table first.
  private var origins: [SQLName: SQLName] = [:]

  /// A name cannot have been renamed more often than this in a readable sentence.
  private static let longestStory = 4

  /// Records what a statement renamed, dropped or copied.
  mutating func note(_ statement: RehearsedStatement) {
    guard statement.succeeded else { return }
    guard statement.changesSchema else { return noteCopy(statement) }
    for action in statement.actions {
      switch action.kind {
      case .createTable, .createView, .createIndex, .createTrigger:
        objects.removeValue(forKey: SQLName(action.name))
      default: break
      }
    }
    if let renamed = statement.renamedColumn {
      columns[renamed.table, default: [:]][SQLName(renamed.old)] = Step(
        old: renamed.old, new: renamed.new, span: statement.span)
      columns[renamed.table]?.removeValue(forKey: SQLName(renamed.new))
    } else if let (old, new) = statement.renamedTable {
      objects[old] = Step(old: old.text, new: new.text, span: statement.span)
      objects.removeValue(forKey: new)
      let moved = columns.removeValue(forKey: old) ?? [:]
      // A table that replaces a dropped one continues its columns.
      columns[new] = (dropped[new] == nil ? nil : columns[new])?.merging(moved) { $1 } ?? moved
      copies[new] = copies.removeValue(forKey: old)
      origins[new] = old
      if let former = dropped.removeValue(forKey: new), let table = statement.after[new] {
        replace(former, by: table, statement.span)
      }
    } else if case .dropColumn = statement.alteration, let name = statement.alteredTable {
      let left = statement.after[name]
      for column in statement.before[name]?.columns ?? [] where left?.column(column.name) == nil {
        columns[SQLName(name), default: [:]][SQLName(column.name)] = Step(
          old: column.name, new: nil, span: statement.span)
      }
    } else if let added = statement.addedColumn, let name = statement.alteredTable {
      columns[SQLName(name)]?.removeValue(forKey: SQLName(added.name))
    } else if statement.word(0) == "DROP" {
      noteDrop(statement)
    } else if let made = statement.madeTable, let table = statement.after[made],
      let former = dropped.removeValue(forKey: made)
    {
      replace(former, by: table, statement.span)
    }
  }

  private mutating func noteDrop(_ statement: RehearsedStatement) {
    for action in statement.actions {
      switch action.kind {
      case .dropTable, .dropView, .dropIndex, .dropTrigger:
        objects[SQLName(action.name)] = Step(old: action.name, new: nil, span: statement.span)
      default: break
      }
    }
    guard let name = statement.droppedTable, let former = statement.before[name] else { return }
    if let origin = origins.removeValue(forKey: name), let table = statement.after[origin] {
      let moved = columns.removeValue(forKey: name) ?? [:]
      columns[origin, default: [:]].merge(moved) { first, _ in first }
      replace(former, by: table, statement.span)
    } else {
      dropped[name] = former
    }
  }

  /// A copy with a list of columns.
  private mutating func noteCopy(_ statement: RehearsedStatement) {
    // Most statements of a bulk script read nothing.
    guard statement.actions.contains(where: { $0.kind == .read }),
      let target = statement.writtenTable, statement.word(0) != "UPDATE"
    else { return }
    let sources = statement.readTables
    guard sources.count == 1, let source = sources.first, source != target else { return }
    for (column, value) in statement.storedValues
    where value.count == 1 && statement.isName(value.lowerBound) {
      let old = SQLName(statement.name(value.lowerBound))
      copies[target, default: [:]][source, default: [:]][old] = column
    }
  }

  /// Records the columns of a table that the one in its place does not have.
  private mutating func replace(_ former: SchemaTable, by table: SchemaTable, _ span: SourceSpan) {
    let (name, source) = (SQLName(table.name), SQLName(former.name))
    let copied = copies.removeValue(forKey: name)?[source] ?? [:]
    for column in table.columns { columns[name]?.removeValue(forKey: SQLName(column.name)) }
    for column in former.columns where table.column(column.name) == nil {
      // A column that existed before is not the same one under another name.
      let new = copied[SQLName(column.name)].flatMap { table.column($0) }
        .flatMap { former.column($0.name) == nil ? $0.name : nil }
      columns[name, default: [:]][SQLName(column.name)] = Step(
        old: column.name, new: new, span: span)
    }
  }

  /// What happened to a table, view, index or trigger that does not exist; nil if it never did.
  func object(_ name: String) -> FormerName? { Self.story(of: name, in: objects) }

  /// What happened to a column that a table does not have; nil if it never did.
  func column(_ name: String, of table: String) -> FormerName? {
    columns[SQLName(table)].flatMap { Self.story(of: name, in: $0) }
  }

  private static func story(of name: String, in steps: [SQLName: Step]) -> FormerName? {
    var story: [Step] = []
    var name = name
    while story.count < longestStory, let step = steps[SQLName(name)] {
      story.append(step)
      guard let new = step.new else { break }
      name = new
    }
    return story.isEmpty ? nil : FormerName(steps: story)
  }
}
