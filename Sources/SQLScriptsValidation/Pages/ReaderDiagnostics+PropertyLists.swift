extension ReaderDiagnostics {
  private static let fine = plist("<string>SELECT 'Tom &amp; Jerry' WHERE 1 &lt; 2</string>")

  static let propertyLists: [RulePage] = [
    RulePage(
      "plist-unescaped-ampersand", .error, "A property list contains an unescaped “&”.",
      why: "A property list is XML, where “&” starts an entity such as &lt;. Write &amp; instead.",
      wrong: [plist("<string>SELECT 'Tom «&» Jerry'</string>")], right: [fine]),
    RulePage(
      "plist-unescaped-less-than", .error, "A string in a property list contains an unescaped “<”.",
      why: "A property list is XML, where “<” starts a tag. Write &lt; instead.",
      wrong: [plist("<string>SELECT 1 «<» 2</string>")], right: [fine]),
    RulePage(
      "plist-unknown-entity", .error,
      "A property list contains an entity that XML does not define.",
      why:
        "&nbsp; and similar entities are HTML. XML defines &amp; &lt; &gt; &quot; &apos; and "
        + "numeric references.",
      wrong: [plist("<string>SELECT«&nbsp;»1</string>")], right: [fine]),
    RulePage(
      "plist-unclosed-string", .error, "A <string> has no </string>.",
      why: "The statements after it would become part of it.",
      wrong: [plist("«<string>»SELECT 1", "<string>SELECT 2</string>")],
      right: [plist("<string>SELECT 1</string>", "<string>SELECT 2</string>")]),
    RulePage(
      "plist-tag-mismatch", .error, "A tag is closed by a different tag, or not at all.",
      why: "It is not clear where the string or list ends.",
      wrong: [plist("<string>SELECT 1«</strong>»")], right: [fine]),
    RulePage(
      "plist-unknown-tag", .error, "A property list contains an unknown tag.",
      why: "Tags are lowercase, and a statement is a <string>.",
      wrong: [plist("«<sql>»SELECT 1</sql>")], right: [fine]),
    RulePage(
      "plist-text-outside-string", .error, "A property list contains text between its items.",
      why: "The text would be ignored, although it may be a statement.",
      wrong: [plist("«SELECT 1»")], right: [plist("<string>SELECT 1</string>")]),
    RulePage(
      "plist-missing-key", .error, "A value of a dictionary has no <key>.",
      why: "It is not clear what the value means.",
      wrong: [
        file(
          "sql_update_2.plist",
          """
          <plist version="1.0">
          <dict>
            <key>statements</key>
            <array/>
            «<string>»one</string>
          </dict>
          </plist>

          """)
      ],
      right: [keyed]),
    RulePage(
      "plist-missing-value", .error, "A <key> of a dictionary has no value.",
      why: "The value may have been deleted, or not written yet.",
      wrong: [
        file(
          "sql_update_2.plist",
          """
          <plist version="1.0">
          <dict>
            <key>statements</key>
            <array/>
            <key>description</key>
          </dict>
          </plist>

          """)
      ],
      right: [keyed]),
    RulePage(
      "plist-no-value", .error, "A property list contains no value.",
      why: "An empty script has an empty list. A property list without a value is not a script.",
      wrong: [file("sql_update_2.plist", "<plist version=\"1.0\">\n</plist>\n")],
      right: [file("sql_update_2.plist", "<plist version=\"1.0\">\n<array/>\n</plist>\n")]),
    RulePage(
      "plist-bad-number", .error, "An <integer> or a <real> of a property list is not a number.",
      why: "Property list readers disagree about its value.",
      wrong: [version("<integer>«two»</integer>")], right: [version("<integer>2</integer>")]),
    RulePage(
      "plist-content-after-end", .error, "A property list continues after its end.",
      why: "Property list readers ignore that text, although it may be a statement.",
      wrong: [
        file("sql_update_2.plist", "<plist version=\"1.0\">\n<array/>\n</plist>\nSELECT 1\n")
      ],
      right: [fine]),
    RulePage(
      "plist-entity-declaration", .error, "A property list declares its own entities.",
      why:
        "Such declarations can read other files and exhaust the memory. They are never expanded.",
      wrong: [
        file(
          "sql_update_2.plist",
          "<!DOCTYPE plist [ <!ENTITY a \"1\"> ]>\n<plist version=\"1.0\">\n<array/>\n</plist>\n")
      ],
      right: [fine]),
    RulePage(
      "plist-not-well-formed", .error, "A property list is not well-formed XML.",
      why: "It cannot be read, so none of its statements run.",
      wrong: [file("sql_update_2.plist", "«a» list\n")], right: [fine]),
    RulePage(
      "openstep-property-list", .error, "A property list is in the old OpenStep text format.",
      why: "Only Apple's own readers support it. plutil converts it to XML.",
      wrong: [file("sql_update_2.plist", "( \"SELECT 1\" )\n")], right: [fine]),
    RulePage(
      "plist-missing-header", .info, "A property list does not start with an XML declaration.",
      why:
        "The file is still read. Xcode adds the declaration when it saves the file, so the line "
        + "shows as a change.",
      wrong: [file("sql_update_2.plist", "«<plist» version=\"1.0\">\n<array/>\n</plist>\n")],
      right: [
        file(
          "sql_update_2.plist",
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <plist version="1.0">
          <array/>
          </plist>

          """)
      ], canBeTurnedOff: true),
    RulePage(
      "binary-plist", .warning, "A script is a binary property list.",
      why:
        "Xcode creates binary property lists for the built app. As a source file, it cannot be "
        + "read or compared.",
      right: [fine], canBeTurnedOff: true),
    RulePage(
      "binary-plist-damaged", .error, "A binary property list is damaged.",
      why: "The file was truncated, or edited as text. Its contents cannot be trusted.",
      wrong: [file("sql_update_2.plist", "bplist00SELECT 1\n")], right: [fine]),
    RulePage(
      "binary-plist-too-large", .error,
      "A binary property list expands to far more than its size.",
      why: "A small file can refer to the same object many times and exhaust the memory."),
  ]

  private static let keyed = file(
    "sql_update_2.plist",
    "<plist version=\"1.0\">\n<dict>\n  <key>statements</key>\n  <array/>\n</dict>\n</plist>\n")

  private static func version(_ value: String) -> RulePage.Example {
    file(
      "sql_default.plist",
      """
      <plist version="1.0">
      <dict>
        <key>version</key>
        \(value)
        <key>statements</key>
        <array/>
      </dict>
      </plist>

      """)
  }
}
