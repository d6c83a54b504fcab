extension FormatRules {
  static let jsonFiles: [RulePage] = [
    RulePage(
      "json-missing-comma", .error, "There is no comma between two items of a JSON file.",
      why: "In JSON every item except the last must be followed by a comma.",
      wrong: [json("[\n  \"SELECT 1\"\n  \"SELECT 2\"\n]")],
      right: [json("[\n  \"SELECT 1\",\n  \"SELECT 2\"\n]")]),
    RulePage(
      "json-trailing-comma", .error, "The last item of a JSON file is followed by a comma.",
      why: "Some readers accept it and others refuse the whole file.",
      wrong: [json("[\n  \"SELECT 1\"«,»\n]")], right: [json("[\n  \"SELECT 1\"\n]")]),
    RulePage(
      "json-fullwidth-punctuation", .error,
      "A comma or a colon between JSON values is full-width: “，” or “：”.",
      why: "Input methods for Chinese and Japanese type them. JSON does not know them.",
      wrong: [json("[\n  \"SELECT 1\"«，»\n  \"SELECT 2\"\n]")],
      right: [json("[\n  \"SELECT 1\",\n  \"SELECT '，'\"\n]")]),
    RulePage(
      "json-comment", .error, "A JSON file has a comment outside the statements.",
      why:
        "JSON has none. A remark can stand inside the statement, or in the key “note” of an item.",
      wrong: [json("[\n  «// one»\n  \"SELECT 1\"\n]")],
      right: [json("[\n  \"-- one\\nSELECT 1\"\n]")]),
    RulePage(
      "json-single-quotes", .error, "A JSON text stands in single quotes.",
      why: "JSON has double quotes only; the SQL inside keeps its single quotes.",
      wrong: [json("['SELECT 1']")], right: [json(#"["SELECT 'one'"]"#)]),
    RulePage(
      "json-unescaped-quote", .error, "A double quote ends a JSON text too early.",
      why: "Inside a JSON text it must be written \\\". For values, SQL has single quotes anyway.",
      wrong: [json(#"["SELECT "one" AS a"]"#)], right: [json(#"["SELECT 'one' AS \"a\""]"#)]),
    RulePage(
      "json-unescaped-newline", .error, "A JSON text goes on in the next line.",
      why:
        "A statement of many lines is a list of texts, one a line, or has \\n where a line ends.",
      wrong: [json("[\n  \"SELECT\n    1\"\n]")],
      right: [json("[\n  [ \"SELECT\",\n    \"  1\" ]\n]")]),
    RulePage(
      "json-unescaped-control", .error, "A JSON text has a tab or another control character in it.",
      why: "Some readers accept it and others refuse the whole file. A tab is written \\t.",
      wrong: [json("[\"SELECT«\t»1\"]")], right: [json(#"["SELECT\t1"]"#)]),
    RulePage(
      "json-bad-escape", .error, "A JSON text has a backslash code that JSON does not know.",
      why: "After a backslash only \" \\ / b f n r t and u with four digits may follow.",
      wrong: [json(#"["SELECT 'Jack\'s'"]"#)], right: [json(#"["SELECT 'Jack''s'"]"#)]),
    RulePage(
      "json-bad-number", .error, "A number is not written as JSON writes numbers.",
      why: "JSON has plain decimal numbers such as 7 and -0.5, without zeros in front.",
      wrong: [file("sql_default.json", "{ \"version\": «02», \"statements\": [] }\n")],
      right: [file("sql_default.json", "{ \"version\": 2, \"statements\": [] }\n")]),
    RulePage(
      "json-bad-value", .error,
      "Something in a JSON file is neither text, number, list nor dictionary.",
      why: "Usually the double quotes around a text are missing, or typographic.",
      wrong: [json("[“REINDEX”]")], right: [json(#"["REINDEX"]"#)]),
    RulePage(
      "json-bad-key", .error, "A key of a dictionary does not stand in double quotes.",
      why: "JavaScript allows that, JSON does not.",
      wrong: [json("{ statements: [] }")], right: [json(#"{ "statements": [] }"#)]),
    RulePage(
      "json-missing-colon", .error, "There is no colon between a key and its value.",
      why: "In JSON every key is followed by a colon.",
      wrong: [json(#"{ "statements" [] }"#)], right: [json(#"{ "statements": [] }"#)]),
    RulePage(
      "json-unclosed", .error, "A list, a dictionary or a text of a JSON file is not closed.",
      why: "The file was cut off, or a bracket or quote was deleted.",
      wrong: [json(#"«[» "SELECT 1""#)], right: [json(#"[ "SELECT 1" ]"#)]),
    RulePage(
      "json-content-after-end", .error, "A JSON file goes on after its last bracket.",
      why: "Some readers ignore what stands there, although it may be a statement.",
      wrong: [json("[ \"SELECT 1\" ],\n\"SELECT 2\"")],
      right: [json(#"[ "SELECT 1", "SELECT 2" ]"#)]),
  ]
}
