extension FormatRules {
  private static let users = "CREATE TABLE user_info (id INTEGER PRIMARY KEY, name TEXT)"

  static let rehearsal: [RulePage] = [
    RulePage(
      "failed-statement", .error, "A statement fails.",
      why: "The update stops here for every user, and with it all updates after it.",
      wrong: [statements([users], "INSERT INTO user_info (id) VALUES (abs(-9223372036854775808))")],
      right: [statements([users], "INSERT INTO user_info (id) VALUES (1)")]),
    RulePage(
      "outside-transaction", .info, "A script runs outside a transaction.",
      why: "Each statement takes effect by itself. If one fails, those before it stay, and the next"
        + " run continues after them (law 19). VACUUM and some PRAGMAs need that. Everything else is safer"
        + " inside a transaction.",
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
    // The rules broken-view and broken-trigger find what a script breaks; this is what they miss.
    RulePage(
      "broken-view-or-trigger", .error, "A script leaves a view or a trigger that cannot be used.",
      why: "SQLite finds out only when it is used, which is then in the app."),
    RulePage(
      "impossible-plan", .error, "No order of these scripts makes a new database.",
      why:
        "A bundle without sql_default starts with its first update, which must then be number 1.",
      wrong: [named("sql_update_2.sql")], right: [named("sql_default.sql", "sql_update_2.sql")]),
    RulePage(
      "failed-rehearsal", .error, "The rehearsal stopped for a reason outside the scripts.",
      why: "There was no memory, or SQLite is not what it should be. Nothing was proved."),
    RulePage(
      "unreadable-file", .error, "A script or the settings cannot be read.",
      why:
        "Permissions are missing, the file is a pipe, its name is not UTF-8, it is larger than 256 MiB, or the disk fails."
    ),
  ]

  static let allowing: [RulePage] = [
    RulePage(
      "unknown-suppression", .error, "A script allows what no rule finds.",
      why: "The name of the rule is misspelled, so nothing is allowed.",
      wrong: [
        statements(
          [users], "«/* sqlscripts: ignore[delete-without-were] a cache */» SELECT 1")
      ],
      right: [allowed]),
    RulePage(
      "unused-suppression", .warning, "A script allows what is not found in it any more.",
      why: "It would hide a later mistake.",
      wrong: [
        statements(
          [users], "«/* sqlscripts: ignore[delete-without-where] a cache */» SELECT 1")
      ],
      right: [allowed]),
    RulePage(
      "suppression-without-reason", .warning, "A script allows something and does not say why.",
      why: "Whoever reads it next year cannot tell whether it still holds.",
      wrong: [
        statements(
          [users], "«/* sqlscripts: ignore[delete-without-where] */» DELETE FROM user_info")
      ],
      right: [allowed]),
  ]

  private static let allowed = statements(
    [users], "/* sqlscripts: ignore[delete-without-where] only a cache */ DELETE FROM user_info")
}
