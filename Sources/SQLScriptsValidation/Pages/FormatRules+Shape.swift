extension FormatRules {
  static let shape: [RulePage] = [
    RulePage(
      "wrong-root", .error, "A script is neither a list of statements nor a dictionary with one.",
      why: "Statements run from top to bottom, so a script is a list.",
      wrong: [json(#"«"SELECT 1"»"#)], right: [json(#"["SELECT 1"]"#)]),
    RulePage(
      "missing-statements", .error, "A script or an item in the long form has no statement.",
      why:
        "The long form has its statements in the key “statements”, and an item has its own in “sql”.",
      wrong: [json(#"{ "description": "one" }"#)],
      right: [json(#"{ "description": "one", "statements": ["SELECT 1"] }"#)]),
    RulePage(
      "wrong-item-type", .error, "An item of a script is not a text.",
      why: "Every item is a SQL statement, written as a text.",
      wrong: [json(#"["SELECT 1", «2»]"#)], right: [json(#"["SELECT 1", "SELECT 2"]"#)]),
    RulePage(
      "empty-statement", .warning, "An item of a script has no SQL statement in it.",
      why: "It does nothing. Something was deleted, or has not been written yet.",
      wrong: [json(#"["SELECT 1", «""»]"#)], right: [json(#"["SELECT 1"]"#)]),
    RulePage(
      "unknown-key", .error, "A script or the settings have a key that nobody reads.",
      why: "What it was to say would be ignored.",
      wrong: [json(#"{ «"descripton"»: "one", "statements": [] }"#)],
      right: [json(#"{ "description": "one", "statements": [] }"#)]),
    RulePage(
      "wrong-value-type", .error, "The value of a key is of another kind than the key wants.",
      why: "What it was to say would be guessed.",
      wrong: [json(#"{ "transaction": «"no"», "statements": [] }"#)],
      right: [json(#"{ "transaction": false, "statements": [] }"#)]),
  ]
}
