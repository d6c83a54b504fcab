import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsScratch

/// A feature that the oldest target does not have.
package struct RequiresNewerSqlite: Rule {
  private let targets: Targets
  private let features: [SQLiteFeature]

  package init() { self.init(settings: BundleSettings()) }

  package init(settings: BundleSettings) {
    targets = Targets(settings)
    let oldest = targets.binding?.sqlite
    features = oldest.map { oldest in SQLiteFeature.table.filter { $0.since > oldest } } ?? []
  }

  private static let running = SQLiteVersion(Connection.libraryVersion)

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard !features.isEmpty, let target = targets.binding else { return }
    let outline = StatementOutline(statement)
    // Two features may show in the same words. Reporting the older one is enough.
    var reported: Set<Int> = []
    for feature in features {
      // A statement that failed for another reason already has an error, and its words may mean anything.
      let isUnknownHere = Self.running.map { feature.since > $0 } ?? false
      guard statement.succeeded || isUnknownHere, let use = feature.use(in: outline),
        statement.tokens.indices.contains(use.tokens.upperBound)
      else { continue }
      guard reported.insert(use.tokens.lowerBound).inserted else { continue }
      findings.report(
        "\(use.name) needs SQLite \(feature.since.short); "
          + (target.platform == .sqlite
            ? "the oldest target is \(target.sqlite)"
            : "\(target.name) has \(target.sqlite.short)"),
        at: statement.span(
          statement.tokens[use.tokens.lowerBound], to: statement.tokens[use.tokens.upperBound]),
        why: "On \(target.name), the script fails here or the statement means something else.",
        help: help(for: feature))
    }
  }

  /// What to write instead, and which versions have the feature.
  private func help(for feature: SQLiteFeature) -> String {
    let lacking = targets.all.filter { $0.sqlite < feature.since }
    let newer = lacking.compactMap { target -> String? in
      if target.platform == .sqlite { return "SQLite \(feature.since.short)" }
      return OperatingSystemSQLite.first(of: target.platform, with: feature.since)
        .map { Target.name(of: target.platform, $0) }
    }
    let raise =
      newer.count == lacking.count
      ? "support only \(newer.list("and")) and later" : nil
    switch (feature.instead, raise) {
    case (let instead?, let raise?): return "\(instead), or \(raise)."
    case (let instead?, nil): return "\(instead)."
    case (nil, let raise?): return "Avoid it, or \(raise)."
    case (nil, nil): return "Avoid it."
    }
  }

  package static let documentation = RuleDocumentation(
    summary: "A statement uses a feature that the SQLite of a target does not have.",
    severity: .error,
    why: """
      Each operating system has its own SQLite version. On older systems the script fails at this \
      statement. List the oldest systems that the app supports under “targets” in sqlscripts.json. \
      Without “targets”, this rule finds nothing.
      """,
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, nick TEXT)"],
        "ALTER TABLE user «DROP COLUMN» nick",
        settings: #"{ "targets": { "iOS": "15", "android": 30 } }"#),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, nick TEXT)"],
        "alter table user «rename» nick TO name", settings: #"{ "targets": { "iOS": "12.4" } }"#),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, nick TEXT)"],
        "INSERT INTO user (id) VALUES (1) «ON CONFLICT» (id) DO NOTHING",
        settings: #"{ "targets": { "android": 29 } }"#),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, nick TEXT)"],
        "UPDATE user SET nick = «iif»(nick IS NULL, '', nick)",
        settings: #"{ "targets": { "sqlite": "3.31.1" } }"#),
      .init(
        "CREATE TABLE user (id INTEGER PRIMARY KEY, nick TEXT) «STRICT»",
        settings: #"{ "targets": { "macOS": "12.0" } }"#),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, info TEXT)"],
        "CREATE VIEW city AS SELECT info «->>» '$.city' AS city FROM user",
        settings: #"{ "targets": { "iOS": "15.4" } }"#),
      .init(
        before: ["CREATE TABLE user (a INTEGER)"],
        "ALTER TABLE user ADD COLUMN b INTEGER «GENERATED ALWAYS AS» (a * 2)",
        settings: #"{ "targets": { "watchOS": "6" } }"#),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, nick TEXT)"],
        "ALTER TABLE user DROP COLUMN nick",
        settings: #"{ "targets": { "iOS": "15", "android": 34 } }"#),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, nick TEXT)"],
        "ALTER TABLE user DROP COLUMN nick"),
      .init(
        "CREATE TABLE page (format TEXT, over INTEGER, strict TEXT, filter TEXT)",
        "INSERT INTO page (format, strict) VALUES ('RETURNING ->> iif(1)', 'STRICT')",
        "CREATE INDEX page_format ON page (format)",
        settings: #"{ "targets": { "android": 21 } }"#),
      .init(
        "CREATE TABLE format (id INTEGER PRIMARY KEY ON CONFLICT REPLACE, name TEXT)",
        "INSERT INTO format (name) VALUES ('A4')",
        "ALTER TABLE format ADD COLUMN width INTEGER",
        settings: #"{ "targets": { "android": 28 } }"#),
    ])
}
