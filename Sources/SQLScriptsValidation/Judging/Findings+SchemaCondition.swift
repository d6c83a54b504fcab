import SQLScriptsSQL
import SQLScriptsSchema

extension Findings {
  /// Reports a change of the schema whose `onlyIf` looks at rows of users.
  mutating func reportSchemaConditions(in rehearsed: RehearsedScript) {
    rule = "schema-depends-on-rows"
    severity = .warning
    for statement in rehearsed.statements + rehearsed.ruledOut
    where statement.succeeded && statement.changesSchema {
      let read = statement.conditionReads.filter { name in
        !name.text.asciiLowercased.hasPrefix("sqlite_") && statement.before[name]?.kind == .table
          && !Rehearsal.hiddenTables.contains(name.text)
      }
      guard let table = read.sorted().first else { continue }
      report(
        "whether this changes the schema depends on the rows of “\(table)”", at: statement.span,
        help: "Change the schema in every database, and only rows on a condition.")
    }
  }
}
