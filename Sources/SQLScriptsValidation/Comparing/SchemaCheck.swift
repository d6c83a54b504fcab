import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSchema

/// Law 21: checks that the schema of a database to adopt is that of the version.
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
    // With timestamp numbering, a version between two updates has the schema of the earlier one.
    if let last = schemas.versions.last(where: { $0 <= version }) {
      return try schemas.schema(at: last)
    }
    guard library.bundle.defaultScript == nil else {
      let first = schemas.versions.first ?? 0
      throw MigrationRefusal.cannotCompare(
        version: version, reason: "sql_default creates version \(first)")
    }
    return SchemaSnapshot()
  }
}
