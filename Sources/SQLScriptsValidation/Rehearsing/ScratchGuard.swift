import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsScratch

/// Restricts SQL that is not from a script, such as supplied rows, to the actions of a script on a scratch database
/// (laws 15, 28 and 30): no ATTACH, no other file, no pragma of the runner, and a time limit.
package enum ScratchGuard {
  /// The time limit.
  package static let patience = Milliseconds(120_000)

  /// Restricts everything that `body` compiles and runs on a connection.
  ///
  /// - Parameters:
  ///   - script: the text that is run, whose BEGIN and COMMIT may be ignored; nil for a single statement.
  ///   - body: receives the authorizer, which knows why a statement was denied.
  package static func watching<Result, Failure: Error>(
    _ connection: Connection, running script: Script?,
    _ body: (ScriptAuthorizer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let authorizer = ScriptAuthorizer(store: .table)
    authorizer.begin(script)
    authorizer.mode = .script(isTransactional: true)
    let box = AuthorizerBox(authorizer)
    let deadline = Deadline()
    deadline.extend(by: patience)
    connection.setAuthorizer(box)
    connection.setDeadline(deadline)
    // SQLite keeps their addresses.
    return try withExtendedLifetime((box, deadline)) { () throws(Failure) -> Result in
      defer {
        connection.setDeadline(nil)
        connection.removeAuthorizer()
      }
      return try body(authorizer)
    }
  }
}
