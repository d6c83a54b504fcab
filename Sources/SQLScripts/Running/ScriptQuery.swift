import SQLScriptsDatabase

/// What to do with the queries of a key.
package struct ScriptQuery {
  let part: StatementFailure.Part
  let ask: (Statement) throws(StatementError) -> Void

  init(_ part: StatementFailure.Part, ask: @escaping (Statement) throws(StatementError) -> Void) {
    self.part = part
    self.ask = ask
  }
}
