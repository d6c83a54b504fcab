extension FormatRules {
  static let text: [RulePage] = [
    RulePage(
      "not-utf8", .error, "A file is not UTF-8.",
      why: "Letters that are not English would arrive as others in every user's database.",
      wrong: [file("sql_update_2.json", "[\0\"\0S\0E\0")],
      right: [file("sql_update_2.json", "[\"SELECT 1\"]\n")]),
    RulePage(
      "encoding-declaration-mismatch", .error,
      "The first line of a property list names another encoding than UTF-8.",
      why: "Letters that are not English would arrive as others in every user's database.",
      wrong: [
        file(
          "sql_update_2.plist",
          """
          <?xml version="1.0" encoding="«GB2312»"?>
          <plist version="1.0">
          <array>
            <string>SELECT 1</string>
          </array>
          </plist>

          """)
      ],
      right: [
        file(
          "sql_update_2.plist",
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <plist version="1.0">
          <array>
            <string>SELECT 1</string>
          </array>
          </plist>

          """)
      ]),
    RulePage(
      "rich-text-file", .error, "A file is a document with fonts and layout, not plain text.",
      why: "Word processors save more than the text. No reader of scripts understands it.",
      wrong: [file("sql_update_2.sql", "{\\rtf1\\ansi DELETE FROM session;}\n")],
      right: [file("sql_update_2.sql", "SELECT 1;\n")]),
    RulePage(
      "file-empty", .error, "A property list or a JSON file is empty.",
      why:
        "It is not a script that does nothing, but no script: something went wrong when it was saved.",
      wrong: [file("sql_update_2.json", "")], right: [json("[]")]),
    RulePage(
      "byte-order-mark", .warning, "A file starts with an invisible byte-order mark.",
      why: "It is read all the same; other tools take it for a part of the first word.",
      wrong: [file("sql_update_2.json", "\u{FEFF}[]\n")], right: [json("[]")]),
    RulePage(
      "line-endings", .info, "Some lines of a file end as on Windows, and others as on a Mac.",
      why: "Tools that compare files show such lines as changed although nobody changed them.",
      wrong: [file("sql_update_2.json", "[\n  \"SELECT 1\",«\r\n»  \"SELECT 2\"\n]\n")],
      right: [file("sql_update_2.json", "[\r\n  \"SELECT 1\",\r\n  \"SELECT 2\"\r\n]\r\n")],
      canBeTurnedOff: true),
    RulePage(
      "line-end-in-comment", .error,
      "A comment that begins with -- ends at a line end that SQLite does not recognize.",
      why: """
        SQLite ends such a comment at a line feed (LF) only. Editors also end a line at a lone CR, as old Macs \
        wrote it, and at U+2028. What follows looks like SQL but would never run.
        """,
      wrong: [
        file(
          "sql_update_2.sql", "-- people get a nick\r«ALTER TABLE user ADD COLUMN nick TEXT;»\r"),
        json(#"["DELETE FROM session -- old ones\r«WHERE id < 9»"]"#),
      ],
      right: [
        file("sql_update_2.sql", "-- people have nicks\nCREATE TABLE nick (name TEXT);\n")
      ]),
    RulePage(
      "ending-does-not-fit-contents", .error, "The ending of a file says another form than it has.",
      why: "The ending decides how a file is read, so nothing of it would be understood.",
      wrong: [
        file("sql_update_2.plist", "«[»\"SELECT 1\"]\n"),
        file("sql_update_2.json", "«<»plist version=\"1.0\">\n<array/>\n</plist>\n"),
        file("sql_update_2.json", "«S»ELECT 1;\n"),
      ],
      right: [json(#"["SELECT 1"]"#), file("sql_update_2.sql", "SELECT 1;\n")]),
    RulePage(
      "merge-conflict", .error,
      "A file has the lines that git leaves where a merge needs a person.",
      why: "Both versions of the place stand in the file, and no reader understands it.",
      wrong: [
        file(
          "sql_update_2.sql",
          "«<<<<<<< HEAD»\nSELECT 1;\n=======\nSELECT 2;\n>>>>>>> feature\n"),
        json("[\n«<<<<<<< HEAD»\n  \"SELECT 1\"\n=======\n  \"SELECT 2\"\n>>>>>>> feature\n]"),
      ],
      right: [file("sql_update_2.sql", "SELECT 1;\nSELECT 2;\n")]),
    RulePage(
      "nul-character", .error, "A statement has a NUL character in it.",
      why: "SQLite takes it for the end and ignores everything behind it without a word.",
      wrong: [json(#"["SELECT 1«\u0000», 2"]"#)], right: [json(#"["SELECT 1, x'00'"]"#)]),
    RulePage(
      "nesting-too-deep", .error, "Lists and dictionaries are nested deeper than any script needs.",
      why:
        "A script needs two or three levels, and a file of a million of them would fill the memory.",
      wrong: [json("[[[[[[[[«[»\"SELECT 1\"]]]]]]]]]")], right: [json(#"["SELECT 1"]"#)]),
    RulePage(
      "duplicate-key", .error, "A dictionary has the same key twice.",
      why: "Most readers would silently keep one of the two values, and not all the same one.",
      wrong: [json(#"{ "statements": [], «"statements"»: [] }"#)],
      right: [json(#"{ "statements": [] }"#)]),
  ]
}
