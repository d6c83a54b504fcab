extension FormatRules {
  private static let fine = plist("<string>SELECT 'Tom &amp; Jerry' WHERE 1 &lt; 2</string>")

  static let propertyLists: [RulePage] = [
    RulePage(
      "plist-unescaped-ampersand", .error, "A property list has a bare “&”.",
      why: "A property list is XML, and there “&” starts a code such as &lt;. Write &amp; instead.",
      wrong: [plist("<string>SELECT 'Tom «&» Jerry'</string>")], right: [fine]),
    RulePage(
      "plist-unescaped-less-than", .error, "A property list has a bare “<” in a text.",
      why: "A property list is XML, and there “<” starts a tag. Write &lt; instead.",
      wrong: [plist("<string>SELECT 1 «<» 2</string>")], right: [fine]),
    RulePage(
      "plist-unknown-entity", .error, "A property list has a code that XML does not know.",
      why: "&nbsp; and its like are HTML. XML has &amp; &lt; &gt; &quot; &apos; and numbers.",
      wrong: [plist("<string>SELECT«&nbsp;»1</string>")], right: [fine]),
    RulePage(
      "plist-unclosed-string", .error, "A <string> has no </string>.",
      why: "The statements behind it would become a part of it.",
      wrong: [plist("«<string>»SELECT 1", "<string>SELECT 2</string>")],
      right: [plist("<string>SELECT 1</string>", "<string>SELECT 2</string>")]),
    RulePage(
      "plist-tag-mismatch", .error, "A tag is closed by another one, or not at all.",
      why: "Nobody can tell where the text or the list was meant to end.",
      wrong: [plist("<string>SELECT 1«</strong>»")], right: [fine]),
    RulePage(
      "plist-unknown-tag", .error, "A property list has a tag that property lists do not know.",
      why: "Tags are in lower case, and a statement is a <string>.",
      wrong: [plist("«<sql>»SELECT 1</sql>")], right: [fine]),
    RulePage(
      "plist-text-outside-string", .error, "A text stands between the items of a property list.",
      why: "It would be ignored, although it may be a statement.",
      wrong: [plist("«SELECT 1»")], right: [plist("<string>SELECT 1</string>")]),
    RulePage(
      "plist-missing-key", .error, "A value of a dictionary has no <key>.",
      why: "Nobody can tell what the value is for.",
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
      why: "Something was deleted, or has not been written yet.",
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
      "plist-no-value", .error, "A property list holds nothing.",
      why: "It is not a script that does nothing, but no script.",
      wrong: [file("sql_update_2.plist", "<plist version=\"1.0\">\n</plist>\n")],
      right: [file("sql_update_2.plist", "<plist version=\"1.0\">\n<array/>\n</plist>\n")]),
    RulePage(
      "plist-bad-number", .error, "An <integer> or a <real> of a property list is not a number.",
      why: "Readers disagree about what it stands for.",
      wrong: [version("<integer>«two»</integer>")], right: [version("<integer>2</integer>")]),
    RulePage(
      "plist-content-after-end", .error, "A property list goes on after its end.",
      why: "Readers ignore what stands there, although it may be a statement.",
      wrong: [
        file("sql_update_2.plist", "<plist version=\"1.0\">\n<array/>\n</plist>\nSELECT 1\n")
      ],
      right: [fine]),
    RulePage(
      "plist-entity-declaration", .error, "A property list declares entities of its own.",
      why: "Such declarations can read other files and fill the memory. They are never followed.",
      wrong: [
        file(
          "sql_update_2.plist",
          "<!DOCTYPE plist [ <!ENTITY a \"1\"> ]>\n<plist version=\"1.0\">\n<array/>\n</plist>\n")
      ],
      right: [fine]),
    RulePage(
      "plist-not-well-formed", .error, "A property list is not XML.",
      why: "No reader can tell what it means, so nothing of it runs.",
      wrong: [file("sql_update_2.plist", "«a» list\n")], right: [fine]),
    RulePage(
      "openstep-property-list", .error, "A property list is in the old text form with brackets.",
      why: "Only Apple's own readers know it. plutil converts it to XML.",
      wrong: [file("sql_update_2.plist", "( \"SELECT 1\" )\n")], right: [fine]),
    RulePage(
      "plist-missing-header", .info, "A property list does not begin with its XML header.",
      why:
        "It is read all the same. Xcode adds the header when it saves, and that line shows as changed.",
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
      "binary-plist", .warning, "A script is a compiled property list.",
      why: "Xcode makes them for the finished app. Among sources nobody can read or compare one.",
      right: [fine], canBeTurnedOff: true),
    RulePage(
      "binary-plist-damaged", .error, "A binary property list does not hold what it says.",
      why: "It was cut off, or edited as a text. Nothing of it can be trusted.",
      wrong: [file("sql_update_2.plist", "bplist00SELECT 1\n")], right: [fine]),
    RulePage(
      "binary-plist-too-large", .error,
      "A binary property list unfolds to more than 16 million values or 256 MiB.",
      why: "A small file can refer to one object again and again, and would fill the memory."),
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
