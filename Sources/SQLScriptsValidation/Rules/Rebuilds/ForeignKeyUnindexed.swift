import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// A foreign key without an index on its columns.
package struct ForeignKeyUnindexed: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY)"]

  package static let documentation = RuleDocumentation(
    summary: "A foreign key has no index on its columns.", severity: .info,
    why:
      "If foreign keys are enabled, SQLite reads all rows of this table to delete one row of the referenced table.",
    wrong: [
      .init(
        before: user,
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES «user» (id))")
    ],
    right: [
      .init(
        before: user,
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
        "CREATE INDEX pet_owner ON pet (owner)"),
      .init(
        before: user, "CREATE TABLE profile (user INTEGER PRIMARY KEY REFERENCES user (id))"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for missing in Self.missing(in: script) {
      findings.report(missing.message, at: missing.place, help: "Write: \(missing.sql)")
    }
  }

  /// An index that a table lacks.
  private struct Missing {
    let table: SchemaTable
    let key: SchemaForeignKey
    let place: SourceSpan

    var message: String {
      "“\(table.name)” has no index on “\(key.columns.joined(separator: ", "))”, "
        + "which makes deleting from “\(key.parent)” slow"
    }

    var name: String { ([table.name] + key.columns).joined(separator: "_") }

    var sql: String {
      let columns = key.columns.map(\.quotedIfNeeded).joined(separator: ", ")
      return "CREATE INDEX \(name.quotedIfNeeded) ON \(table.name.quotedIfNeeded) (\(columns))"
    }

    /// Whether a schema has the index already, or something else of its name.
    func isObsolete(in schema: SchemaSnapshot) -> Bool {
      schema[SQLName(name)] != nil || schema.table(ofIndex: name) != nil
        || schema[SQLName(table.name)]?.hasIndex(on: key) == true
    }
  }

  private static func missing(in script: RehearsedScript) -> [Missing] {
    guard script.isComplete, script.changesSchema else { return [] }
    return script.tablesWithChangedKeys.flatMap { table in
      table.foreignKeys.compactMap { key in
        guard !table.hasIndex(on: key), script.after[key.parent] != nil,
          !script.hadKey(key, of: table),
          let place = script.reference(to: key.parent, of: table)
        else { return nil }
        return Missing(table: table, key: key, place: place)
      }
    }
  }

  /// The statement that creates the missing index of a finding, unless a schema has it or something of its name.
  ///
  /// - Parameter later: the schemas after the later scripts, which the statement must not break.
  package static func index(
    for finding: Diagnostic, in script: RehearsedScript, _ later: [SchemaSnapshot]
  ) -> String? {
    guard finding.id == id,
      let missing = missing(in: script).first(where: {
        $0.place == finding.span && $0.message == finding.message
      }), !([script.after] + later).contains(where: missing.isObsolete)
    else { return nil }
    return missing.sql
  }
}
