extension FormatRules {
  static let names: [RulePage] = [
    RulePage(
      "unknown-file-name", .error,
      "The name of a file is nearly the name of a script, but not quite.",
      why: "It would never run. Nobody notices before a user's database lacks what it adds.",
      wrong: [
        named("sql_default.sql", "sql_update2.sql"), named("sql_default.sql", "sql_update_2.txt"),
      ],
      right: [named("sql_default.sql", "sql_update_2.sql", "sql_update_3_add-age.plist")]),
    RulePage(
      "zero-padded-version", .error, "The number of an update has a zero in front.",
      why: "It would never run: sql_update_02 is not the name of a script, sql_update_2 is.",
      wrong: [named("sql_default.sql", "sql_update_02.sql")],
      right: [named("sql_default.sql", "sql_update_2.sql")]),
    RulePage(
      "file-name-case", .error, "The name of a script has capital letters.",
      why:
        "A Mac finds it under either name, an iPhone and Linux do not: it works until it is shipped.",
      wrong: [named("sql_default.sql", "SQL_Update_2.sql")],
      right: [named("sql_default.sql", "sql_update_2.sql")]),
    RulePage(
      "extra-extension", .error, "The name of a script has one ending too many.",
      why: "Editors add .txt without a word and may hide it. The script would never run.",
      wrong: [named("sql_default.sql", "sql_update_2.plist.txt")],
      right: [named("sql_default.sql", "sql_update_2.sql")]),
    RulePage(
      "editor-leftover-file", .warning, "A file looks like a copy or a backup of a script.",
      why:
        "It never runs, but it is shipped with the app, and one day someone edits the wrong file.",
      wrong: [named("sql_default.sql", "sql_update_2.sql", "sql_update_2 copy.sql")],
      right: [named("sql_default.sql", "sql_update_2.sql")]),
    RulePage(
      "version-gap", .error, "A number is missing among the updates.",
      why: """
        Scripts run one after the other. A gap usually means a file that was forgotten or misnamed, so \
        nothing behind it runs. Updates numbered by time may have gaps.
        """,
      wrong: [named("sql_default.sql", "sql_update_2.sql", "sql_update_4.sql")],
      right: [named("sql_default.sql", "sql_update_2.sql", "sql_update_3.sql")]),
    RulePage(
      "duplicate-version", .error, "Two files are the script of one version.",
      why: "Only one of them would run, and nobody can tell which.",
      wrong: [named("sql_default.sql", "sql_update_2.sql", "sql_update_2_add-age.sql")],
      right: [named("sql_default.sql", "sql_update_2.sql", "sql_update_3_add-age.sql")]),
    RulePage(
      "update-below-default", .warning,
      "The first update has the number 1, and changes what sql_default has made as version 1.",
      why:
        "A new database begins at version 1, so it never gets this update, and lacks what it adds.",
      wrong: [
        [
          RulePage.File(name: "sql_default.sql", text: "CREATE TABLE user_info (id INTEGER);\n"),
          RulePage.File(name: "sql_update_1.sql", text: "ALTER TABLE user_info ADD age INTEGER;\n"),
        ]
      ],
      right: [
        [
          RulePage.File(name: "sql_default.sql", text: "CREATE TABLE user_info (id INTEGER);\n"),
          RulePage.File(name: "sql_update_2.sql", text: "ALTER TABLE user_info ADD age INTEGER;\n"),
        ]
      ], canBeTurnedOff: true),
    RulePage(
      "both-formats-mixed", .info, "Some scripts are property lists, and some are JSON.",
      why: "Whoever edits them needs two tools, and has two ways to go wrong.",
      wrong: [named("sql_default.plist", "sql_update_2.json")],
      right: [
        named("sql_default.json", "sql_update_2.json"),
        named("sql_default.plist", "sql_update_2.sql"),
      ], canBeTurnedOff: true),
  ]
}
