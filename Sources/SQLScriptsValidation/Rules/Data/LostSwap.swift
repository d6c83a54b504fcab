import SQLScriptsSQL

/// `SET given = family`, then `SET family = given`
package struct LostSwap: Rule {
  private static let person = [
    "CREATE TABLE person (id INTEGER PRIMARY KEY, given TEXT, family TEXT, spare TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "Two statements copy a column to another one and back.", severity: .error,
    why: "The first statement overwrites the values that the second one should copy.",
    wrong: [
      .init(
        before: person, "UPDATE person SET given = family",
        "«UPDATE person SET family = given»")
    ],
    right: [
      .init(before: person, "UPDATE person SET given = family, family = given"),
      .init(
        before: person, "UPDATE person SET spare = given", "UPDATE person SET given = family",
        "UPDATE person SET family = spare"),
      .init(
        before: person, "UPDATE person SET given = family WHERE given IS NULL",
        "UPDATE person SET family = given WHERE family IS NULL"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for (first, second) in zip(script.statements, script.statements.dropFirst())
    where first.succeeded && second.succeeded && first.word(0) == "UPDATE"
      && second.word(0) == "UPDATE"
    {
      guard let table = first.writtenTable, table == second.writtenTable,
        first.conditionText == second.conditionText
      else { continue }
      let (copied, back) = (first.copiedColumns, second.copiedColumns)
      guard
        let (target, source) = copied.first(where: { target, source in
          target != source && back[source] == target && copied[source] == nil
        })
      else { continue }
      let condition = first.conditionText
      let (to, from) = (target.text.quotedIfNeeded, source.text.quotedIfNeeded)
      findings.report(
        "“\(target.text)” already has the values of “\(source.text)”, so this changes nothing",
        at: second.span,
        help: "Swap both in one statement: UPDATE \(table.text.quotedIfNeeded) SET "
          + "\(to) = \(from), \(from) = \(to)\(condition.isEmpty ? "" : " \(condition)")"
      )
    }
  }
}

extension RehearsedStatement {
  /// The columns that it sets to other columns of the row.
  fileprivate var copiedColumns: [SQLName: SQLName] {
    var found: [SQLName: SQLName] = [:]
    for assignment in assignments
    where assignment.value.count == 1 && isName(assignment.value.lowerBound) {
      found[SQLName(name(assignment.column))] = SQLName(name(assignment.value.lowerBound))
    }
    return found
  }

  /// Its WHERE as it is written; empty if it has none.
  var conditionText: String {
    outerIndex(of: "WHERE").map { text(ofTokens: $0..<tokens.count) } ?? ""
  }
}
