import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The changes that a form makes to an existing table, in the text of its definition.
struct FormTableChange {
  /// The table as it is.
  private let table: SchemaTable
  private let name: String
  private let columns: [FormColumn]
  private let schema: SchemaSnapshot
  private let standIns: StandIns

  /// What the form says about the rows.
  private(set) var answers = SchemaAnswers()

  /// The indexes that go, and the statements for new ones.
  private var lost: Set<SQLName> = []
  private var indexes: [String] = []

  init(
    _ table: SchemaTable, _ name: String, _ columns: [FormColumn], in schema: SchemaSnapshot,
    _ standIns: StandIns
  ) {
    (self.table, self.name, self.columns) = (table, name, columns)
    (self.schema, self.standIns) = (schema, standIns)
  }

  /// What creates the schema with the changed table.
  mutating func statements() throws -> [String] {
    try FormNames.checkTable(name, was: table.name, in: schema)
    try FormNames.check(columns)
    try checkColumns()
    let renames = FormRenames(of: table, to: name, columns)
    answers = renames.answers
    let renamed: SchemaSnapshot
    do throws(SQLiteError) {
      renamed = try FormScratch(schema.creations() + renames.statements, standIns).schema
    } catch {
      throw FormRefusal(error)
    }
    guard let present = renamed[name] else { throw Self.unreadable(table.name) }
    var text = TableText(present)
    let surroundings = FormColumn.Surroundings(
      table: present.name, keys: present.primaryKey, isStrict: present.isStrict, schema: renamed)
    for (index, column) in columns.enumerated() {
      let column = column.referring(to: present.name, insteadOf: table.name)
      let field = "columns[\(index)]"
      if column.was != nil {
        guard let now = present.column(exactly: column.name) else {
          throw Self.unreadable(column.name, field: field)
        }
        var change = FormColumnChange(column, now, in: present, surroundings, field: field)
        guard try change.apply(to: &text) else { throw Self.unreadable(column.name, field: field) }
        lost.formUnion(change.lost)
        indexes += change.indexes
      } else {
        let definition = try column.definition(surroundings, unique: false, field: field)
        guard text.add(column.name, definition) else { throw Self.unreadable(table.name) }
        if column.isUnique || column.belongsTo != nil {
          indexes.append(
            FormTable.index(
              on: column.name, of: present.name, isUnique: column.isUnique, in: renamed))
        }
      }
    }
    try drop(renames.dropped, of: present, in: renamed, from: &text)
    answers.dropped.formUnion(lost.map { SchemaPlace($0.text) })
    for column in table.columns where !isKept(column) {
      answers.dropped.insert(SchemaPlace(table.name, column.name))
    }
    return renamed.creations(replacing: [SQLName(name): text.sql], without: lost) + indexes
  }

  /// Whether the new table is what the form says. A definition may say things twice, or in a way that a form does not
  /// know.
  func check(_ wanted: SchemaSnapshot) throws(FormRefusal) {
    guard let after = wanted[name] else { throw Self.unreadable(table.name) }
    for (index, column) in columns.enumerated() {
      let column = column.referring(to: after.name, insteadOf: table.name)
      let field = "columns[\(index)]"
      guard let now = after.column(exactly: column.name), now.name.hasSameBytes(as: column.name),
        now.hasType(of: column, isStrict: after.isStrict)
      else { throw Self.unreadable(column.name, field: field) }
      let state = FormColumnState(now, in: after)
      if state.isRequired != column.isRequired, !state.isKey {
        throw Self.unreadable(column.name, field: "\(field).required")
      }
      if state.isUnique != column.isUnique, !state.isOnlyKey {
        throw Self.unreadable(column.name, field: "\(field).unique")
      }
      if state.reference.map({ SQLName($0.table) }) != column.belongsTo.map({ SQLName($0.table) })
        || state.reference?.onDelete != column.belongsTo?.onDelete
      {
        throw Self.unreadable(column.name, field: "\(field).belongsTo")
      }
    }
  }

  private static func unreadable(_ name: String, field: String? = nil) -> FormRefusal {
    FormRefusal(
      "a form cannot make this change of “\(name)”, so write it in SQL", field: field)
  }

  private func isKept(_ column: SchemaColumn) -> Bool {
    columns.contains { $0.was?.isSameName(as: column.name) ?? false }
  }

  private func checkColumns() throws(FormRefusal) {
    var seen: Set<SQLName> = []
    for (index, column) in columns.enumerated() {
      let field = "columns[\(index)]"
      if let was = column.was {
        guard let present = table.column(exactly: was) else {
          throw FormRefusal("“\(table.name)” has no column “\(was)”", field: "\(field).was")
        }
        guard seen.insert(SQLName(was)).inserted else {
          throw FormRefusal("“\(was)” occurs twice", field: "\(field).was")
        }
        if column.isKey != (present.primaryKeyPosition > 0) { throw keyStays(field) }
      } else {
        if column.isKey { throw keyStays(field) }
        if let present = table.column(exactly: column.name), !isKept(present) {
          throw FormRefusal(
            "“\(present.name)” exists already. To replace it, drop it first, and add the new column afterwards",
            field: "\(field).name")
        }
      }
    }
    if table.primaryKey.contains(where: { !seen.contains(SQLName($0)) }) {
      throw FormRefusal(
        "the key of “\(table.name)” cannot be dropped, because it identifies the rows",
        field: "columns")
    }
  }

  private func keyStays(_ field: String) -> FormRefusal {
    FormRefusal(
      "the key of “\(table.name)” stays as it is, because it identifies the rows",
      field: "\(field).key")
  }

  private mutating func drop(
    _ names: [String], of table: SchemaTable, in schema: SchemaSnapshot, from text: inout TableText
  ) throws {
    var rest = names
    while !rest.isEmpty {
      // A column may need another one that is dropped, too.
      guard
        let index = rest.firstIndex(where: { !isParent($0, of: table, schema) && text.drop($0) })
      else { throw SchemaEdit.Refusal.isNeeded(rest[0], table: self.table.name) }
      let column = table.column(exactly: rest.remove(at: index))
      lost.formUnion(column.map { table.indexes(using: $0).map { SQLName($0.name) } } ?? [])
    }
  }

  /// Whether another column refers to it.
  private func isParent(_ name: String, of table: SchemaTable, _ schema: SchemaSnapshot) -> Bool {
    schema.children(of: SQLName(table.name)).contains { child in
      child.foreignKeys.contains { key in
        let isOwn =
          child.name.isSameName(as: table.name)
          && key.columns.allSatisfy { $0.isSameName(as: name) }
        return !isOwn && key.parent.isSameName(as: table.name)
          && key.keys.contains { $0.isSameName(as: name) }
      }
    }
  }
}
