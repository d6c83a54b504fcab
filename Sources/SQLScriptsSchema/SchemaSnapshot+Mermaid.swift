import SQLScriptsSQL

extension SchemaSnapshot {
  /// The tables and their references as an entity relationship diagram in Mermaid.
  ///
  /// See <https://mermaid.js.org/syntax/entityRelationshipDiagram.html>. Views are left out, because a diagram cannot
  /// show them.
  package var mermaid: String {
    let drawn = tables.values.filter { $0.kind == .table || $0.kind == .virtual }
      .sorted { SQLName($0.name) < SQLName($1.name) }
    var lines = ["erDiagram"]
    for table in drawn {
      lines.append("  \(table.name.mermaidName) {")
      lines += table.columns.map { "    " + $0.mermaid(in: table) }
      lines.append("  }")
    }
    for table in drawn {
      for reference in table.foreignKeys {
        let parent = self[reference.parent]?.name ?? reference.parent
        lines.append(
          "  \(table.name.mermaidName) \(reference.mermaidEnds(in: table)) "
            + "\(parent.mermaidName) : \(reference.columns.joined(separator: ", ").mermaidText)")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension SchemaForeignKey {
  /// The cardinality at both ends.
  fileprivate func mermaidEnds(in table: SchemaTable) -> String {
    let names = columns.map { SQLName($0) }
    let isRequired = columns.allSatisfy { name in
      table.column(name).map {
        $0.isNotNull || table.rowIDAlias?.name.isSameName(as: $0.name) == true
      } ?? false
    }
    let keys =
      [table.primaryKey.map { SQLName($0) }]
      + table.indexes.filter { $0.isUnique && !$0.isPartial }
      .map { $0.columns.map { SQLName($0 ?? "") } }
    let isUnique = keys.contains { !$0.isEmpty && Set($0).isSubset(of: names) }
    return (isUnique ? "|o" : "}o") + "--" + (isRequired ? "||" : "o|")
  }
}

extension SchemaColumn {
  fileprivate func mermaid(in table: SchemaTable) -> String {
    var keys: [String] = []
    let key = SQLName(name)
    if primaryKeyPosition > 0 { keys.append("PK") }
    if table.foreignKeys.contains(where: { $0.columns.contains { SQLName($0) == key } }) {
      keys.append("FK")
    }
    let isUnique = table.indexes.contains {
      $0.isUnique && !$0.isPartial && $0.origin != .primaryKey
        && $0.columns.map { SQLName($0 ?? "") } == [key]
    }
    if isUnique { keys.append("UK") }
    var words = name.isMermaidWord ? [] : [name]
    if isNotNull { words.append("NOT NULL") }
    if let defaultValue { words.append("DEFAULT \(defaultValue)") }
    var line = "\(type.isEmpty ? "ANY" : type.mermaidWord) \(name.mermaidWord)"
    if !keys.isEmpty { line += " " + keys.joined(separator: ", ") }
    if !words.isEmpty { line += " " + words.joined(separator: " ").mermaidText }
    return line
  }
}

extension String {
  fileprivate var isMermaidWord: Bool { self == mermaidWord }

  /// The name with letters, digits and underscores only, beginning with a letter.
  fileprivate var mermaidWord: String {
    let isSafe = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x5F
    }
    var word = ""
    for character in self {
      let isWord = character.utf8.allSatisfy(isSafe)
      if isWord { word.append(character) } else if word.last != "_" { word.append("_") }
    }
    while word.count > 1, word.last == "_", last != "_" { word.removeLast() }
    return word.utf8.first.map { (0x41...0x5A).contains($0 & 0xDF) } == true ? word : "x" + word
  }

  /// The text in quotes. Mermaid has no escape for a quote.
  fileprivate var mermaidText: String {
    "\"" + String(map { $0 == "\"" || $0.isNewline ? "'" : $0 }) + "\""
  }

  fileprivate var mermaidName: String { isMermaidWord ? self : mermaidText }
}
