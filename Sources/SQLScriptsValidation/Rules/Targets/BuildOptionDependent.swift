import SQLScriptsFiles

/// A part of SQLite that a target's build does not have.
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

  /// The first target that has the release but maybe not the option: an older one has a finding already.
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
        case .sqlite: "whether yours has it depends on how it was built"
        case .android: "\(target.name) has none"
        default: "\(target.name) may have none"
        }
      let since = option.since(target.platform).flatMap { VersionNumbers($0) }
      let newer = since.map { Target.name(of: target.platform, $0) }
      findings.report(
        "Not every build of SQLite has \(option.words); \(fact)",
        at: statement.span(
          statement.tokens[use.tokens.lowerBound], to: statement.tokens[use.tokens.upperBound]),
        why: "Where it is missing, the update stops here.",
        help: "Do without it, bring your own SQLite"
          + (newer.map { ", or support only \($0) and later." } ?? ", or say why it is there."))
    }
  }

  package static let documentation = RuleDocumentation(
    summary: "A statement uses a part of SQLite that not every build of it has.",
    severity: .warning,
    why: """
      FTS5, JSON, math functions and a few others are options of SQLite's build. Android's own SQLite has \
      hardly any of them. Where one is missing, the update stops at this statement. Without “targets” in \
      sqlscripts.json nothing is found.
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
