import SQLScripts
import SQLScriptsSchema

/// The version of a bundle whose schema a database equals or is closest to.
package struct Identification: Sendable {
  /// The versions whose schema it has or is closest to, ascending. A script that only changes rows keeps the schema
  /// of the previous version.
  package private(set) var versions: [Int64] = []

  /// The versions that were compared.
  package private(set) var compared: [Int64] = []

  /// Why the later versions were not compared: one of their scripts failed.
  package private(set) var failure: MigrationFailure?

  private let database: SchemaSnapshot
  private var best: (rank: (Int, Int), difference: SchemaDifference)?

  package init(of database: SchemaSnapshot) {
    self.database = database
  }

  /// The differences between the database and the schema of these versions.
  package var differences: [SchemaChange] { best?.difference.changes ?? [] }

  /// Whether the schemas are equal for statements that name their columns.
  package var isFound: Bool { !versions.isEmpty && differences.allSatisfy(\.isCosmetic) }

  /// Compares with each version in order, up to the first script that fails.
  package mutating func compare(with schemas: VersionSchemas) {
    for version in schemas.versions {
      do throws(MigrationFailure) {
        compare(with: try schemas.schema(at: version), at: version)
      } catch {
        failure = error
        return
      }
    }
  }

  /// Compares with a version above the previous ones.
  package mutating func compare(with schema: SchemaSnapshot, at version: Int64) {
    compared.append(version)
    let difference = SchemaDifference(from: schema, to: database)
    let rank = Self.rank(difference.changes)
    if let best, best.difference == difference {
      versions.append(version)
    } else if best.map({ rank <= $0.rank }) ?? true {
      // If two are equally close, the later one wins, because more of its scripts are known to have run.
      best = (rank, difference)
      versions = [version]
    }
  }

  private static func rank(_ changes: [SchemaChange]) -> (Int, Int) {
    let cosmetic = changes.count(where: \.isCosmetic)
    return (changes.count - cosmetic, cosmetic)
  }
}
