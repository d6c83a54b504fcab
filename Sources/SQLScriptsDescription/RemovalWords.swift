import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension SchemaTable {
  fileprivate var isFullTextIndex: Bool {
    let text = SQLText(sql)
    return text.indices.first { text.word($0) == "USING" }.map { text.word($0 + 1) }?
      .hasPrefix("FTS") == true
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
        return
          "removes the \(table.isFullTextIndex ? "full-text index" : "virtual table") \(name: table.name)"
      }
      return "removes the table \(name: table.name) with all its rows"
    case "view": return "removes the view \(name: statement.before[name]?.name ?? name)"
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
