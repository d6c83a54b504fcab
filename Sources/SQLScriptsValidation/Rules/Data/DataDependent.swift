import SQLScriptsSQL

/// A statement that fails or loses rows if the data contains duplicates or NULLs.
package struct DataDependent: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary:
      "A statement works on clean data, but fails or loses rows if there are duplicates or NULLs.",
    severity: .warning,
    why: "It passes on most devices and fails on those whose data contains such rows.",
    wrong: [
      .init(before: user, "«CREATE UNIQUE INDEX user_email ON user (email)»"),
      .init(before: user, "«CREATE UNIQUE INDEX user_both ON user (email, name)»"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT NOT NULL)",
        "«INSERT INTO new_user (id, email) SELECT id, email FROM user»"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT UNIQUE)",
        "«INSERT OR IGNORE INTO new_user (id, email) SELECT id, email FROM user»",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user,
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT CHECK (name IN ('a', 'b')))",
        "«INSERT INTO new_user (id, name) SELECT id, name FROM user»"),
      .init(before: user, "«UPDATE user SET email = json_extract(name, '$.email')»"),
    ],
    right: [
      .init(
        before: user, "DELETE FROM user WHERE id NOT IN (SELECT min(id) FROM user GROUP BY email)",
        "CREATE UNIQUE INDEX user_email ON user (email)"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT NOT NULL)",
        "INSERT INTO new_user (id, email) SELECT id, ifnull(email, '') FROM user"),
      .init(before: user, "CREATE INDEX user_email ON user (email)"),
      .init(
        before: user,
        "UPDATE user SET email = CASE WHEN json_valid(name) THEN json_extract(name, '$.email') END"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    checkCopies(script, &findings)
    for failure in script.dependsOnRows { report(failure, in: script, &findings) }
    if let failure = script.failsOnTypicalRows {
      // The app does not write the sample rows, so only some failures with them prove anything.
      guard !failure.isProof(script.statement(of: failure)), failure.concernsValues else { return }
      report(failure, in: script, &findings)
    } else if let failure = script.failsOnHostileRows, failure.concernsValues,
      !script.dependsOnRows.contains(where: { $0.place == failure.place })
    {
      report(failure, in: script, &findings)
    }
  }

  private func report(
    _ failure: SampleFailure, in script: RehearsedScript, _ findings: inout Findings
  ) {
    // Sample rows do not show whether a row that a script inserts already exists.
    let statement = script.statement(of: failure)
    guard statement?.insertsConstants != true, !failure.hasRuleOfItsOwn else { return }
    if script.isComplete, script.failsOnTypicalRows == nil, let statement,
      UniqueOnExistingRows.table(indexedBy: statement, in: script) != nil
    {
      return
    }
    findings.report(
      "fails if \(failure.condition(statement))", at: script.span(of: failure),
      why: "With such rows, SQLite said “\(failure.error.message)”."
        + (script.passesOnRealRows(failure) ? " The real rows pass." : ""),
      help: failure.remedy(statement))
  }

  /// Copies that silently drop duplicates, or rows with NULLs.
  private func checkCopies(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete, !script.changes.isEmpty else { return }
    for lineage in script.lineages where lineage.kind == .rebuilt {
      let names = [lineage.before.name, lineage.after?.name ?? ""].map { SQLName($0) }
      guard let copy = lineage.copies.last.map({ script.statements[$0] }),
        copy.outerIndex(of: "WHERE") == nil, copy.outerIndex(of: "DISTINCT") == nil,
        copy.outerIndex(of: "GROUP") == nil,
        !script.statements.contains(where: { $0.emptiedTable != nil }),
        !lineage.names.contains(where: { script.allowsRowLoss(of: $0) }),
        let typical = script.rows[names[0]]?.before, script.rows[names[1]]?.after == typical,
        let before = script.hostileRows[names[0]]?.before,
        let after = script.hostileRows[names[1]]?.after, after < before
      else { continue }
      findings.report(
        "may drop rows of “\(lineage.before.name)” that are duplicates or contain NULL",
        at: copy.span, why: "In the rehearsal, \(after) of \(before) such rows were left.",
        help: "Remove duplicates and NULLs in a separate statement first.")
    }
  }
}
