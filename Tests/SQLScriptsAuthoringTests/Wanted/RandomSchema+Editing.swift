import SQLScriptsAuthoring
import SQLScriptsSQL

extension RandomSchema {
  /// Makes one random change.
  mutating func edit() {
    guard !tables.isEmpty else { return addTable() }
    let index = Int.random(in: tables.indices, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      addTable()
      tables[tables.count - 1].name = fresh()
    case 1: dropTable(index)
    case 2, 3: tables[index].name = fresh()
    case 4, 5, 6:
      let column = newColumn(of: tables[index])
      let end = tables[index].columns.count
      let place = chance(60) ? end : Int.random(in: 0...end, using: &random)
      tables[index].columns.insert(named(column), at: place)
    case 7, 8: dropColumn(of: index)
    case 9, 10: change(index) { column, schema in column.name = schema.fresh() }
    case 11: swapNames(index)
    case 12:
      change(index) { column, schema in
        if column.defaultValue != nil { return }
        column.type =
          schema.pick(
            schema.tables[index].isStrict
              ? ["INTEGER", "TEXT", "ANY"] : ["TEXT", "", "INTEGER", "BLOB"]) ?? ""
      }
    case 13:
      change(index) { column, schema in
        column.isNotNull.toggle()
        column.defaultValue =
          column.isNotNull && ["INTEGER", "REAL", "NUMERIC"].contains(column.type)
            && schema.chance(50) ? "7" : nil
      }
    case 14:
      change(index) { column, schema in column.check = column.check == nil ? "IS NOT 'none'" : nil }
    case 15: addIndex(to: index)
    case 16:
      if !tables[index].indexes.isEmpty {
        tables[index].indexes.removeLast()
      } else {
        addTrigger(to: index)
      }
    case 17: if chance(50) { addView() } else if !views.isEmpty { views.removeLast() }
    case 18: tables[index].columns.shuffle(using: &random)
    default:
      switch tables[index].key {
      case .alias: tables[index].key = .autoincrement
      case .autoincrement: tables[index].key = .alias
      default:
        change(index) { column, _ in column.collation = column.collation == nil ? "NOCASE" : nil }
      }
    }
  }

  /// A name that nothing has ever had.
  mutating func fresh() -> String { (pick(["New", "neu ", "新", "x\"y", "z"]) ?? "n") + "\(id())" }

  private mutating func named(_ column: Column) -> Column {
    var column = column
    column.name = fresh()
    return column
  }

  private mutating func dropTable(_ index: Int) {
    guard tables.count > 1 else { return }
    let gone = tables.remove(at: index).id
    for table in tables.indices {
      tables[table].triggers.removeAll { $0.target == gone }
      for column in tables[table].columns.indices where tables[table].columns[column].parent == gone
      {
        tables[table].columns[column].parent = nil
      }
    }
  }

  private mutating func dropColumn(of index: Int) {
    guard tables[index].columns.count > 1,
      let column = tables[index].columns.indices.randomElement(using: &random),
      !(tables[index].key == .composite && column == 0)
    else { return }
    let gone = tables[index].columns.remove(at: column).id
    tables[index].indexes.removeAll { $0.column == gone }
    tables[index].uniques.removeAll { $0.contains(gone) }
    views.removeAll { $0.columns.contains(gone) }
  }

  private mutating func change(_ index: Int, _ body: (inout Column, inout RandomSchema) -> Void) {
    guard let place = tables[index].columns.indices.randomElement(using: &random),
      tables[index].columns[place].formula == nil, tables[index].columns[place].parent == nil
    else { return }
    var column = tables[index].columns[place]
    body(&column, &self)
    tables[index].columns[place] = column
  }

  private mutating func swapNames(_ index: Int) {
    let plain = tables[index].columns.indices
    guard plain.count > 1 else { return }
    let (first, second) = (plain.first ?? 0, plain.last ?? 0)
    let name = tables[index].columns[first].name
    tables[index].columns[first].name = tables[index].columns[second].name
    tables[index].columns[second].name = name
  }

  /// What only the author of the changes knows.
  func answers(from old: RandomSchema) -> SchemaAnswers {
    var answers = SchemaAnswers()
    for before in old.tables {
      let place = SchemaPlace(before.name)
      guard let now = table(before.id) else {
        answers.dropped.insert(place)
        continue
      }
      if SQLName(now.name) != SQLName(before.name) {
        answers.renamedTables[place.table] = SQLName(now.name)
      }
      for column in before.columns {
        let place = SchemaPlace(before.name, column.name)
        guard let present = now.columns.first(where: { $0.id == column.id }) else {
          if column.formula == nil { answers.dropped.insert(place) }
          continue
        }
        if SQLName(present.name) != SQLName(column.name) {
          answers.renamedColumns[place] = SQLName(present.name)
        }
      }
      for column in now.columns where column.isNotNull && column.defaultValue == nil {
        let former = before.columns.first { $0.id == column.id }
        if former?.isNotNull != true {
          answers.fills[SchemaPlace(now.name, column.name)] =
            ["BLOB": "x'38'", "TEXT": "'8'"][column.type] ?? "8"
        }
      }
    }
    answers.guarded = Set(tables.map { SchemaPlace($0.name) })
    return answers
  }
}
