extension ReaderDiagnostics {
  static let jsonFiles: [RulePage] = [
    RulePage(
      "json-missing-comma", .error, "A comma is missing between two JSON values.",
      why: "In JSON, every item except the last must be followed by a comma.",
      wrong: [json("[\n  \"SELECT 1\"\n  \"SELECT 2\"\n]")],
      right: [json("[\n  \"SELECT 1\",\n  \"SELECT 2\"\n]")]),
    RulePage(
      "json-trailing-comma", .error,
      "The last item of a JSON list or dictionary is followed by a comma.",
      why: "Some JSON readers accept it, others refuse the whole file.",
      wrong: [json("[\n  \"SELECT 1\"«,»\n]")], right: [json("[\n  \"SELECT 1\"\n]")]),
    RulePage(
      "json-fullwidth-punctuation", .error,
      "A JSON file contains a full-width comma “，” or colon “：”.",
      why: "Input methods for Chinese and Japanese type them. They are not JSON.",
      wrong: [json("[\n  \"SELECT 1\"«，»\n  \"SELECT 2\"\n]")],
      right: [json("[\n  \"SELECT 1\",\n  \"SELECT '，'\"\n]")]),
    RulePage(
      "json-comment", .error, "A JSON file has a comment outside the SQL.",
      why:
        "JSON does not allow comments. Write the comment in the SQL string, or in the key "
        + "“note” of an item.",
      wrong: [json("[\n  «// one»\n  \"SELECT 1\"\n]")],
      right: [json("[\n  \"-- one\\nSELECT 1\"\n]")]),
    RulePage(
      "json-single-quotes", .error, "A JSON string is in single quotes.",
      why: "JSON strings must be in double quotes. The SQL inside keeps its single quotes.",
      wrong: [json("['SELECT 1']")], right: [json(#"["SELECT 'one'"]"#)]),
    RulePage(
      "json-unescaped-quote", .error, "A double quote ends a JSON string too early.",
      why: "Inside a JSON string, write it as \\\". SQL strings should be in single quotes anyway.",
      wrong: [json(#"["SELECT "one" AS a"]"#)], right: [json(#"["SELECT 'one' AS \"a\""]"#)]),
    RulePage(
      "json-unescaped-newline", .error, "A JSON string contains a line break.",
      why:
        "JSON strings cannot span lines. Write a long statement as a list of strings, one per "
        + "line, or write \\n for each line break.",
      wrong: [json("[\n  \"SELECT\n    1\"\n]")],
      right: [json("[\n  [ \"SELECT\",\n    \"  1\" ]\n]")]),
    RulePage(
      "json-unescaped-control", .error,
      "A JSON string contains a tab or another control character.",
      why: "Some JSON readers accept it, others refuse the whole file. Write a tab as \\t.",
      wrong: [json("[\"SELECT«\t»1\"]")], right: [json(#"["SELECT\t1"]"#)]),
    RulePage(
      "json-bad-escape", .error, "A JSON string contains an invalid backslash escape.",
      why:
        "A backslash can only be followed by \" \\ / b f n r t, or by u and four hexadecimal digits.",
      wrong: [json(#"["SELECT 'Jack\'s'"]"#)], right: [json(#"["SELECT 'Jack''s'"]"#)]),
    RulePage(
      "json-bad-number", .error, "A number is not valid JSON.",
      why: "JSON numbers are plain decimal numbers such as 7 and -0.5, without leading zeros.",
      wrong: [file("sql_default.json", "{ \"version\": «02», \"statements\": [] }\n")],
      right: [file("sql_default.json", "{ \"version\": 2, \"statements\": [] }\n")]),
    RulePage(
      "json-bad-value", .error,
      "A JSON file contains something that is not a JSON value.",
      why: "Usually the double quotes around a string are missing or typographic.",
      wrong: [json("[“REINDEX”]")], right: [json(#"["REINDEX"]"#)]),
    RulePage(
      "json-bad-key", .error, "A dictionary key is not in double quotes.",
      why: "JavaScript allows this, JSON does not.",
      wrong: [json("{ statements: [] }")], right: [json(#"{ "statements": [] }"#)]),
    RulePage(
      "json-missing-colon", .error, "The colon between a key and its value is missing.",
      why: "In JSON, every key is followed by a colon.",
      wrong: [json(#"{ "statements" [] }"#)], right: [json(#"{ "statements": [] }"#)]),
    RulePage(
      "json-unclosed", .error, "A JSON list, dictionary or string is never closed.",
      why: "The file was truncated, or a bracket, brace or quote was deleted.",
      wrong: [json(#"«[» "SELECT 1""#)], right: [json(#"[ "SELECT 1" ]"#)]),
    RulePage(
      "json-content-after-end", .error, "A JSON file continues after its end.",
      why: "Some JSON readers ignore that text, although it may be a statement.",
      wrong: [json("[ \"SELECT 1\" ],\n\"SELECT 2\"")],
      right: [json(#"[ "SELECT 1", "SELECT 2" ]"#)]),
  ]
}
