import SQLScriptsSQL

extension RehearsedStatement {
  /// What happened to a missing column of one of the tables that the statement names.
  func formerColumn(_ column: String) -> FormerName? {
    guard let formerNames else { return nil }
    var seen: Set<SQLName> = []
    for token in tokens.prefix(400) where [.word, .quotedName, .string].contains(token.kind) {
      guard let table = before[name(token)], seen.insert(SQLName(table.name)).inserted,
        let former = formerNames.column(column, of: table.name)
      else { continue }
      if former.present.map({ table.column($0) != nil }) ?? true { return former }
    }
    return nil
  }

  /// What happened to a missing table, view, index or trigger.
  func formerObject(_ name: String) -> FormerName? {
    guard let former = formerNames?.object(name) else { return nil }
    return former.present.map { before[$0] != nil } ?? true ? former : nil
  }

  /// The end of the message about a former name, and the advice.
  func words(about former: FormerName, _ kind: String) -> (message: String, help: String) {
    let isRepeated =
      if let present = former.present {
        switch alteration {
        case .renameColumn(_, let new), .renameTable(let new): name(new).isSameName(as: present)
        default: false
        }
      } else if case .dropColumn = alteration {
        true
      } else {
        word(0) == "DROP"
      }
    let words = former.words(in: script.document.source, isRepeated: isRepeated)
    if isRepeated { return (words, "Remove this statement.") }
    if let present = former.present { return (words, "Write \(present).") }
    return (
      words,
      kind == "column"
        ? "Remove it from this statement."
        : "Remove this statement, or write the name of another \(kind)."
    )
  }
}
