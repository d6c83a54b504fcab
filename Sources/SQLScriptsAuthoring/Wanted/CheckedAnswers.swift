import SQLScriptsSQL
import SQLScriptsSchema

/// Answers that fit the two schemas, and the questions about names that they leave open.
struct CheckedAnswers {
  private(set) var answers: SchemaAnswers
  private(set) var openQuestions: [SchemaQuestion] = []

  /// The tables that are dropped with their rows.
  private(set) var droppedTables: [SchemaTable] = []

  /// The wanted tables that were there before, perhaps with another name.
  private(set) var keptTables: Set<SQLName> = []

  /// The virtual tables that are made again.
  private(set) var changedVirtualTables: [VirtualTableCopy] = []

  /// The old name of each renamed table.
  let formerTables: [SQLName: SQLName]

  init(
    _ answers: SchemaAnswers, _ old: SchemaSnapshot, _ wanted: SchemaSnapshot
  ) throws(SchemaRefusal) {
    self.answers = answers
    var former: [SQLName: SQLName] = [:]
    for (name, new) in answers.renamedTables.sorted(by: { $0.key < $1.key }) {
      guard let table = old[name], table.hasRows else {
        throw .unknown(SchemaPlace(name.text), inWanted: false)
      }
      guard let then = wanted[new], then.hasRows else {
        throw .unknown(SchemaPlace(new.text), inWanted: true)
      }
      if table.kind != then.kind { throw .otherKind(table.name) }
      // Dropping a virtual table also means to make it again.
      if table.kind == .table, answers.dropped.contains(SchemaPlace(name.text)) {
        throw .contradiction(SchemaPlace(table.name))
      }
      guard former.updateValue(name, forKey: new) == nil else { throw .renamedTwice(new.text) }
    }
    formerTables = former
    try checkColumns(old, wanted)
    try findTables(old, wanted)
    if openQuestions.isEmpty {
      findColumns(old, wanted)
      findOthers(old, wanted)
    }
  }

  /// The wanted table of an old one; nil if it is dropped or not decided.
  func wantedName(of table: SQLName, in wanted: SchemaSnapshot) -> SQLName? {
    if let new = answers.renamedTables[table] { return new }
    // Another table may have been renamed to this name.
    return wanted[table] != nil && formerTables[table] == nil ? table : nil
  }

  /// Lets expressions have the names after the renames.
  mutating func useNames(of draft: SchemaDraft) {
    for (place, text) in answers.fills {
      answers.fills[place] = draft.expression(text, of: place.table.text, beforeRenames: false)
    }
  }

  private func checkColumns(
    _ old: SchemaSnapshot, _ wanted: SchemaSnapshot
  ) throws(SchemaRefusal) {
    var targets: Set<SchemaPlace> = []
    for (place, new) in answers.renamedColumns.sorted(by: { $0.key < $1.key }) {
      guard let column = place.column, old[place.table]?.column(column.text) != nil else {
        throw .unknown(place, inWanted: false)
      }
      if answers.dropped.contains(place) { throw .contradiction(place) }
      guard let table = wantedName(of: place.table, in: wanted) else {
        throw .unknown(SchemaPlace(place.table.text), inWanted: true)
      }
      let target = SchemaPlace(table.text, new.text)
      guard wanted[table]?.column(new.text) != nil else { throw .unknown(target, inWanted: true) }
      guard targets.insert(target).inserted else { throw .renamedTwice(new.text) }
      let present = SchemaPlace(place.table.text, new.text)
      let leaves = answers.renamedColumns[present] != nil || answers.dropped.contains(present)
      // A generated column has no values to lose.
      if let other = old[place.table]?.column(new.text), !leaves, !other.isGenerated {
        throw .notNew(present)
      }
    }
    for place in answers.dropped.sorted() {
      guard let name = place.column else {
        let isKnown =
          old[place.table] != nil || old.table(ofIndex: place.table.text) != nil
          || old.definition(of: place.table) != nil
        guard isKnown else { throw .unknown(place, inWanted: false) }
        let kept = wantedName(of: place.table, in: wanted).flatMap { wanted[$0] }
        if old[place.table]?.kind == .table, kept?.kind == .table { throw .notGone(place) }
        continue
      }
      guard let table = old[place.table], table.column(name.text) != nil else {
        throw .unknown(place, inWanted: false)
      }
      if let new = wantedName(of: place.table, in: wanted).flatMap({ wanted[$0] }),
        let column = new.column(name.text), !column.isGenerated,
        !answers.renamedColumns.contains(where: { $0.key.table == place.table && $0.value == name })
      {
        throw .notGone(place)
      }
    }
    for place in Array(answers.fills.keys) + Array(answers.guarded) {
      guard let table = wanted[place.table],
        place.column.map({ table.column($0.text) != nil }) ?? true
      else { throw .unknown(place, inWanted: true) }
    }
    for place in answers.fills.keys.sorted() {
      let isKept = formerTables[place.table] != nil || old[place.table]?.kind == .table
      guard isKept, wanted[place.table]?.kind == .table else { throw .noRows(place) }
      let column = place.column.flatMap { wanted[place.table]?.column($0.text) }
      if column?.isGenerated ?? false { throw .computed(place) }
    }
  }

  private mutating func findTables(
    _ old: SchemaSnapshot, _ wanted: SchemaSnapshot
  ) throws(SchemaRefusal) {
    let added = wanted.names.filter { name in
      formerTables[SQLName(name)] == nil
        && (old[name] == nil || answers.renamedTables[SQLName(name)] != nil)
    }.compactMap { wanted[$0] }
    for name in old.names {
      guard let table = old[name], table.hasRows else { continue }
      let place = SchemaPlace(name)
      if let new = wantedName(of: SQLName(name), in: wanted) {
        guard let then = wanted[new] else { continue }
        if then.kind == table.kind {
          keptTables.insert(new)
          if table.kind == .table || table.isSameVirtualTable(as: then) { continue }
          let renames = answers.renamedColumns.filter { $0.key.table == SQLName(name) }
          let copy = VirtualTableCopy(
            table, then,
            renaming: Dictionary(
              renames.compactMap { key, new in key.column.map { ($0, new) } },
              uniquingKeysWith: { first, _ in first }))
          changedVirtualTables.append(copy)
          for column in copy.lostColumns
          where !answers.dropped.contains(SchemaPlace(name, column.name)) {
            openQuestions.append(.gone(column, of: table, among: copy.newColumns))
          }
          if !answers.dropped.contains(place) { openQuestions.append(.changed(copy)) }
        } else {
          guard answers.dropped.contains(place) else { throw .otherKind(name) }
          droppedTables.append(table)
        }
      } else if answers.dropped.contains(place) {
        droppedTables.append(table)
      } else {
        openQuestions.append(.gone(table, among: added.filter { $0.kind == table.kind }))
      }
    }
  }

  /// Asks about indexes, triggers and views that are in no table or column that is dropped.
  private mutating func findOthers(_ old: SchemaSnapshot, _ wanted: SchemaSnapshot) {
    let all = wanted.tables.values
    let triggers = Set(all.flatMap { $0.triggers.map { SQLName($0.name) } })
    let indexes = Set(all.flatMap { $0.indexes.map { SQLName($0.name) } })
    func ask(_ kind: SchemaQuestion.Kind, _ name: String, _ words: String) {
      if answers.dropped.contains(SchemaPlace(name)) { return }
      openQuestions.append(.gone(kind, name, words))
    }
    for name in old.names {
      guard let table = old[name] else { continue }
      let isView = table.kind == .view
      if isView, wanted[name]?.kind != .view {
        ask(.goneView, name, "view “\(name)”")
        continue
      }
      let then =
        isView ? wanted[name] : wantedName(of: SQLName(name), in: wanted).flatMap { wanted[$0] }
      guard let then else { continue }
      for trigger in table.triggers where !triggers.contains(SQLName(trigger.name)) {
        ask(.goneTrigger, trigger.name, "trigger “\(trigger.name)” of “\(name)”")
      }
      let gone = table.columns.map { SchemaPlace(name, $0.name) }.filter(answers.dropped.contains)
      for index in table.indexes where index.origin == .created {
        if indexes.contains(SQLName(index.name)) || then.indexes.contains(where: index.isSame) {
          continue
        }
        let names = Set(MentionedNames(index.sql ?? "").names.map { SQLName($0) })
        if gone.contains(where: { $0.column.map(names.contains) ?? false }) { continue }
        ask(.goneIndex, index.name, "index “\(index.name)” of “\(name)”")
      }
    }
  }

  private mutating func findColumns(_ old: SchemaSnapshot, _ wanted: SchemaSnapshot) {
    for name in old.names {
      guard let table = old[name], table.kind == .table,
        let new = wantedName(of: SQLName(name), in: wanted), let then = wanted[new],
        then.kind == .table
      else { continue }
      let renamed = answers.renamedColumns.filter { $0.key.table == SQLName(name) }
      let taken = Set(renamed.values)
      let added = then.columns.filter { column in
        let key = SQLName(column.name)
        let isOld =
          table.column(column.name) != nil && renamed[SchemaPlace(name, column.name)] == nil
        return !column.isGenerated && !taken.contains(key) && !isOld
      }
      for column in table.columns where !column.isGenerated {
        let place = SchemaPlace(name, column.name)
        guard renamed[place] == nil, !answers.dropped.contains(place) else { continue }
        // A column that becomes generated loses its values.
        let present = taken.contains(SQLName(column.name)) ? nil : then.column(column.name)
        if let present, !present.isGenerated { continue }
        openQuestions.append(.gone(column, of: table, among: Array(added)))
      }
    }
  }
}

extension SchemaTable {
  /// Whether it has rows of its own.
  fileprivate var hasRows: Bool { kind == .table || kind == .virtual }

  /// Whether two virtual tables differ in nothing but their names.
  fileprivate func isSameVirtualTable(as other: SchemaTable) -> Bool {
    CanonicalSQL(other.sql) == CanonicalSQL(sql.creating(other.name, insteadOf: name))
      || CanonicalSQL(other.sql) == CanonicalSQL(sql)
  }
}
