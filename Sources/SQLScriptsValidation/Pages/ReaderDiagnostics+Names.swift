extension ReaderDiagnostics {
  static let names: [RulePage] = [
    RulePage(
      "unknown-file-name", .error,
      "A file name looks like a script name, but is not one.",
      why:
        "The script would never run, and users' databases would lack its changes. So migrations "
        + "are refused until the file has a valid name.",
      wrong: [
        named("sql_default.sql", "sql_update2.sql"), named("sql_default.sql", "sql_update_2.txt"),
      ],
      right: [named("sql_default.sql", "sql_update_2.sql", "sql_update_3_add-age.plist")]),
    RulePage(
      "zero-padded-version", .error, "The number of an update has a leading zero.",
      why:
        "sql_update_02 is not the name of an update: write sql_update_2. Migrations are refused until "
        + "the name is correct.",
      wrong: [named("sql_default.sql", "sql_update_02.sql")],
      right: [named("sql_default.sql", "sql_update_2.sql")]),
    RulePage(
      "file-name-case", .error, "A script name contains capital letters.",
      why:
        "File names on a Mac usually ignore case, on iOS and Linux they do not. So it works on "
        + "your Mac, but not on devices.",
      wrong: [named("sql_default.sql", "SQL_Update_2.sql")],
      right: [named("sql_default.sql", "sql_update_2.sql")]),
    RulePage(
      "extra-extension", .error, "A script name has an extra file extension.",
      why:
        "Editors may silently add .txt and hide it. Migrations are refused until the name is correct.",
      wrong: [named("sql_default.sql", "sql_update_2.plist.txt")],
      right: [named("sql_default.sql", "sql_update_2.sql")]),
    RulePage(
      "editor-leftover-file", .warning, "A file looks like a copy or a backup of a script.",
      why:
        "It never runs, but ships with the app, and somebody may edit the wrong file.",
      wrong: [named("sql_default.sql", "sql_update_2.sql", "sql_update_2 copy.sql")],
      right: [named("sql_default.sql", "sql_update_2.sql")]),
    RulePage(
      "version-gap", .error, "The numbers of the updates have a gap.",
      why: """
        Updates run in order. A gap usually means a forgotten or misnamed file, so a migration \
        across it is refused. With timestamp numbering, gaps are allowed.
        """,
      wrong: [named("sql_default.sql", "sql_update_2.sql", "sql_update_4.sql")],
      right: [named("sql_default.sql", "sql_update_2.sql", "sql_update_3.sql")]),
    RulePage(
      "duplicate-version", .error, "Two scripts have the same version.",
      why: "Only one of them could run, and it is not clear which.",
      wrong: [named("sql_default.sql", "sql_update_2.sql", "sql_update_2_add-age.sql")],
      right: [named("sql_default.sql", "sql_update_2.sql", "sql_update_3_add-age.sql")]),
    RulePage(
      "update-below-default", .warning,
      "The first update has the number 1, although sql_default creates version 1.",
      why:
        "A new database starts at version 1, so it never gets this update and lacks its changes.",
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
      "both-formats-mixed", .info, "Some scripts are property lists and some are JSON.",
      why: "Authors need two tools and have to know two formats.",
      wrong: [named("sql_default.plist", "sql_update_2.json")],
      right: [
        named("sql_default.json", "sql_update_2.json"),
        named("sql_default.plist", "sql_update_2.sql"),
      ], canBeTurnedOff: true),
  ]
}
