import SQLScriptsSQL

/// The oldest SQLite that can run a script, and the feature that needs it.
package struct SQLiteRequirement: Sendable, Hashable {
  package let sqlite: SQLiteVersion
  /// The name of the feature or function.
  package let feature: String
  /// The index of the statement that uses it first.
  package let statement: Int

  /// The oldest version of each system that has this SQLite.
  package var systems: [String] {
    TargetPlatform.allCases.filter { $0 != .sqlite }.compactMap { platform in
      OperatingSystemSQLite.first(of: platform, with: sqlite)
        .map { Target.name(of: platform, $0) }
    }
  }

  /// The requirement of a script; nil if it uses no feature that any system in the table lacks.
  package init?(_ script: RehearsedScript) {
    var features = SQLiteFeature.table[...]
    var found: SQLiteRequirement?
    for (index, statement) in script.statements.enumerated() where statement.succeeded {
      let outline = StatementOutline(statement)
      for feature in features.reversed() {
        guard let use = feature.use(in: outline) else { continue }
        found = SQLiteRequirement(sqlite: feature.since, feature: use.name, statement: index)
        // Only a newer one matters from here on.
        features = features.drop { $0.since <= feature.since }
        break
      }
      if features.isEmpty { break }
    }
    guard let found else { return nil }
    self = found
  }

  private init(sqlite: SQLiteVersion, feature: String, statement: Int) {
    self.sqlite = sqlite
    self.feature = feature
    self.statement = statement
  }
}
