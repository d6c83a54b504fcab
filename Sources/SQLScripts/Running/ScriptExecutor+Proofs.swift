import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

// Checks before a script is committed.
extension ScriptExecutor {
  /// Checks laws 17, 18 and 30.
  package func prove(_ script: Script) throws(StepInterruption) {
    authorizer.mode = .runner
    inserts.forget()
    let name = script.file.name
    do {
      try dropTemporaryObjects()
      if authorizer.sawLegacyPragma {
        // Views must be usable without it, too.
        try connection.execute("PRAGMA legacy_alter_table = OFF")
        endangersViews = true
      }
      if checksForeignKeys {
        notices += try proveForeignKeys(of: name, version: script.version)
      } else {
        foreignKeys.forgetRows()
      }
      if endangersViews { try proveSchema(script) }
    } catch let stop as StepInterruption {
      throw stop
    } catch let error as SQLiteError {
      throw .failure(.database(error, during: .checking(script: name)))
    } catch {
      throw .failure(
        .database(.misuse("\(error)"), during: .checking(script: name)))
    }
  }

  /// Law 30: TEMP objects of a script are dropped at its end. If the script fails, the rollback does that.
  private func dropTemporaryObjects() throws(SQLiteError) {
    guard authorizer.hasMadeTemporary else { return }
    try authorizer.others.dropNewTemporaryObjects(connection)
  }

  /// Checks law 17 for a script or a code step.
  ///
  /// - Returns: notices about old violations.
  func proveForeignKeys(of name: String, version: Int64) throws -> [String] {
    // Apps that migrate with foreign keys off have histories in which a later script repairs this.
    switch try foreignKeys.finishPart(toleratesDangling: authorizer.turnsForeignKeysOff) {
    case .clean(let notices): return notices
    case .violations(let violations, let count):
      throw StepInterruption.failure(
        .foreignKeys(script: name, version: version, violations, count: count))
    }
  }

  /// Checks the views and triggers that name an object that the script changed.
  private func proveSchema(_ script: Script) throws {
    var broken = try SchemaHealth.naming(authorizer.changedObjects, connection).broken
    // A function or module that this connection lacks is not a problem of the schema.
    broken = broken.filter { !SQLiteMessage($0.value).isAboutConnection }
    guard !broken.isEmpty else { return }
    guard let brokenBefore else {
      suspects[script.version] = Set(broken.keys)
      throw StepInterruption.again
    }
    for name in brokenBefore.keys { broken[name] = nil }
    guard broken.isEmpty else {
      throw StepInterruption.failure(
        .brokenSchema(
          script: script.file.name, version: script.version,
          objects: Dictionary(broken.map { ($0.key.text, $0.value) }) { "\($0); \($1)" }))
    }
  }

  /// The suspects that were unusable before the script; nil if it has no suspects (law 31).
  func brokenSuspects(of script: Script) throws(SQLiteError) -> [SQLName: String]? {
    guard let names = suspects[script.version] else { return nil }
    return try SchemaHealth.broken(connection) { names.contains($0) }
  }
}
