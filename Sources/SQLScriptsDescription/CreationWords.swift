import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// CREATE in words.
struct CreationWords {
  let statement: RehearsedStatement

  private static let manyColumns = 5

  var words: Words? {
    guard let created = statement.created else { return nil }
    let name = statement.name(created.name.name)
    if !statement.changesSchema, !isTemporary {
      return "does nothing here, because \(name: name) already exists"
    }
    switch created.kind {
    case .table: return isVirtual ? virtual : table(name)
    case .view: return view(name)
    case .index:
      guard let table = statement.after.table(ofIndex: name),
        let index = table.indexes.first(where: { $0.name.isSameName(as: name) })
      else { return nil }
      return IndexWords(index: index, table: table).words
    case .trigger:
      return TriggerText(statement.text).map {
        "creates the \(temporary)trigger \(name: $0.name), which \(TriggerWords(trigger: $0, schema: statement.after).words)"
      }
    }
  }

  private var isVirtual: Bool { statement.has("CREATE", "VIRTUAL", at: 0) }

  private var isTemporary: Bool { statement.createsTemporary }

  private var temporary: String { isTemporary ? "temporary " : "" }

  private func table(_ name: String) -> Words? {
    let query = statement.tableBody == nil ? filling : ""
    guard let table = statement.after[name], !isTemporary else {
      return isTemporary ? "creates the temporary table \(name: name)\(query)" : nil
    }
    let words: Words = "creates the table \(name: table.name) with \(columns(of: table))\(query)"
    return
      (ReferenceWords(table: table, references: table.foreignKeys).sentences
      + ConstraintWords(table: table).sentences)
      .reduce(words) { "\($0). \($1.capitalized)" }
  }

  /// “ and fills it with rows from **user**”; empty without a query.
  private var filling: Words {
    guard let select = statement.outerIndex(of: "SELECT") else {
      let count = statement.outerIndex(of: "VALUES") == nil ? 0 : statement.valueRows.count
      return count == 0 ? "" : " and fills it with \(count == 1 ? "a row" : "\(count) rows")"
    }
    let rows = SelectedRows(statement, select: select)
    if rows.isNever { return "" }
    let table = isTemporary ? nil : statement.createdName.flatMap { statement.after[$0] }
    if rows.isConstant, rows.condition == nil, let table {
      let values = GivenValues(statement, table, select: select)
      return " and fills it with a row\(values.words(isOne: true, isPlain: true, query: rows.code))"
    }
    let source = rows.source(into: "")
    let all: Words = source.isEmpty ? "the result of a query" : rows.isOne ? "a row" : "rows"
    let isCopy = statement.outerIndices(from: select).allSatisfy {
      statement.word($0) != "SELECT" || statement.copiesColumns(of: $0)
    }
    if isCopy || source.isEmpty { return " and fills it with \(all)\(source)" }
    let values =
      table.map { table in
        GivenValues.words(statement, table, rows, select: select, isShown: source.showsQuery)
      } ?? (source.showsQuery ? "" : rows.code)
    return " and fills it with \(all)\(source)\(values)"
  }

  private func view(_ name: String) -> Words? {
    if isTemporary { return "creates the temporary view \(name: name)" }
    guard let view = statement.after[name] else { return nil }
    if view.columns.isEmpty { return "creates the view \(name: view.name)" }
    return "creates the view \(name: view.name) with \(columns(of: view))"
  }

  private func columns(of table: SchemaTable) -> Words {
    let names = table.columns.map(\.name)
    if names.count == 1 { return "the column \(names.names)" }
    return names.count <= Self.manyColumns
      ? "the columns \(names.names)" : "\(names.count) columns"
  }

  /// Others, such as fts5vocab, only show what is in such an index.
  static let fullTextModules: Set = ["fts3", "fts4", "fts5"]

  private var virtual: Words? {
    guard let place = statement.indices.first(where: { statement.word($0) == "USING" }),
      let name = statement.createdName.map({ statement.after[$0]?.name ?? $0 })
    else { return nil }
    // A full-text index has hidden columns for its commands.
    let hidden = Set([name, "rank", "docid", "__langid"].map { SQLName($0) }).union(unindexed)
    let columns = (statement.after[name]?.columns.map(\.name) ?? []).filter {
      !hidden.contains(SQLName($0))
    }
    let module = statement.name(place + 1).asciiLowercased
    let list: Words =
      columns.isEmpty || columns.count > Self.manyColumns ? "" : " over \(columns.names)"
    if Self.fullTextModules.contains(module) {
      return "creates the full-text index \(name: name)\(list)"
    }
    if module.hasPrefix("rtree") {
      return "creates \(name: name), an index of areas and ranges\(list)"
    }
    return "creates the virtual table \(name: name) with the module \(code: module)"
  }
}

extension CreationWords {
  /// The columns of a full-text index that cannot be searched.
  private var unindexed: [SQLName] {
    statement.indices.filter { statement.word($0) == "UNINDEXED" && statement.isName($0 - 1) }
      .map { SQLName(statement.name($0 - 1)) }
  }
}

extension RehearsedStatement {
  /// Whether it creates an object that exists only while the script runs (law 30).
  var createsTemporary: Bool {
    guard let created else { return false }
    return ["TEMP", "TEMPORARY"].contains(word(1))
      || created.name.schema.map { SQLName(name($0)) == SQLName("temp") } == true
  }
}
