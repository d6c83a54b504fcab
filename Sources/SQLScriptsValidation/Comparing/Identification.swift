import SQLScripts
import SQLScriptsSchema

/// Which version of a bundle a database structurally equals, or is nearest to.
package struct Identification: Sendable {
  /// The versions whose schema it has, or is nearest to, ascending: a script that only changes rows leaves
  /// the schema of the version before it.
  package private(set) var versions: [Int64] = []

  /// The versions that were compared.
  package private(set) var compared: [Int64] = []

  /// Why the later versions were not compared: a script of theirs failed.
  package private(set) var failure: MigrationFailure?

  private let database: SchemaSnapshot
  private var best: (rank: (Int, Int), difference: SchemaDifference)?

  package init(of database: SchemaSnapshot) {
    self.database = database
  }

  /// What the database has beyond the schema of these versions, and lacks of it.
  package var differences: [SchemaChange] { best?.difference.changes ?? [] }

  /// Whether the database has the schema of these versions, for all that a statement can tell which names
  /// its columns.
  package var isFound: Bool { !versions.isEmpty && differences.allSatisfy(\.isCosmetic) }

  /// Compares with each version once, in order, up to a script that fails.
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

  /// Compares with a version above those before.
  package mutating func compare(with schema: SchemaSnapshot, at version: Int64) {
    compared.append(version)
    let difference = SchemaDifference(from: schema, to: database)
    let rank = Self.rank(difference.changes)
    if let best, best.difference == difference {
      versions.append(version)
    } else if best.map({ rank <= $0.rank }) ?? true {
      // Of two that are as near, the later one: more of its scripts are known to have run.
      best = (rank, difference)
      versions = [version]
    }
  }

  private static func rank(_ changes: [SchemaChange]) -> (Int, Int) {
    let cosmetic = changes.count(where: \.isCosmetic)
    return (changes.count - cosmetic, cosmetic)
  }
}
