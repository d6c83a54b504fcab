extension ReaderDiagnostics {
  static let text: [RulePage] = [
    RulePage(
      "not-utf8", .error, "A file is not UTF-8.",
      why: "Non-ASCII letters would be garbled in every user's database.",
      wrong: [file("sql_update_2.json", "[\0\"\0S\0E\0")],
      right: [file("sql_update_2.json", "[\"SELECT 1\"]\n")]),
    RulePage(
      "encoding-declaration-mismatch", .error,
      "A property list declares an encoding other than UTF-8.",
      why: "Non-ASCII letters would be garbled in every user's database.",
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
      "rich-text-file", .error, "A file is a formatted document, not plain text.",
      why:
        "Word processors save fonts and layout with the text, so the file cannot be read as a script.",
      wrong: [file("sql_update_2.sql", "{\\rtf1\\ansi DELETE FROM session;}\n")],
      right: [file("sql_update_2.sql", "SELECT 1;\n")]),
    RulePage(
      "file-empty", .error, "A property list or a JSON file is empty.",
      why:
        "An empty script has an empty list. A file without contents was probably not saved correctly.",
      wrong: [file("sql_update_2.json", "")], right: [json("[]")]),
    RulePage(
      "byte-order-mark", .warning, "A file starts with an invisible byte-order mark.",
      why: "The file is still read. Other tools may read the mark as part of the first word.",
      wrong: [file("sql_update_2.json", "\u{FEFF}[]\n")], right: [json("[]")]),
    RulePage(
      "line-endings", .info, "A file mixes Windows and Unix line endings.",
      why: "Diff tools show such lines as changed although their text is the same.",
      wrong: [file("sql_update_2.json", "[\n  \"SELECT 1\",«\r\n»  \"SELECT 2\"\n]\n")],
      right: [file("sql_update_2.json", "[\r\n  \"SELECT 1\",\r\n  \"SELECT 2\"\r\n]\r\n")],
      canBeTurnedOff: true),
    RulePage(
      "line-end-in-comment", .error,
      "A comment that starts with -- ends at a line ending that SQLite does not recognize.",
      why: """
        SQLite ends such a comment only at a line feed (LF). Editors also break the line at a lone \
        CR, as on old Macs, and at U+2028. The SQL after it looks like a statement but never runs.
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
      "ending-does-not-fit-contents", .error,
      "The file extension does not match the file's contents.",
      why: "The extension decides how the file is read, so it cannot be read.",
      wrong: [
        file("sql_update_2.plist", "«[»\"SELECT 1\"]\n"),
        file("sql_update_2.json", "«<»plist version=\"1.0\">\n<array/>\n</plist>\n"),
        file("sql_update_2.json", "«S»ELECT 1;\n"),
      ],
      right: [json(#"["SELECT 1"]"#), file("sql_update_2.sql", "SELECT 1;\n")]),
    RulePage(
      "merge-conflict", .error,
      "A file contains merge conflict markers.",
      why: "The file contains both versions of the text and cannot be read.",
      wrong: [
        file(
          "sql_update_2.sql",
          "«<<<<<<< HEAD»\nSELECT 1;\n=======\nSELECT 2;\n>>>>>>> feature\n"),
        json("[\n«<<<<<<< HEAD»\n  \"SELECT 1\"\n=======\n  \"SELECT 2\"\n>>>>>>> feature\n]"),
      ],
      right: [file("sql_update_2.sql", "SELECT 1;\nSELECT 2;\n")]),
    RulePage(
      "nul-character", .error, "A statement contains a NUL character.",
      why: "SQLite ends the statement there and silently ignores everything after it.",
      wrong: [json(#"["SELECT 1«\u0000», 2"]"#)], right: [json(#"["SELECT 1, x'00'"]"#)]),
    RulePage(
      "nesting-too-deep", .error, "Lists and dictionaries are nested deeper than any script needs.",
      why:
        "A script needs two or three levels. A file with a million levels would exhaust the memory.",
      wrong: [json("[[[[[[[[«[»\"SELECT 1\"]]]]]]]]]")], right: [json(#"["SELECT 1"]"#)]),
    RulePage(
      "duplicate-key", .error, "A dictionary contains the same key twice.",
      why:
        "Most readers silently keep one of the two values, and not all of them keep the same one.",
      wrong: [json(#"{ "statements": [], «"statements"»: [] }"#)],
      right: [json(#"{ "statements": [] }"#)]),
  ]
}
