import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

// Comparing: the schema of a database with that of the scripts.
extension MigrationRun {
  /// Law 21: refuses a database whose schema is not that of the version to adopt.
  ///
  /// If the scripts alone do not create that version, only a later version can be recognized.
  func checkSchema(of adoption: AdoptedVersion) throws(MigrationRefusal) {
    guard !options.adoptsDifferentSchema, adoption.oldStore == nil, !hasLateUpdates(adoption),
      let schemas = try? ScriptSchemas(library, options, at: adoption.version),
      let found = try? SchemaOutline(connection)
    else { return }
    guard let expected = schemas.outline(at: adoption.version) else {
      return try checkIsNotLater(adoption.version, found)
    }
    let differences = expected.differences(to: found, known: schemas.names)
    guard differences.isEmpty else {
      let matching = (try? ScriptSchemas(library, options))?.version(of: found)
      throw .differsFromAdopted(
        version: adoption.version, differences: differences, matching: matching)
    }
  }

  /// Refuses a database that has the schema of a later version already, because updates would run on it again.
  private func checkIsNotLater(
    _ version: Int64, _ found: SchemaOutline
  ) throws(MigrationRefusal) {
    guard let later = (try? ScriptSchemas(library, options))?.version(of: found), later > version,
      changesSchema(above: version, upTo: later)
    else { return }
    throw .differsFromAdopted(version: version, differences: [], matching: later)
  }

  /// Whether an update of these versions changes the schema. If all of them change rows only, the schema says nothing.
  private func changesSchema(above version: Int64, upTo last: Int64) -> Bool {
    library.bundle.updates.contains { file in
      guard case .update(let number) = file.kind, number > version, number <= last,
        let script = try? library.script(file)
      else { return false }
      return script.items.contains { item in
        script.document.withBytes(of: item.text) { bytes in
          let word = StatementText(bytes).leadingWords(1).first ?? ""
          return ["create", "alter", "drop"].contains(word)
        }
      }
    }
  }

  /// How the database differs from this version of the scripts; empty if the scripts alone do not create it.
  func differences(from version: Int64) -> [String] {
    guard let schemas = try? ScriptSchemas(library, options, at: version),
      let expected = schemas.outline(at: version), let found = try? SchemaOutline(connection)
    else { return [] }
    return expected.differences(to: found, known: schemas.names)
  }

  /// Whether updates below the version were never applied, so that its schema is not that of the version.
  private func hasLateUpdates(_ adoption: AdoptedVersion) -> Bool {
    guard let first = adoption.applied.first, adoption.applied.count > 1 else { return false }
    let applied = Set(adoption.applied)
    return library.bundle.updates.contains { file in
      guard case .update(let version) = file.kind else { return false }
      return version > first && version < adoption.version && !applied.contains(version)
    }
  }
}
