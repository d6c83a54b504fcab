import SQLScriptsSQL
import SQLScriptsSchema

/// The changes that a form makes to one existing column, whose name is final.
struct FormColumnChange {
  private let column: FormColumn
  private let now: SchemaColumn
  private let table: SchemaTable
  private let surroundings: FormColumn.Surroundings
  private let state: FormColumnState
  private let field: String

  /// The indexes that go, and the statements for new ones.
  private(set) var lost: [SQLName] = []
  private(set) var indexes: [String] = []

  init(
    _ column: FormColumn, _ now: SchemaColumn, in table: SchemaTable,
    _ surroundings: FormColumn.Surroundings, field: String
  ) {
    (self.column, self.now, self.table) = (column, now, table)
    (self.surroundings, self.field) = (surroundings, field)
    state = FormColumnState(now, in: table)
  }

  /// Changes the clauses that differ.
  ///
  /// - Returns: false if the definition cannot be changed.
  mutating func apply(to text: inout TableText) throws(FormRefusal) -> Bool {
    guard try applyType(&text), try applyRequired(&text), try applyDefault(&text),
      applyUnique(&text)
    else { return false }
    return try applyReference(&text)
  }

  private func applyType(_ text: inout TableText) throws(FormRefusal) -> Bool {
    if now.hasType(of: column, isStrict: table.isStrict) { return true }
    if state.isKey {
      throw FormRefusal(
        "the type of the key stays as it is, because it identifies the rows", field: "\(field).type"
      )
    }
    return text.setType(
      of: now.name, to: try column.sqlType(isStrict: table.isStrict, field: field))
  }

  private func applyRequired(_ text: inout TableText) throws(FormRefusal) -> Bool {
    // SQLite numbers the rows itself, and other keys are what they are.
    if state.isRequired == column.isRequired || state.isOnlyKey { return true }
    guard column.isRequired else { return text.remove(.notNull, from: now.name) }
    return text.remove(.null, from: now.name)
      && text.add("NOT NULL", to: now.name, after: [.primaryKey])
  }

  private func applyDefault(_ text: inout TableText) throws(FormRefusal) -> Bool {
    let type =
      now.hasType(of: column, isStrict: table.isStrict)
      ? now.type : try column.sqlType(isStrict: table.isStrict, field: field)
    let value = try column.defaultSQL(type, field: field)
    if state.hasDefault(value, column.type) { return true }
    guard let value else { return text.remove(.default, from: now.name) }
    return text.setDefault(of: now.name, to: value)
  }

  private mutating func applyUnique(_ text: inout TableText) -> Bool {
    if state.isUnique == column.isUnique { return true }
    if column.isUnique {
      if state.isOnlyKey { return true }
      // An index does not need a rebuild.
      indexes.append(
        FormTable.index(
          on: now.name, of: table.name, isUnique: true, in: surroundings.schema))
      return true
    }
    lost += state.uniqueIndexes.filter { $0.origin == .created }.map { SQLName($0.name) }
    return text.remove(.unique, from: now.name) && text.removeConstraints(of: now.name, "UNIQUE")
  }

  private mutating func applyReference(_ text: inout TableText) throws(FormRefusal) -> Bool {
    let before = state.reference
    let isSameTable =
      before.map { SQLName($0.table) } == column.belongsTo.map { SQLName($0.table) }
    if isSameTable, before?.onDelete == column.belongsTo?.onDelete {
      // What the form cannot say is not its mistake, unless it makes it wrong.
      if column.isRequired, !state.isRequired {
        _ = try column.reference(surroundings, field: field)
      }
      return true
    }
    guard let reference = try column.reference(surroundings, field: field) else {
      return text.remove(.references, from: now.name)
        && text.removeConstraints(of: now.name, "FOREIGN")
    }
    if isSameTable, let action = column.belongsTo?.onDelete.sql {
      return text.setDeletion(of: now.name, to: action)
    }
    let isIndexed = table.indexes.contains { index in
      !index.isPartial && index.columns.first.flatMap { $0 }?.isSameName(as: now.name) ?? false
    }
    let isKeyed = table.primaryKey.first?.isSameName(as: now.name) ?? false
    if !isIndexed, !isKeyed, !column.isUnique {
      indexes.append(
        FormTable.index(
          on: now.name, of: table.name, isUnique: false, in: surroundings.schema))
    }
    return text.setReference(of: now.name, to: reference)
  }
}
