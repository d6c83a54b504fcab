extension ReaderDiagnostics {
  static let shape: [RulePage] = [
    RulePage(
      "wrong-root", .error,
      "A script is neither a list of statements nor a dictionary that contains one.",
      why: "Statements run in order, so a script is a list.",
      wrong: [json(#"«"SELECT 1"»"#)], right: [json(#"["SELECT 1"]"#)]),
    RulePage(
      "missing-statements", .error, "A script or an item in the dictionary form has no statements.",
      why:
        "In the dictionary form, the key “statements” of a script contains its statements, and "
        + "the key “sql” of an item contains its statement.",
      wrong: [json(#"{ "description": "one" }"#)],
      right: [json(#"{ "description": "one", "statements": ["SELECT 1"] }"#)]),
    RulePage(
      "wrong-item-type", .error, "An item of a script is not a string.",
      why: "Every item is an SQL statement, written as a string.",
      wrong: [json(#"["SELECT 1", «2»]"#)], right: [json(#"["SELECT 1", "SELECT 2"]"#)]),
    RulePage(
      "empty-statement", .warning, "An item of a script contains no SQL statement.",
      why: "It does nothing. The statement may have been deleted, or not written yet.",
      wrong: [json(#"["SELECT 1", «""»]"#)], right: [json(#"["SELECT 1"]"#)]),
    RulePage(
      "unknown-key", .error, "A script or the settings contain an unknown key.",
      why: "The key would be ignored.",
      wrong: [json(#"{ «"descripton"»: "one", "statements": [] }"#)],
      right: [json(#"{ "description": "one", "statements": [] }"#)]),
    RulePage(
      "wrong-value-type", .error, "The value of a key has the wrong type.",
      why: "The intended value would have to be guessed.",
      wrong: [json(#"{ "transaction": «"no"», "statements": [] }"#)],
      right: [json(#"{ "transaction": false, "statements": [] }"#)]),
  ]
}
