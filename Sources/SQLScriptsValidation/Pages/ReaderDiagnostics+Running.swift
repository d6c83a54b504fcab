extension ReaderDiagnostics {
  private static let users = "CREATE TABLE user_info (id INTEGER PRIMARY KEY, name TEXT)"

  static let rehearsal: [RulePage] = [
    RulePage(
      "failed-statement", .error, "A statement fails.",
      why: RuleDocumentation.failsOnEveryDevice,
      wrong: [statements([users], "INSERT INTO user_info (id) VALUES (abs(-9223372036854775808))")],
      right: [statements([users], "INSERT INTO user_info (id) VALUES (1)")]),
    RulePage(
      "outside-transaction", .info, "A script runs outside a transaction.",
      why:
        "Each statement takes effect separately. If one fails, the earlier ones stay, and the "
        + "next run continues after them (law 19). VACUUM and some PRAGMAs need this. "
        + "Everything else is safer inside a transaction.",
      wrong: [
        [
          .init(name: "sql_default.sql", text: "CREATE TABLE user_info (id INTEGER);\n"),
          .init(name: "sql_update_2.sql", text: "-- transaction: false\n«VACUUM»;\n"),
        ]
      ],
      right: [
        [
          .init(name: "sql_default.sql", text: "CREATE TABLE user_info (id INTEGER);\n"),
          .init(name: "sql_update_2.sql", text: "ALTER TABLE user_info ADD COLUMN age INTEGER;\n"),
        ]
      ], canBeTurnedOff: true),
    // The rules broken-view and broken-trigger report what a script breaks. This rule reports what they miss.
    RulePage(
      "broken-view-or-trigger", .error, "A script leaves a view or trigger that is broken.",
      why: "SQLite reports the error only when the app uses it."),
    RulePage(
      "impossible-plan", .error, "The scripts cannot create a new database.",
      why:
        "Without sql_default, a new database starts with the first update, which must then be "
        + "number 1.",
      wrong: [named("sql_update_2.sql")], right: [named("sql_default.sql", "sql_update_2.sql")]),
    RulePage(
      "failed-rehearsal", .error, "The rehearsal stopped for a reason outside the scripts.",
      why:
        "There was not enough memory, or SQLite does not work as expected. The scripts were not "
        + "verified."
    ),
    RulePage(
      "unreadable-file", .error, "A script or the settings cannot be read.",
      why:
        "The cause can be missing permissions, a pipe instead of a file, a name that is not "
        + "UTF-8, a size above 256 MiB, or a disk error."
    ),
  ]

  static let allowing: [RulePage] = [
    RulePage(
      "unknown-suppression", .error, "An ignore comment names an unknown rule.",
      why: "The rule name is misspelled, so nothing is ignored.",
      wrong: [
        statements(
          [users], "«/* sqlscripts: ignore[delete-without-were] a cache */» SELECT 1")
      ],
      right: [allowed]),
    RulePage(
      "unused-suppression", .warning, "An ignore comment no longer matches a finding.",
      why: "It would hide later mistakes.",
      wrong: [
        statements(
          [users], "«/* sqlscripts: ignore[delete-without-where] a cache */» SELECT 1")
      ],
      right: [allowed]),
    RulePage(
      "suppression-without-reason", .warning, "An ignore comment has no reason.",
      why: "Without a reason, nobody can check later whether it is still valid.",
      wrong: [
        statements(
          [users], "«/* sqlscripts: ignore[delete-without-where] */» DELETE FROM user_info")
      ],
      right: [allowed]),
    rowLoss, schemaCondition, requirement,
  ]

  static let rowLoss = RulePage(
    "unused-row-loss", .warning,
    "“allowsRowLoss” contains a name that is not a table, or a table twice.",
    why: """
      The name may be misspelled. Then losses of rows in the table that was meant are still reported. Or \
      the table is gone, and the name would hide losses in a later table of this name.
      """,
    wrong: [users(allowing: "\"«user_inf»\"")], right: [users(allowing: "\"user_info\"")],
    canBeTurnedOff: true)

  static let requirement = RulePage(
    "stops-with-rows", .warning,
    "A “require” or “verify” query finds every row of a table, so the update stops wherever it has rows.",
    why: """
      The update succeeds only with an empty table. Every user with a row stays at the version before it, \
      and so do all later updates of that user.
      """,
    wrong: [
      ages(require: "«SELECT * FROM user_info LIMIT 20»"),
      ages(require: "«SELECT 1 WHERE EXISTS (SELECT 1 FROM user_info)»"),
    ],
    right: [ages(require: "SELECT * FROM user_info WHERE name IS NULL LIMIT 20")],
    canBeTurnedOff: true)

  private static func ages(require query: String) -> RulePage.Example {
    file("sql_default.json", "[\"\(users)\"]\n")
      + json(
        #"{ "require": ["\#(query)"], "statements": ["CREATE UNIQUE INDEX i ON user_info (name, id)"] }"#
      )
  }

  static let schemaCondition = RulePage(
    "schema-depends-on-rows", .warning,
    "Whether a statement changes the schema depends on the rows of a user.",
    why: """
      Some databases of the version then have the change, and others do not. Neither later scripts nor the \
      app know which.
      """,
    wrong: [
      visits(if: "SELECT count(*) > 0 FROM user_info", "«CREATE INDEX i ON user_info (name)»")
    ],
    right: [
      visits(
        if: "SELECT count(*) = 0 FROM sqlite_schema WHERE name = 'i'",
        "CREATE INDEX i ON user_info (name)")
    ],
    canBeTurnedOff: true)

  private static func visits(if condition: String, _ sql: String) -> RulePage.Example {
    file("sql_default.json", "[\"\(users)\"]\n")
      + json(#"[{ "sql": "\#(sql)", "onlyIf": "\#(condition)" }]"#)
  }

  private static func users(allowing names: String) -> RulePage.Example {
    file("sql_default.json", "[\"\(users)\"]\n")
      + json(#"{ "allowsRowLoss": [\#(names)], "statements": ["DELETE FROM user_info"] }"#)
  }

  private static let allowed = statements(
    [users], "/* sqlscripts: ignore[delete-without-where] only a cache */ DELETE FROM user_info")
}
