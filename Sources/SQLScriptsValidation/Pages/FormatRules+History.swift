import SQLScriptsFiles

extension FormatRules {
  /// What is found about users who come from older versions, and about the systems they have.
  static let history: [RulePage] = [
    RulePage(
      "fresh-and-upgraded-differ", .error,
      "A new database and one that was updated are not the same.",
      why: """
        The default script makes a version that updates lead to as well. If they do not lead to the same \
        tables and rows, the app meets two kinds of databases under one version, and later updates work \
        on one of them only.
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
      "released-script-changed", .error, "A script has changed since it was released.",
      why: """
        Users who have its version will never run the new text, so their databases and new ones differ. \
        “sqlscripts release” notes in sqlscripts.lock what was shipped. Its form, its comments and blanks \
        may change.
        """,
      wrong: [lock("1 default sql_default.json xxh64:0123456789abcdef")], right: [sound]),
    RulePage(
      "released-script-removed", .error, "A script that was released is gone.",
      why: "Users below its version cannot be updated without it.",
      wrong: [
        lock(
          "1 default sql_default.json \(checksum)",
          "«2 update sql_update_2.json xxh64:0123456789abcdef»")
      ],
      right: [sound]),
    RulePage(
      "late-update", .error, "An update below a released version was not released with it.",
      why: """
        Databases at the released version never had it. Where updates are numbered by time, such a database \
        is refused because the update came late. A line of sqlscripts.lock may also have been lost, and then \
        a change in that script would not be found.
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
      "minimum-above-latest", .error, "The minimum version is above what the scripts make.",
      why: """
        “minimumVersion” is the oldest version that these scripts still update. No database has one that is \
        above the latest, so with the next update every database would be refused.
        """,
      wrong: [settings(#"{ «"minimumVersion"»: 2 }"#)],
      right: [settings(#"{ "minimumVersion": 1 }"#)]),
    RulePage(
      "version-too-large", .error, "The place for the version cannot hold the latest one.",
      why: "PRAGMA user_version has 32 bits. Updates numbered by time do not fit.",
      wrong: [
        settings(#"{ «"versionStore"»: "userVersion", "numbering": "timestamp" }"#)
          + file("sql_update_20261121093000.json", "[]\n")
      ],
      right: [settings(#"{ "versionStore": "userVersion" }"#)]),
    RulePage(
      "released-script-reformed", .info, "A released script has another format now.",
      why: "It does the same, and only sqlscripts.lock does not know its new name yet.",
      wrong: [lock("1 default sql_default.plist \(checksum)")], right: [sound]),
    RulePage(
      "damaged-lock-file", .error, "sqlscripts.lock cannot be understood.",
      why: "What was released is not known, so a change in it would not be found.",
      wrong: [lock("1 default sql_default.json \(checksum)", "«<<<<<<< main»")], right: [sound]),
  ]

  static let targets: [RulePage] = [
    RulePage(
      "unknown-target", .error, "The settings name a system that there is not.",
      why: "What its SQLite does not know yet would not be found.",
      wrong: [settings(#"{ "targets": { «"Android"»: 30 } }"#)],
      right: [settings(#"{ "targets": { "android": 30, "iOS": "15" } }"#)]),
    RulePage(
      "wrong-target-version", .error, "The version of a target is none of that system.",
      why: "Which SQLite it has is not known. Android is counted by API level, not by release.",
      wrong: [settings(#"{ "targets": { "android": «11» } }"#)],
      right: [settings(#"{ "targets": { "android": 30 } }"#)]),
  ]

  /// Of a script without statements.
  private static let checksum = "xxh64:ef46db3751d8e999"
  private static let sound = lock("1 default sql_default.json \(checksum)")

  private static func lock(_ lines: String...) -> RulePage.Example {
    file("sqlscripts.lock", lines.map { $0 + "\n" }.joined())
  }

  private static func settings(_ text: String) -> RulePage.Example {
    file("sqlscripts.json", text + "\n")
  }
}
