import SQLScriptsFiles

/// An optional feature of SQLite that a target's build lacks.
package struct BuildOptionDependent: Rule {
  private let targets: Targets
  private let features: [SQLiteFeature]

  package init() { self.init(settings: BundleSettings()) }

  package init(settings: BundleSettings) {
    let targets = Targets(settings)
    self.targets = targets
    features = SQLiteFeature.table.filter { feature in
      feature.option != nil && Self.lacking(feature, of: targets) != nil
    }
  }

  /// The first target that has the release but may lack the option. Another rule reports older targets.
  private static func lacking(_ feature: SQLiteFeature, of targets: Targets) -> Target? {
    targets.all.first { target in
      target.sqlite >= feature.since && feature.option?.isIn(target) == false
    }
  }

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, !features.isEmpty else { return }
    let outline = StatementOutline(statement)
    for feature in features {
      guard let option = feature.option, let target = Self.lacking(feature, of: targets),
        let use = feature.use(in: outline),
        statement.tokens.indices.contains(use.tokens.upperBound)
      else { continue }
      let fact =
        switch target.platform {
        case .sqlite: "whether your build has it depends on its options"
        case .android: "\(target.name) does not have it"
        default: "\(target.name) may not have it"
        }
      let since = option.since(target.platform).flatMap { VersionNumbers($0) }
      let newer = since.map { Target.name(of: target.platform, $0) }
      findings.report(
        "not every build of SQLite has \(option.words); \(fact)",
        at: statement.span(
          statement.tokens[use.tokens.lowerBound], to: statement.tokens[use.tokens.upperBound]),
        why: "Where it is missing, the script fails here.",
        help: "Avoid it, ship your own SQLite"
          + (newer.map { ", or support only \($0) and later." }
            ?? ", or ignore this finding with the reason."))
    }
  }

  package static let documentation = RuleDocumentation(
    summary: "A statement uses an optional feature that not every build of SQLite has.",
    severity: .warning,
    why: """
      FTS5, JSON, math functions and a few other features are build options of SQLite. Android's own \
      SQLite has hardly any of them. Where one is missing, the script fails at this statement. This \
      rule needs “targets” in sqlscripts.json.
      """,
    wrong: [
      .init(
        "CREATE VIRTUAL TABLE page USING «fts5» (title, body)",
        settings: #"{ "targets": { "iOS": "15", "android": 34 } }"#),
      .init(
        before: ["CREATE TABLE circle (r REAL)"],
        "UPDATE circle SET r = «sqrt»(r) WHERE r > 0",
        settings: #"{ "targets": { "android": 35 } }"#),
      .init(
        before: ["CREATE TABLE log (id INTEGER PRIMARY KEY)"],
        "DELETE FROM log WHERE id > 0 ORDER BY id «LIMIT» 10",
        settings: #"{ "targets": { "sqlite": "3.40" } }"#),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, info TEXT, city TEXT)"],
        "UPDATE user SET city = «json_extract»(info, '$.city') WHERE info <> ''",
        settings: #"{ "targets": { "android": 33 } }"#),
    ],
    right: [
      .init(
        "CREATE VIRTUAL TABLE page USING fts5 (title, body)",
        settings: #"{ "targets": { "iOS": "15", "macOS": "12" } }"#),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, info TEXT, city TEXT)"],
        "UPDATE user SET city = json_extract(info, '$.city') WHERE info <> ''",
        settings: #"{ "targets": { "android": 34 } }"#),
      .init("CREATE VIRTUAL TABLE page USING fts5 (title, body)"),
      .init(
        before: ["CREATE TABLE log (id INTEGER PRIMARY KEY, floor INTEGER)"],
        "DELETE FROM log WHERE id IN (SELECT id FROM log ORDER BY floor LIMIT 10)",
        settings: #"{ "targets": { "android": 35 } }"#),
    ])
}
