import SQLScriptsDatabase
import SQLScriptsSchema
import SQLScriptsValidation

/// The tables while steps run one after the other, each of which can be taken back.
///
/// There are no rows, so statements that change only rows are compiled and not run.
package struct FormReplay {
  package struct Statement: Sendable {
    let sql: String
    let isRun: Bool
    let allowsQuotedText: Bool

    /// - Parameters:
    ///   - isRun: whether it runs, because it changes tables.
    ///   - allowsQuotedText: whether it has a text in double quotes. In another statement, such a text would be the name of
    ///     a column that is gone.
    package init(_ sql: String, isRun: Bool = true, allowsQuotedText: Bool = false) {
      (self.sql, self.isRun, self.allowsQuotedText) = (sql, isRun, allowsQuotedText)
    }
  }

  private let scratch: FormScratch
  package private(set) var schema: SchemaSnapshot
  private var earlier: [SchemaSnapshot] = []

  /// - Parameter schema: its triggers are in the order of their creation.
  package init(_ schema: SchemaSnapshot, _ standIns: StandIns) throws(SQLiteError) {
    scratch = try FormScratch(schema.creations(), standIns)
    self.schema = try scratch.schema
  }

  /// Runs all statements of a step, or none if one of them fails.
  package mutating func run(_ statements: [Statement]) throws(SQLiteError) {
    try scratch.begin()
    earlier.append(schema)
    do throws(SQLiteError) {
      for statement in statements {
        if statement.isRun {
          try scratch.run([statement.sql], quotedText: statement.allowsQuotedText)
        } else {
          try scratch.check(statement.sql, quotedText: statement.allowsQuotedText)
        }
      }
      if statements.contains(where: \.isRun) { schema = try scratch.schema }
    } catch {
      takeBack()
      throw error
    }
  }

  /// Takes the last step back.
  package mutating func takeBack() {
    guard let last = earlier.popLast() else { return }
    schema = last
    scratch.rollBack()
  }

  /// Keeps all steps so far.
  package mutating func keep() {
    for _ in earlier { scratch.keep() }
    earlier = []
  }
}
