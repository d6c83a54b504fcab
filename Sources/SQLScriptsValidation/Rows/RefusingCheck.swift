import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// An UPDATE that a CHECK of its table refuses.
///
/// The rows satisfy the CHECK before it. If the new values follow from columns for which there are such conditions, or from
/// none, and SQLite refuses all of them, it will refuse those of users, too.
struct RefusingCheck {
  private let statement: RehearsedStatement?
  private let step: Int
  private let steps: SampleSteps

  init(_ failure: SampleFailure, at step: Int, of steps: SampleSteps) {
    self.step = step
    self.steps = steps
    guard case .check = failure.error.said, case .statement = failure.place,
      let statement = steps.rehearsed.statement(of: failure),
      statement.has("UPDATE", at: 0), !statement.has("UPDATE", "OR", at: 0)
    else {
      self.statement = nil
      return
    }
    self.statement = statement
  }

  func isCertain(in database: RehearsalDatabase) -> Bool {
    guard let statement, let name = statement.writtenTable, let table = statement.before[name],
      steps.rehearsed.script.isTransactional, dependsOnConditions(statement, table)
    else { return false }
    database.begin(steps.rehearsed.script)
    defer { database.end(steps.rehearsed.script, commits: false) }
    guard (0..<step).allSatisfy({ steps.run($0, in: database)?.error == nil }) else { return false }
    let text = "UPDATE OR IGNORE " + statement.text.dropFirst("UPDATE".count)
    return database.asRunner {
      guard (try? database.connection.execute(text)) != nil else { return false }
      return (try? database.connection.value("SELECT changes()")) == .integer(0)
    }
  }

  private func dependsOnConditions(
    _ statement: RehearsedStatement, _ table: SchemaTable
  ) -> Bool {
    let known = Set(RowCondition.all(of: table).flatMap(\.columns))
    return !statement.assignments.isEmpty
      && statement.assignments.allSatisfy { assignment in
        assignment.value.allSatisfy { index in
          let word = statement.word(index)
          guard statement.isName(index) else { return true }
          if ["SELECT", "RANDOM", "RANDOMBLOB"].contains(word) { return false }
          let name = statement.name(index).asciiLowercased
          return table.column(name) == nil || known.contains(name)
        }
      }
  }
}
