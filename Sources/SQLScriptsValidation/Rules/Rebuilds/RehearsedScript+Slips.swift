import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedScript {
  /// The wrong name in a view or trigger that this script creates, and advice; nil if a later statement broke it, or if
  /// the name existed before.
  func slip(in broken: BrokenObject) -> (span: SourceSpan, former: String, help: String)? {
    let created = broken.statement
    guard creation(of: SQLName(broken.name)) != nil else { return nil }
    let name: String
    let known: [String]
    switch SQLiteMeaning(broken.message) {
    case .noSuchColumn(let column):
      name = column.lastName
      if let token = created.token(named: name, from: 3),
        let missing = MissingFrom(of: token, in: created, after)
      {
        return (created.span(token), ": the SELECT has no FROM", missing.help)
      }
      known = after.tables.values.flatMap { $0.columns.map(\.name) }
      let wasThere = before.tables.values.contains { table in
        table.columns.contains { $0.name.isSameName(as: name) }
      }
      if wasThere { return nil }
    case .noSuch(.table, let table):
      name = table.lastName
      known = after.tables.values.map(\.name).filter { !$0.isSameName(as: broken.name) }
      if before[SQLName(name)] != nil { return nil }
    default: return nil
    }
    guard let token = created.token(named: name, from: 3) else { return nil }
    if let former = former(of: broken) {
      let kind = if case .noSuchColumn = SQLiteMeaning(broken.message) { "column" } else { "table" }
      let words = created.words(about: former, kind)
      return (created.span(token), words.message, words.help)
    }
    let near = Spelling.closest(to: name, among: Set(known).sorted())
    return (
      created.span(token), "",
      near.map { "Write “\($0)”." } ?? "Correct the name, or create it before."
    )
  }

  /// What happened to the name that a view or trigger misses.
  private func former(of broken: BrokenObject) -> FormerName? {
    guard let formerNames else { return nil }
    switch SQLiteMeaning(broken.message) {
    case .noSuchColumn(let column):
      let sql = Array((after.definition(of: SQLName(broken.name)) ?? "").utf8)
      let names = sql.withUnsafeBufferPointer { StatementText($0).names }
      return names.sorted().lazy.compactMap { after[$0] }
        .compactMap { table in
          formerNames.column(column.lastName, of: table.name).flatMap { former in
            former.present.map { table.column($0) != nil } ?? true ? former : nil
          }
        }.first
    case .noSuch(.table, let table):
      return formerNames.object(table.lastName).flatMap { former in
        former.present.map { after[$0] != nil } ?? true ? former : nil
      }
    default: return nil
    }
  }

  /// The end of the message about a broken view or trigger, and the advice to recreate it with the present name; nil
  /// if that is not known.
  func renaming(in broken: BrokenObject) -> (message: String, help: String)? {
    guard let former = former(of: broken), let present = former.present else { return nil }
    return (
      former.words(in: script.document.source),
      "Drop the \(broken.isView ? "view" : "trigger") and recreate it with “\(present)”."
    )
  }
}
