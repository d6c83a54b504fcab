import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// CREATE and DROP in words.
struct CreationWords {
  let statement: RehearsedStatement

  private static let manyColumns = 5

  var words: Words? {
    guard statement.changesSchema else { return unchanged }
    if statement.word(0) == "DROP" { return removal }
    guard let created = statement.created else { return virtual }
    let name = statement.name(created.name.name)
    switch created.kind {
    case .table: return isVirtual ? virtual : statement.after[name].map { table($0) }
    case .view: return statement.after[name].map { view($0) }
    case .index:
      guard let table = statement.after.table(ofIndex: name),
        let index = table.indexes.first(where: { $0.name.isSameName(as: name) })
      else { return nil }
      return index.words(of: table)
    case .trigger: return TriggerText(statement.text).map { trigger($0) }
    }
  }

  private var isVirtual: Bool { statement.has("CREATE", "VIRTUAL", at: 0) }

  /// IF NOT EXISTS and IF EXISTS without an effect.
  private var unchanged: Words? {
    if let name = statement.createdName ?? statement.renamedTo, statement.word(0) == "CREATE" {
      return "does nothing here, because \(name: name) already exists"
    }
    if let dropped = statement.dropped {
      return "does nothing here, because there is no \(name: statement.name(dropped.name))"
    }
    return nil
  }

  private func table(_ table: SchemaTable) -> Words {
    let count = table.columns.count
    let isTemporary = ["TEMP", "TEMPORARY"].contains(statement.word(1))
    var words: Words = isTemporary ? "creates the temporary table " : "creates the table "
    words += "\(name: table.name)"
    if count <= Self.manyColumns {
      words +=
        " with \(count == 1 ? "the column" : "the columns") \(table.columns.map(\.name).names)"
    } else {
      words += " with \(count) columns"
    }
    if statement.tableBody == nil, statement.outerIndex(of: "SELECT") != nil {
      words += " and fills it with the result of a query"
    }
    for reference in table.foreignKeys { words += ". \(reference.words(in: table))" }
    return words
  }

  private func view(_ view: SchemaTable) -> Words {
    let columns = view.columns.map(\.name)
    guard !columns.isEmpty else { return "creates the view \(name: view.name)" }
    return columns.count <= Self.manyColumns
      ? "creates the view \(name: view.name) with \(columns.count == 1 ? "the column" : "the columns") \(columns.names)"
      : "creates the view \(name: view.name) with \(columns.count) columns"
  }

  private var virtual: Words? {
    guard isVirtual, let place = statement.indices.first(where: { statement.word($0) == "USING" }),
      let name = createdVirtualTable
    else { return nil }
    let columns = statement.after[name]?.columns.map(\.name) ?? []
    let module = statement.name(place + 1).lowercased()
    let list: Words =
      columns.isEmpty || columns.count > Self.manyColumns ? "" : " of \(columns.names)"
    if module.hasPrefix("fts") { return "creates the full-text index \(name: name)\(list)" }
    if module.hasPrefix("rtree") { return "creates the index of areas \(name: name)\(list)" }
    return "creates the virtual table \(name: name) with the module \(code: module)"
  }

  private var createdVirtualTable: String? {
    statement.created.flatMap { statement.after[statement.name($0.name.name)]?.name }
  }

  private func trigger(_ trigger: TriggerText) -> Words {
    let acts = trigger.statements.compactMap(\.act)
    var seen: Set<Words> = []
    let actions = acts.filter { seen.insert($0).inserted }
    let what: Words = actions.isEmpty ? "runs SQL" : actions.list()
    return "creates the trigger \(name: trigger.name), which \(what) \(trigger.moment)"
      + (trigger.condition.tokens.isEmpty
        ? "" : " if \(code: trigger.condition.text(of: trigger.condition.indices))")
  }

  private var removal: Words? {
    guard let dropped = statement.dropped else { return nil }
    let name = statement.name(dropped.name)
    switch statement.word(1) {
    case "TABLE":
      guard let table = statement.before[name] else { return nil }
      if table.kind == .virtual { return "removes the virtual table \(name: table.name)" }
      return "removes the table \(name: table.name) with all its rows"
    case "VIEW": return "removes the view \(name: statement.before[name]?.name ?? name)"
    case "INDEX":
      guard let table = statement.before.table(ofIndex: name),
        let index = table.indexes.first(where: { $0.name.isSameName(as: name) })
      else { return nil }
      let columns = index.columns.compactMap { $0 }
      let what: Words = columns.isEmpty ? "" : ", which covers \(columns.names)"
      return index.isUnique
        ? "removes the index \(name: index.name) of \(name: table.name), which keeps rows from having the same \(columns.names)"
        : "removes the index \(name: index.name) of \(name: table.name)\(what)"
    case "TRIGGER": return "removes the trigger \(name: name)"
    default: return nil
    }
  }
}

extension SchemaIndex {
  /// “speeds up searching **message** by **date**”
  fileprivate func words(of table: SchemaTable) -> Words {
    let terms: [Words] = zip(columns, isDescending + columns.map { _ in false }).map { column, _ in
      column.map { "\(name: $0)" } ?? "an expression"
    }
    let part: Words = isPartial ? ", for some of its rows only" : ""
    guard isUnique else {
      return "speeds up searching \(name: table.name) by \(terms.list())\(part)"
    }
    let some: Words = isPartial ? "some " : ""
    return
      "makes sure that no two \(isPartial ? some : "")rows of \(name: table.name) have the same \(terms.list())\(part)"
  }
}

extension TriggerText {
  /// “after a row is added to **user**”
  fileprivate var moment: Words {
    if timing == "INSTEAD" {
      switch event {
      case "INSERT": return "instead of adding a row to \(name: table)"
      case "DELETE": return "instead of deleting a row of \(name: table)"
      default: return "instead of changing a row of \(name: table)"
      }
    }
    let when = timing == "AFTER" ? "after" : "before"
    switch event {
    case "INSERT": return "\(when) a row is added to \(name: table)"
    case "DELETE": return "\(when) a row of \(name: table) is deleted"
    default:
      let names = columns.sorted().map(\.text)
      return names.isEmpty
        ? "\(when) a row of \(name: table) is changed"
        : "\(when) \(names.names) of a row of \(name: table) \(names.count == 1 ? "is" : "are") set"
    }
  }
}

extension SQLText {
  /// What a statement of a trigger does: “adds rows to **log**”.
  fileprivate var act: Words? {
    let raises = indices.contains { word($0) == "RAISE" && kind($0 + 1) == .leftParenthesis }
    if raises { return "can refuse the change" }
    guard let verb, let name = writtenName else { return nil }
    switch word(verb) {
    case "DELETE": return "deletes rows of \(name: name)"
    case "UPDATE": return "changes rows of \(name: name)"
    default: return "adds rows to \(name: name)"
    }
  }
}
