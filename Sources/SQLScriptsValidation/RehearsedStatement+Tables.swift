import SQLScriptsSQL

/// Which tables a statement makes, takes away, writes and reads.
extension RehearsedStatement {
  /// The table that it dropped.
  var droppedTable: SQLName? {
    guard has("DROP", "TABLE", at: 0) else { return nil }
    return actions.first { $0.kind == .dropTable }.map { SQLName($0.name) }
  }

  /// The table that it renamed, and its new name.
  var renamedTable: (old: SQLName, new: SQLName)? {
    guard let new = renamedTo.map({ SQLName($0) }),
      let old = actions.first(where: { $0.kind == .alterTable }).map({ SQLName($0.name) })
    else { return nil }
    return (old, new)
  }

  /// The table that it made, if it was not there before.
  var madeTable: SQLName? {
    guard let name = actions.first(where: { $0.kind == .createTable }).map({ SQLName($0.name) }),
      word(0) == "CREATE", before[name] == nil
    else { return nil }
    return name
  }

  /// The table that it puts rows into or changes rows of, itself and not by a trigger.
  var writtenTable: SQLName? {
    if let made = madeTable { return made }
    guard let verb = verb, ["INSERT", "REPLACE", "UPDATE"].contains(word(verb)) else { return nil }
    return actions.first { $0.kind == .insert || $0.kind == .update }.map { SQLName($0.name) }
  }

  /// The table that it deletes rows of, itself and not by a trigger.
  var emptiedTable: SQLName? {
    guard let verb = verb, word(verb) == "DELETE" else { return nil }
    return actions.first { $0.kind == .delete }.map { SQLName($0.name) }
  }

  /// The tables that it reads columns of.
  var readTables: Set<SQLName> {
    let read = Set(actions.filter { $0.kind == .read }.map { SQLName($0.name) })
    return read.union(copiedTable.map { [$0] } ?? [])
  }

  /// The table of INSERT INTO … SELECT * FROM table: SQLite may copy it as a whole, and then does
  /// not say that it reads it.
  var copiedTable: SQLName? {
    guard let target = targetIndex, let select = outerIndex(of: "SELECT", from: target),
      has("*", "FROM", at: select + 1)
    else { return nil }
    let place = word(select + 4) == "." ? select + 5 : select + 3
    guard tokens.indices.contains(place), let table = before[name(tokens[place])]
    else { return nil }
    return SQLName(table.name)
  }

  /// Whether it reads a column.
  func reads(_ column: String, of tables: Set<SQLName>) -> Bool {
    if let copiedTable, tables.contains(copiedTable) { return true }
    return actions.contains {
      $0.kind == .read && tables.contains(SQLName($0.name))
        && $0.detail.isSameName(as: column)
    }
  }

  /// The column that it renamed, its new name, and where the old one stands.
  var renamedColumn: (table: SQLName, old: String, new: String, token: SQLToken)? {
    guard has("ALTER", "TABLE", at: 0),
      let table = actions.first(where: { $0.kind == .alterTable })?.name,
      let rename = tokens.indices.first(where: { $0 > 2 && word($0) == "RENAME" })
    else { return nil }
    let place = word(rename + 2) == "TO" ? rename + 1 : rename + 2
    guard word(place + 1) == "TO", tokens.indices.contains(place + 2),
      let old = before[table]?.column(name(tokens[place]))
    else { return nil }
    return (SQLName(table), old.name, name(tokens[place + 2]), tokens[place])
  }

  /// The index of INSERT, REPLACE, UPDATE or DELETE: the first token, or behind WITH and its tables.
  var verb: Int? {
    let verbs = ["INSERT", "REPLACE", "UPDATE", "DELETE"]
    let first = word(0)
    if verbs.contains(first) { return 0 }
    guard first == "WITH" else { return nil }
    return outerIndices(from: 1).first { verbs.contains(word($0)) }
  }

  /// The indexes of the tokens that stand in no parentheses, from one on.
  func outerIndices(from start: Int) -> [Int] {
    var depth = 0
    var indices: [Int] = []
    for index in tokens.indices where index >= start {
      switch tokens[index].kind {
      case .leftParenthesis: depth += 1
      case .rightParenthesis: depth -= 1
      default: if depth == 0 { indices.append(index) }
      }
    }
    return indices
  }

  /// The index of a keyword that stands in no parentheses.
  func outerIndex(of keyword: String, from start: Int = 0) -> Int? {
    outerIndices(from: start).first { tokens[$0].kind == .word && word($0) == keyword }
  }

  /// The index of the name of the table behind INTO, UPDATE or FROM of its verb.
  var targetIndex: Int? {
    guard let verb else { return nil }
    var index = verb + 1
    if word(verb) == "DELETE" {
      guard word(index) == "FROM" else { return nil }
      index += 1
    } else {
      if word(index) == "OR" { index += 2 }
      if word(verb) != "UPDATE" {
        guard word(index) == "INTO" else { return nil }
        index += 1
      }
    }
    if word(index + 1) == "." { index += 2 }
    return tokens.indices.contains(index) ? index : nil
  }
}

extension RehearsedStatement {
  /// The columns that an INSERT names; nil if it names none.
  var columnList: [String]? {
    guard let target = targetIndex, let verb, word(verb) != "UPDATE", word(verb) != "DELETE"
    else { return nil }
    var index = target + 1
    if word(index) == "AS" { index += 2 }
    guard word(index) == "(" else { return nil }
    var names: [String] = []
    for token in tokens.dropFirst(index + 1) {
      if token.kind == .rightParenthesis { break }
      if token.kind != .comma { names.append(name(token)) }
    }
    return names
  }
}
