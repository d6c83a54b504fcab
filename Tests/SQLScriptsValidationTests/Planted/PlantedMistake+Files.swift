extension PlantedMistake {
  static let files: [PlantedMistake] = [
    .init(
      "plist-unescaped-ampersand", .plist,
      "<array>\n\t<string>UPDATE user SET name = 'Tom «&» Jerry' WHERE id = 7</string>\n</array>"),
    .init(
      "plist-unescaped-ampersand", .plist,
      "<array>\n\t<string>UPDATE user SET age = age «&» 1 WHERE id = 7</string>\n</array>"),
    .init(
      "plist-unescaped-ampersand", .plist,
      "<array>\n\t<string>UPDATE user SET name = 'http://a.b/?x=1«&»y=2' WHERE id = 7</string>\n</array>"
    ),
    .init(
      "plist-unescaped-less-than", .plist,
      "<array>\n\t<string>DELETE FROM user WHERE age «<» 30</string>\n</array>"),
    .init(
      "plist-unescaped-less-than", .plist,
      "<array>\n\t<string>DELETE FROM user WHERE age «<»= 30 AND age > 2</string>\n</array>"),
    .init(
      "plist-unescaped-less-than", .plist,
      "<array>\n\t<string>DELETE FROM user WHERE age «<»> 30</string>\n</array>"),
    .init(
      "plist-unescaped-less-than", .plist,
      "<array>\n\t<string>DELETE FROM user WHERE 3«<»age</string>\n</array>"),
    .init(
      "plist-unescaped-less-than", .plist,
      "<array>\n\t<string>UPDATE user SET name = '«<»b>Tom</b>' WHERE id = 7</string>\n</array>"),
    .init(
      "plist-unknown-entity", .plist,
      "<array>\n\t<string>UPDATE user SET name = 'a«&nbsp;»b' WHERE id = 7</string>\n</array>"),
    .init(
      "plist-unknown-entity", .plist,
      "<array>\n\t<string>UPDATE user SET name = 'a«&eacute;»b' WHERE id = 7</string>\n</array>"),
    .init(
      "plist-unescaped-ampersand", .plist,
      "<array>\n\t<string>DELETE FROM user WHERE age «&»lt 30</string>\n</array>"),
    .init(
      "plist-unclosed-string", .plist,
      "<array>\n\t«<string>»CREATE TABLE a (b)\n\t<string>UPDATE user SET age = 0</string>\n</array>"
    ),
    .init(
      "plist-unclosed-string", .plist,
      "<array>\n\t«<string>»CREATE TABLE a (b)\n</array>"),
    .init(
      "plist-tag-mismatch", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)«</strng>»\n</array>"),
    .init(
      "plist-tag-mismatch", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)</string>\n«</aray>»"),
    .init(
      "plist-tag-mismatch", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)</string>\n</array>\n«</array>»"),
    .init(
      "plist-tag-mismatch", .plist,
      "<array>\n\tCREATE TABLE a (b)«</string>»\n</array>"),
    .init(
      "plist-tag-mismatch", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)«</String>»\n</array>"),
    .init(
      "plist-unknown-tag", .plist,
      "<array>\n\t«<String>»CREATE TABLE a (b)</String>\n</array>"),
    .init(
      "plist-unknown-tag", .plist,
      "<array>\n\t«<text>»CREATE TABLE a (b)</text>\n</array>"),
    .init(
      "plist-unknown-tag", .plist,
      "<array>\n\t«<sql>»CREATE TABLE a (b)</sql>\n\t<string>CREATE TABLE a (b)</string>\n</array>"),
    .init(
      "plist-unknown-tag", .plist,
      "«<Array>»\n\t<string>CREATE TABLE a (b)</string>\n</Array>"),
    .init(
      "plist-unknown-tag", .plist,
      "«<list>»\n\t<string>CREATE TABLE a (b)</string>\n</list>"),
    .init(
      "plist-text-outside-string", .plist,
      "<array>\n\t«CREATE TABLE a (b)»\n</array>"),
    .init(
      "plist-text-outside-string", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)</string>«;»\n</array>"),
    .init(
      "plist-text-outside-string", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)</string>«,»\n\t<string>UPDATE user SET age = 0</string>\n</array>"
    ),
    .init(
      "wrong-root", .plist,
      "«<dict>»\n\t<key>Item 0</key>\n\t<string>CREATE TABLE a (b)</string>\n</dict>"),
    .init("wrong-root", .plist, "«<string>»CREATE TABLE a (b)</string>"),
    .init("missing-statements", .plist, "«<dict>»\n</dict>"),
    .init(
      "wrong-item-type", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)</string>\n\t«<integer>»1</integer>\n</array>"),
    .init(
      "wrong-item-type", .plist,
      "<array>\n\t«<true/>»\n\t<string>CREATE TABLE a (b)</string>\n</array>"),
    .init("wrong-item-type", .plist, "<array>\n\t«<date>»2024-01-01T00:00:00Z</date>\n</array>"),
    .init("wrong-item-type", .plist, "<array>\n\t«<data>»QUJD</data>\n</array>"),
    .init(
      "empty-statement", .plist,
      "<array>\n\t«<string>»</string>\n\t<string>CREATE TABLE a (b)</string>\n</array>"),
    .init(
      "empty-statement", .plist,
      "<array>\n\t«<string/>»\n\t<string>CREATE TABLE a (b)</string>\n</array>"),
    .init(
      "plist-content-after-end", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)</string>\n</array>\n«<array>»\n</array>"),
    .init(
      "plist-missing-value", .plist,
      "<dict>\n\t<key>statements</key><array/>\n\t«<key>»description</key>\n</dict>"),
    .init(
      "missing-statements", .plist,
      "<array>\n«<dict>»\n\t<key>note</key><string>x</string>\n</dict>\n</array>"),
    .init(
      "wrong-value-type", .plist,
      "<dict>\n\t<key>statements</key>\n\t«<string>»CREATE TABLE a (b)</string>\n</dict>"),
    .init(
      "wrong-value-type", .plist,
      "<dict>\n\t<key>statements</key><array/>\n\t<key>transaction</key>\n\t«<string>»no</string>\n</dict>"
    ),
    .init(
      "plist-tag-mismatch", .plist,
      "<array>\n\t<string>CREATE TABLE a (b)</string>\n«</array"),
    .init(
      "json-missing-comma", .json,
      #"[\#n  "CREATE TABLE a (b)"«»\#n  "DELETE FROM user WHERE id = 1"\#n]"#),
    .init(
      "json-missing-comma", .json,
      #"[ "CREATE TABLE a (b)"«» "DELETE FROM user WHERE id = 1" ]"#),
    .init("json-trailing-comma", .json, #"[\#n  "CREATE TABLE a (b)"«,»\#n]"#),
    .init(
      "json-trailing-comma", .json,
      #"{ "statements": ["CREATE TABLE a (b)"]«,» }"#),
    .init("json-comment", .json, #"[\#n  «// add x»\#n  "CREATE TABLE a (b)"\#n]"#),
    .init(
      "json-comment", .json,
      #"[\#n  "CREATE TABLE a (b)", «/* x */»\#n  "DELETE FROM user WHERE id = 1"\#n]"#),
    .init("json-comment", .json, #"[\#n  «# add x»\#n  "CREATE TABLE a (b)"\#n]"#),
    .init("json-comment", .json, #"[\#n  «-- add x»\#n  "CREATE TABLE a (b)"\#n]"#),
    .init("json-single-quotes", .json, "[\n  «'CREATE TABLE a (b)'»\n]"),
    .init(
      "json-unescaped-quote", .json,
      #"[\#n  "UPDATE user SET name = «"»Tom" WHERE id = 7"\#n]"#),
    .init("json-unescaped-quote", .json, #"[\#n  "ALTER TABLE «"»user" ADD COLUMN x TEXT"\#n]"#),
    .init("json-bad-escape", .json, #"[\#n  "UPDATE user SET name = 'C:«\d»ir' WHERE id = 7"\#n]"#),
    .init("json-bad-escape", .json, #"[\#n  "UPDATE user SET name = '«\x41»' WHERE id = 7"\#n]"#),
    .init("json-unclosed", .json, #"«[»\#n  "CREATE TABLE a (b)""#),
    .init("json-unclosed", .json, #"[\#n  "CREATE TABLE a (b)«\#n»]"#),
    .init("json-unclosed", .json, #"«{» "statements": ["CREATE TABLE a (b)"]"#),
    .init(
      "json-content-after-end", .json,
      #"[\#n  "CREATE TABLE a (b)"\#n]\#n«[»"DELETE FROM user WHERE id = 1"]"#),
    .init("json-content-after-end", .json, #"[\#n  "CREATE TABLE a (b)"\#n]«,»"#),
    .init("json-content-after-end", .json, #"[\#n  "CREATE TABLE a (b)"\#n]«;»"#),
    .init("wrong-root", .json, #"«{» "a": "CREATE TABLE a (b)" }"#),
    .init("wrong-root", .json, #"«"CREATE TABLE a (b)"»"#),
    .init("wrong-root", .json, "«null»"),
    .init("wrong-item-type", .json, #"[ "CREATE TABLE a (b)", «1» ]"#),
    .init("wrong-item-type", .json, #"[ "CREATE TABLE a (b)", «null» ]"#),
    .init("wrong-item-type", .json, #"[ "CREATE TABLE a (b)", «true» ]"#),
    .init(
      "wrong-item-type", .json,
      #"[ "CREATE TABLE a (b)", ["DELETE FROM user WHERE id = 1", «5»] ]"#),
    .init("json-bad-value", .json, #"[ "CREATE TABLE a (b)", «None» ]"#),
    .init("json-bad-value", .json, "[\n  «CREATE TABLE a (b)»\n]"),
    .init("json-bad-value", .json, #"[ "CREATE TABLE a (b)", «undefined» ]"#),
    .init("json-bad-key", .json, #"{ «statements»: ["CREATE TABLE a (b)"] }"#),
    .init(
      "json-missing-colon", .json,
      #"{ "statements" «=» ["CREATE TABLE a (b)"] }"#),
    .init(
      "json-fullwidth-punctuation", .json,
      #"[ "CREATE TABLE a (b)"«，»"DELETE FROM user WHERE id = 1" ]"#),
    .init(
      "json-fullwidth-punctuation", .json,
      #"{ "statements"«：» ["CREATE TABLE a (b)"] }"#),
    .init("json-fullwidth-punctuation", .json, #"«［» "CREATE TABLE a (b)" ］"#),
    .init("json-fullwidth-punctuation", .json, #"«【» "CREATE TABLE a (b)" 】"#),
    .init(
      "duplicate-key", .json,
      #"{ "statements": [], «"statements"»: ["CREATE TABLE a (b)"] }"#),
    .init("unknown-key", .json, #"{ «"statement"»: ["CREATE TABLE a (b)"] }"#),
    .init(
      "unknown-key", .json,
      #"{ "statements": ["CREATE TABLE a (b)"], «"foreignkeys"»: "unchecked" }"#),
    .init(
      "unknown-key", .json,
      #"{ "statements": ["CREATE TABLE a (b)"], «"comment"»: "x" }"#),
    .init(
      "unknown-key", .json,
      #"[ { "sql": "CREATE TABLE a (b)", «"onlyif"»: "SELECT 1" } ]"#),
    .init("missing-statements", .json, #"[ «{» "note": "x" } ]"#),
    .init("wrong-value-type", .json, #"{ "statements": «"CREATE TABLE a (b)"» }"#),
    .init(
      "wrong-value-type", .json,
      #"{ "statements": ["CREATE TABLE a (b)"], "foreignKeys": «"off"» }"#),
    .init(
      "wrong-value-type", .json,
      #"{ "statements": ["CREATE TABLE a (b)"], "transaction": «"false"» }"#),
    .init("empty-statement", .json, #"[ "CREATE TABLE a (b)", «""» ]"#),
    .init("empty-statement", .json, #"[ "CREATE TABLE a (b)", «" "» ]"#),
    .init("empty-script", .json, "«[]»"),
    .init("json-unescaped-control", .json, #"[ "ALTER TABLE user«\#t»ADD COLUMN x TEXT" ]"#),
    .init("nul-character", .json, #"[ "ALTER TABLE user «\u0000»ADD COLUMN x TEXT" ]"#),
    .init("byte-order-mark", .json, #"«\#u{FEFF}»[ "CREATE TABLE a (b)" ]"#),
    .init("json-bad-escape", .json, #"[ "UPDATE user SET name = '«\ud83d»' WHERE id = 1" ]"#),
    .init("json-bad-number", .json, "[ «01» ]"),
    .init(
      "json-unclosed", .json,
      #"[ "CREATE TABLE a (b)", "DELETE FROM user WHERE id = 1" «}»"#),
    .init("json-bad-escape", .json, #"[ "UPDATE user SET name = '«\u12G4»' WHERE id = 1" ]"#),
    .init("json-content-after-end", .json, #"[ "CREATE TABLE a (b)" ]«]»"#),
    .init(
      "json-missing-comma", .json,
      #"{ "description": "x"«» "statements": ["CREATE TABLE a (b)"] }"#),
    .init(
      "json-missing-comma", .json,
      #"[ { "sql": "CREATE TABLE a (b)" }«» { "sql": "DELETE FROM user WHERE id = 1" } ]"#),
    .init(
      "json-missing-comma", .json,
      #"[\#n  "CREATE TABLE a (b)"«.»\#n  "DELETE FROM user WHERE id = 1"\#n]"#),
    .init(
      "json-missing-comma", .json,
      #"[\#n  "CREATE TABLE a (b)"«;»\#n  "DELETE FROM user WHERE id = 1"\#n]"#),
    .init(
      "unclosed-quote", .sql,
      "UPDATE user SET name = «'Tom WHERE id = 7;\nUPDATE user SET age = 5 WHERE id = 7;"),
    .init(
      "unclosed-comment", .sql,
      "UPDATE user SET age = 5 WHERE id = 7;\n«/* the rest\nUPDATE user SET age = 5 WHERE id = 7;"),
    .init(
      "syntax-error", .sql,
      "UPDATE user SET age = 5 WHERE id = 7\n«UPDATE» user SET age = 6 WHERE id = 8;"),
    .init(
      "unclosed-bracket", .sql,
      "CREATE TABLE pet «(»id INTEGER PRIMARY KEY;\nUPDATE user SET age = 6 WHERE id = 8;"),
    .init("other-database-syntax", .sql, "UPDATE user SET age = 6 WHERE id = 8;\n«GO»"),
    .init("other-database-syntax", .sql, "«DELIMITER» $$\nUPDATE user SET age = 6 WHERE id = 8;"),
    .init("wrong-value-type", .sql, "-- transaction: «no»\nUPDATE user SET age = 6 WHERE id = 8;"),
    .init("syntax-error", .sql, "«.»mode csv\nUPDATE user SET age = 6 WHERE id = 8;"),
  ]
}
