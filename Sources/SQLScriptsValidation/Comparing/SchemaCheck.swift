import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSchema

/// Law 21: whether a database that is to be adopted looks as the scripts make it at that version.
package struct SchemaCheck {
  private let library: ScriptLibrary

  package init(_ library: ScriptLibrary) {
    self.library = library
  }

  /// - Throws: a refusal that lists the differences, or says why there is nothing to compare with.
  package func check(
    _ connection: Connection, at version: Int64
  ) throws(MigrationRefusal) {
    let changes: [SchemaChange]
    do {
      let found = try VersionSchemas.snapshot(of: connection)
      changes = SchemaDifference(from: try expected(at: version), to: found).changes
    } catch let refusal as MigrationRefusal {
      throw refusal
    } catch let failure as MigrationFailure {
      throw .cannotCompare(version: version, reason: failure.summary)
    } catch {
      throw .cannotCompare(version: version, reason: "\(error)")
    }
    let differences = changes.filter { !$0.isCosmetic }.map { "it \($0.finding)" }
    guard differences.isEmpty else {
      throw .differsFromScripts(version: version, differences: differences)
    }
  }

  private func expected(at version: Int64) throws -> SchemaSnapshot {
    let schemas = try VersionSchemas(library)
    // Where numbers are times, what stands between two versions looks as the earlier one.
    if let last = schemas.versions.last(where: { $0 <= version }) {
      return try schemas.schema(at: last)
    }
    guard library.bundle.defaultScript == nil else {
      let first = schemas.versions.first ?? 0
      throw MigrationRefusal.cannotCompare(
        version: version, reason: "sql_default makes version \(first)")
    }
    return SchemaSnapshot()
  }
}
