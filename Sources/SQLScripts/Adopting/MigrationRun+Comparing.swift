import SQLScriptsDatabase
import SQLScriptsFiles

// Comparing: the schema of a database with that of the scripts.
extension MigrationRun {
  /// Law 21: refuses a database whose schema is not that of the version to adopt.
  ///
  /// Nothing is compared if the scripts alone do not create that version.
  func checkSchema(of adoption: AdoptedVersion) throws(MigrationRefusal) {
    guard !options.adoptsDifferentSchema, adoption.oldStore == nil, !hasLateUpdates(adoption),
      let schemas = try? ScriptSchemas(library, options, at: adoption.version),
      let expected = schemas.outline(at: adoption.version),
      let found = try? SchemaOutline(connection)
    else { return }
    let differences = expected.differences(to: found, known: schemas.names)
    guard differences.isEmpty else {
      let matching = (try? ScriptSchemas(library, options))?.version(of: found)
      throw .differsFromAdopted(
        version: adoption.version, differences: differences, matching: matching)
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
