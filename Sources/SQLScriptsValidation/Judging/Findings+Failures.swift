import SQLScriptsFiles

extension Findings {
  /// Reports that the rest of the bundle was not rehearsed, because so many statements failed.
  mutating func reportGivingUp(in script: Script, after failures: Int) {
    rule = "failed-statement"
    severity = .error
    report(
      "the rest of the scripts was not checked, because \(failures) statements failed",
      at: script.file.nameSpan, help: "Correct the other errors first, then validate again.")
  }

  /// Reports that no statement was rehearsed with sample rows from a script on.
  mutating func reportWithoutRows(from script: Script) {
    rule = "fails-with-rows"
    severity = .info
    report(
      "from this script on, scripts were not rehearsed with sample rows", at: script.file.nameSpan,
      why:
        "The scripts change a large schema very often, and SQLite rereads the whole schema for "
        + "each change.",
      help: "Rehearse the updates on your own rows: sqlscripts validate --with-data FILE")
  }

  /// Reports a statement that failed for a reason that no rule explains better.
  mutating func reportFailure(of statement: RehearsedStatement) {
    if let denial = statement.denial {
      report(
        "\(statement.place) was refused: \(denial)", at: statement.span, help: denial.help)
    } else if let words = statement.constraintWords, let error = statement.error {
      report(
        words.message, at: statement.span, why: "SQLite said “\(error.message)” [\(error.code)]",
        help: words.help)
    } else if let error = statement.error {
      report(
        "\(statement.place) failed: \(error.message)", at: statement.errorSpan,
        label: statement.errorSpan == statement.span ? nil : "here",
        why: "SQLite said “\(error.message)” [\(error.code)]")
    }
  }
}
