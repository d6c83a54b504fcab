import SQLScriptsDatabase
import SQLScriptsFiles

/// Records the version of a rehearsed script, as a migration does (laws 1 to 3).
package final class VersionRecorder {
  private let writer: VersionWriter
  private let reader: VersionReader
  private let authorizer: ScriptAuthorizer

  package init(_ connection: Connection, authorizer: ScriptAuthorizer) {
    writer = VersionWriter(connection, store: authorizer.store)
    reader = VersionReader(connection, store: authorizer.store)
    self.authorizer = authorizer
  }

  /// Writes the version and the history of a script, in its transaction.
  package func record(_ script: Script, count: Int) throws(SQLiteError) {
    let entry = VersionWriter.Entry(
      version: script.version, script: script.file.name, checksum: nil, statementCount: count,
      milliseconds: 0, origin: "script")
    do throws(SQLiteError) {
      try writer.record(entry, installed: script.version, watchedBy: authorizer, reader)
    } catch {
      // A rollback may remove the tables that the statements were compiled for.
      writer.reset()
      throw error
    }
  }
}
