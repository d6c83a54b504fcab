import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// A virtual table as far as its CREATE tells.
private struct VirtualTable {
  private let text: SQLText
  private let module: String

  init(_ table: SchemaTable) {
    text = SQLText(table.sql)
    let using = text.indices.first { [text] in text.word($0) == "USING" }
    module = using.map { [text] in text.name($0 + 1).asciiLowercased } ?? ""
  }

  var isFullTextIndex: Bool { CreationWords.fullTextModules.contains(module) }

  /// Whether rows are lost with it. With `content = …`, those of a full-text index are in another table, or nowhere.
  var storesRows: Bool {
    if isFullTextIndex { return !text.indices.contains { text.has("CONTENT", "=", at: $0) } }
    return ["rtree", "rtree_i32", "geopoly"].contains(module)
  }
}

/// DROP in words.
struct RemovalWords {
  let statement: RehearsedStatement
  /// The TEMP objects that the script created before.
  let temporaries: Set<SQLName>

  var words: Words? {
    guard let dropped = statement.dropped else { return nil }
    let name = statement.name(dropped.name)
    let noun = statement.word(1).asciiLowercased
    guard statement.changesSchema else {
      return temporaries.contains(SQLName(name))
        ? "removes the temporary \(noun) \(name: name)"
        : "does nothing here, because there is no \(noun) \(name: name)"
    }
    switch noun {
    case "table":
      guard let table = statement.before[name] else { return "removes the table \(name: name)" }
      if table.kind == .virtual {
        let virtual = VirtualTable(table)
        let noun: Words = virtual.isFullTextIndex ? "full-text index" : "virtual table"
        let rows: Words = virtual.storesRows ? " with all its rows" : ""
        return "removes the \(noun) \(name: table.name)\(rows)"
      }
      return "removes the table \(name: table.name) with all its rows"
    case "view":
      let view = statement.before[name]
      let triggers = (view?.triggers ?? []).map(\.name)
      let lost: Words =
        triggers.isEmpty
        ? "" : " and its \(triggers.count == 1 ? "trigger" : "triggers") \(triggers.names)"
      return "removes the view \(name: view?.name ?? name)\(lost)"
    case "index":
      guard let table = statement.before.table(ofIndex: name),
        let index = table.indexes.first(where: { $0.name.isSameName(as: name) })
      else { return nil }
      return IndexWords(index: index, table: table).removal
    case "trigger": return "removes the trigger \(name: name)"
    default: return nil
    }
  }
}
