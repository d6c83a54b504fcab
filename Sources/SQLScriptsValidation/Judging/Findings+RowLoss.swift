import SQLScriptsFiles
import SQLScriptsSQL

extension Findings {
  /// Reports names in `allowsRowLoss` that are not tables, and tables that are there twice.
  mutating func reportUnusedRowLoss(in rehearsed: RehearsedScript) {
    guard rehearsed.isComplete else { return }
    rule = "unused-row-loss"
    severity = .warning
    let script = rehearsed.script
    var seen: Set<SQLName> = []
    for range in script.allowsRowLoss {
      let written = script.text(range)
      let name = SQLName(written)
      if !seen.insert(name).inserted {
        report(
          "“allowsRowLoss” contains “\(written.forMessage)” twice", at: script.span(of: range),
          help: "Delete one of them.")
      } else if !rehearsed.mentions(table: name) {
        let tables = rehearsed.before.tables.values.map(\.name).sorted()
        let near = Spelling.closest(to: written, among: tables)
        report(
          "“allowsRowLoss” contains “\(written.forMessage)”, but there is no such table",
          at: script.span(of: range), help: near.map { "Write “\($0)”." } ?? "Delete it.")
      }
    }
  }
}

extension RehearsedScript {
  fileprivate func mentions(table: SQLName) -> Bool {
    before[table] != nil || after[table] != nil
      || statements.contains { $0.token(named: table.text) != nil }
  }
}
