import SQLScriptsSQL

/// REPLACE for a row that may already exist with more values.
package struct ReplaceDeletesRows: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT UNIQUE)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "REPLACE deletes the old row, including the columns that the statement does not set.",
    severity: .warning,
    why: "The other columns silently lose their values and get their defaults.",
    wrong: [
      .init(before: user, "«INSERT OR REPLACE» INTO user (id, name) VALUES (1, 'Ann')"),
      .init(before: user, "«replace» into user (id, email) values (1, 'a@b.c')"),
      .init(before: user, "«UPDATE OR REPLACE» user SET email = lower(email)"),
    ],
    right: [
      .init(before: user, "INSERT OR REPLACE INTO user (id, name, email) VALUES (1, 'Ann', 'a@b')"),
      .init(
        before: user,
        "INSERT INTO user (id, name) VALUES (1, 'Ann') ON CONFLICT (id) DO UPDATE SET name = 'Ann'"
      ),
      .init(
        "CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT, note TEXT)",
        "INSERT OR REPLACE INTO kind (id, name) VALUES (1, 'a')"),
      .init(before: user, "UPDATE user SET name = REPLACE(name, 'a', 'b')"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for statement in script.statements where statement.succeeded {
      guard let verb = statement.verb, let end = replaceEnd(statement, verb),
        let table = statement.writtenTable, let structure = script.before[table],
        // In a table without a key, nothing is ever replaced.
        !structure.primaryKey.isEmpty || structure.indexes.contains(where: \.isUnique)
      else { continue }
      let place = statement.span(statement.tokens[verb], to: statement.tokens[end])
      if statement.word(verb) == "UPDATE" {
        findings.report(
          "deletes other rows of “\(structure.name)” if two would have the same key",
          at: place,
          help: "Remove OR REPLACE, and remove duplicates in a separate statement first.")
        continue
      }
      guard let columns = statement.columnList else { continue }
      let named = Set(columns.map { $0.asciiLowercased })
      let forgotten = structure.columns.filter {
        !$0.isGenerated && !named.contains($0.name.asciiLowercased)
      }
      guard let first = forgotten.first else { continue }
      findings.report(
        "REPLACE deletes the old row of “\(structure.name)”, so its value in “\(first.name)” is lost",
        at: place, help: "Write INSERT INTO … ON CONFLICT … DO UPDATE SET … instead.")
    }
  }

  /// The index of the last word of REPLACE, INSERT OR REPLACE or UPDATE OR REPLACE.
  private func replaceEnd(_ statement: RehearsedStatement, _ verb: Int) -> Int? {
    if statement.word(verb) == "REPLACE" { return verb }
    return statement.has("OR", "REPLACE", at: verb + 1) ? verb + 2 : nil
  }
}
