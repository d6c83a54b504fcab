import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsScratch

/// Lets SQL that somebody brings along, but that no script holds, do to a scratch database what a script may do, and
/// nothing else (laws 15, 28 and 30): no ATTACH, no other file, no pragma of the runner, and not for ever.
package enum ScratchGuard {
  /// How long it may take.
  package static let patience = Milliseconds(120_000)

  /// Watches all that `body` compiles and runs on a connection.
  ///
  /// - Parameters:
  ///   - script: the text that is run, whose BEGIN and COMMIT may be ones to ignore; nil for a statement by itself.
  ///   - body: gets the authorizer, which knows why a statement was denied.
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
    // SQLite has them by their address.
    return try withExtendedLifetime((box, deadline)) { () throws(Failure) -> Result in
      defer {
        connection.setDeadline(nil)
        connection.removeAuthorizer()
      }
      return try body(authorizer)
    }
  }
}
