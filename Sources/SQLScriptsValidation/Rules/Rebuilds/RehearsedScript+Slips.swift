import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedScript {
  /// The wrong name in a view or trigger that this script creates, and advice; nil if a later statement broke it, or if
  /// the name existed before.
  func slip(in broken: BrokenObject) -> (span: SourceSpan, help: String)? {
    let created = broken.statement
    guard creation(of: SQLName(broken.name)) != nil else { return nil }
    let name: String
    let known: [String]
    switch SQLiteMeaning(broken.message) {
    case .noSuchColumn(let column):
      name = column.lastName
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
    let near = Spelling.closest(to: name, among: Set(known).sorted())
    return (
      created.span(token),
      near.map { "Write “\($0)”." } ?? "Correct the name, or create it before."
    )
  }
}
