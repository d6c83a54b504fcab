import SQLScriptsFiles

extension ReaderDiagnostics {
  /// Findings about users of older versions and their operating systems.
  static let history: [RulePage] = [
    RulePage(
      "fresh-and-upgraded-differ", .error,
      "A new database and a migrated one differ.",
      why: """
        The default script creates a version that updates also migrate to. If the tables or rows \
        differ, databases at the same version are not the same, and later updates may work on only \
        one kind.
        """,
      wrong: [
        file(
          "sql_default.json",
          #"{ "version": «2», "statements": ["CREATE TABLE user_info (id INTEGER PRIMARY KEY)"] }"#)
          + json(#"["ALTER TABLE user_info ADD COLUMN age INTEGER"]"#)
      ],
      right: [
        file(
          "sql_default.json",
          """
          { "version": 2,
            "statements": ["CREATE TABLE user_info (id INTEGER PRIMARY KEY, age INTEGER)"] }
          """) + json(#"["ALTER TABLE user_info ADD COLUMN age INTEGER"]"#)
      ], canBeTurnedOff: true),
    RulePage(
      "released-script-changed", .error, "A script was changed after its release.",
      why: """
        Users who already ran it never run it again, so their databases would differ from new ones. \
        “sqlscripts release” records the released scripts in sqlscripts.lock. The file format, \
        comments and whitespace may change.
        """,
      wrong: [lock("1 default sql_default.json xxh64:0123456789abcdef")], right: [sound]),
    RulePage(
      "released-script-removed", .error, "A released script was deleted.",
      why: "Databases below its version cannot be migrated without it.",
      wrong: [
        lock(
          "1 default sql_default.json \(checksum)",
          "«2 update sql_update_2.json xxh64:0123456789abcdef»")
      ],
      right: [sound]),
    RulePage(
      "late-update", .error, "An update below a released version is not in the lock file.",
      why: """
        Databases at the released version never ran it. With timestamp numbering, SQLScripts refuses \
        to migrate such a database unless “outOfOrder” is “apply”. A line of sqlscripts.lock may \
        also have been lost. Then a change of that script would not be found.
        """,
      wrong: [
        file("sql_default.json", "[]\n")
          + lock("1 default sql_default.json \(checksum)", "3 update sql_update_3.json \(checksum)")
          + json(#"[]"#) + file("sql_update_3.json", "[]\n")
      ],
      right: [
        file("sql_default.json", "[]\n")
          + lock(
            "1 default sql_default.json \(checksum)", "2 update sql_update_2.json \(checksum)",
            "3 update sql_update_3.json \(checksum)") + json(#"[]"#)
          + file("sql_update_3.json", "[]\n")
      ]),
    RulePage(
      "minimum-above-latest", .error, "“minimumVersion” is above the latest version.",
      why: """
        “minimumVersion” is the oldest version that these scripts can migrate. No database is above \
        the latest version, so after the next update every database would be refused.
        """,
      wrong: [settings(#"{ «"minimumVersion"»: 2 }"#)],
      right: [settings(#"{ "minimumVersion": 1 }"#)]),
    RulePage(
      "version-too-large", .error, "The version store cannot hold the latest version.",
      why: "PRAGMA user_version has 32 bits, which is too small for timestamps.",
      wrong: [
        settings(#"{ «"versionStore"»: "userVersion", "numbering": "timestamp" }"#)
          + file("sql_update_20261121093000.json", "[]\n")
      ],
      right: [settings(#"{ "versionStore": "userVersion" }"#)]),
    RulePage(
      "released-script-reformed", .info, "The file name or format of a released script changed.",
      why: "The script itself is unchanged. Only sqlscripts.lock still has the old name.",
      wrong: [lock("1 default sql_default.plist \(checksum)")], right: [sound]),
    RulePage(
      "damaged-lock-file", .error, "sqlscripts.lock is damaged.",
      why: "The released scripts are not known, so a change of one would not be found.",
      wrong: [lock("1 default sql_default.json \(checksum)", "«<<<<<<< main»")], right: [sound]),
  ]

  static let targets: [RulePage] = [
    RulePage(
      "unknown-target", .error, "“targets” names an unknown platform.",
      why: "Statements that its SQLite does not support would not be found.",
      wrong: [settings(#"{ "targets": { «"Android"»: 30 } }"#)],
      right: [settings(#"{ "targets": { "android": 30, "iOS": "15" } }"#)]),
    RulePage(
      "wrong-target-version", .error, "The version of a target does not exist.",
      why: "Its SQLite version is not known. For Android, write the API level, not the release.",
      wrong: [settings(#"{ "targets": { "android": «11» } }"#)],
      right: [settings(#"{ "targets": { "android": 30 } }"#)]),
    RulePage(
      "wrong-stand-in", .error, "Nothing can stand in for a function of the app.",
      why: """
        The key is the function with the names of its parameters, and the value is an SQL expression over them. \
        Without it, no statement that calls the function can be checked.
        """,
      wrong: [
        settings(#"{ "functions": { «"slug"»: "lower(title)" } }"#),
        settings(#"{ "functions": { «"slug(title)"»: "lower(name)" } }"#),
      ],
      right: [settings(#"{ "functions": { "slug(title)": "lower(title)" } }"#)]),
  ]

  /// The checksum of a script without statements.
  private static let checksum = "xxh64:ef46db3751d8e999"
  private static let sound = lock("1 default sql_default.json \(checksum)")

  private static func lock(_ lines: String...) -> RulePage.Example {
    file("sqlscripts.lock", lines.map { $0 + "\n" }.joined())
  }

  private static func settings(_ text: String) -> RulePage.Example {
    file("sqlscripts.json", text + "\n")
  }
}
