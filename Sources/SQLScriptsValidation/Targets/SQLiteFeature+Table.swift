extension SQLiteFeature {
  private static let measured = "measured: the statement was run on 36 builds, 3.8.10 to 3.54.1"
  private static let notes = "SQLite release notes"

  /// Ascending by release.
  package static let table: [SQLiteFeature] = [
    Self("3.9", "an index on an expression", .expressionIndex, notes),
    Self("3.9", "a column list after the name of a view", .viewColumns, notes),
    Self("3.9", "FTS5", .module(["FTS5"]), notes, option: .fts5),
    Self("3.9", "a JSON function", .functions(json), notes, option: .json),
    Self("3.9", "R-tree", .module(["RTREE", "RTREE_I32"]), notes, option: .rtree),
    Self("3.9", "soundex()", .functions(["soundex"]), notes, option: .soundex),
    Self("3.9", "LIMIT in UPDATE and DELETE", .dmlLimit, notes, option: .updateDeleteLimit),
    Self("3.15", "SET with a list of columns", .setRow, notes),
    Self("3.16", "a pragma used as a table", .pragmaFunction, notes),
    Self("3.23", "TRUE or FALSE", .truthWords, measured, instead: "Write 1 and 0"),
    Self("3.24", "ON CONFLICT … DO", .upsert, measured, instead: "Write INSERT OR …"),
    Self("3.25", "RENAME COLUMN", .renameColumn, measured, instead: "Rebuild the table"),
    Self("3.25", "a window function", .window, measured),
    Self("3.25", "PRAGMA legacy_alter_table", .pragma("LEGACY_ALTER_TABLE"), measured),
    Self("3.26", "PRAGMA table_xinfo", .pragma("TABLE_XINFO"), measured),
    Self("3.27", "VACUUM INTO", .words(["VACUUM", "INTO"]), measured),
    Self("3.27", "the option remove_diacritics 2", .fts5Tokenizer("remove_diacritics 2"), notes),
    Self("3.28", "EXCLUDE or GROUPS in a window", .windowFrame, measured),
    Self("3.30", "FILTER (WHERE …)", .filter, measured, instead: "Use CASE inside the function"),
    Self("3.30", "NULLS FIRST or LAST", .nullsOrder, measured),
    Self("3.31", "a generated column", .generatedColumn, measured, instead: "Use a view"),
    Self("3.32", "iif()", .functions(["iif"]), measured, instead: "Write CASE WHEN … END"),
    Self("3.33", "UPDATE … FROM", .updateFrom, measured, instead: "Use a subquery in SET"),
    Self("3.33", "the name sqlite_schema", .schemaTable, measured, instead: "Write sqlite_master"),
    Self("3.34", "substring()", .functions(["substring"]), measured, instead: "Write substr()"),
    Self("3.34", "the tokenizer trigram", .fts5Tokenizer("trigram"), measured),
    Self("3.35", "DROP COLUMN", .dropColumn, measured, instead: "Rebuild the table without it"),
    Self("3.35", "RETURNING", .returning, measured, instead: "Leave it out"),
    Self("3.35", "MATERIALIZED", .materialized, measured, instead: "Leave the word out"),
    Self("3.35", "ON CONFLICT DO UPDATE without columns", .upsertWithoutTarget, measured),
    Self("3.35", "more than one ON CONFLICT", .severalUpserts, measured),
    Self("3.35", "a math function", .functions(math), measured, option: .mathFunctions),
    Self("3.35", "sign()", .functions(["sign"]), measured, instead: "Write CASE WHEN … END"),
    Self("3.37", "STRICT", .strictTable, measured, instead: "Leave the word out, or use CHECK"),
    Self("3.37", "PRAGMA table_list", .pragma("TABLE_LIST"), measured),
    Self("3.38", "the operator -> or ->>", .arrow, measured, instead: "Write json_extract()"),
    Self("3.38", "format()", .functions(["format"]), measured, instead: "Write printf()"),
    Self("3.38", "unixepoch()", .functions(["unixepoch"]), measured, instead: "Use strftime('%s')"),
    Self("3.38", "'auto' in a date function", .timeModifier(["auto"]), measured),
    Self("3.39", "RIGHT or FULL JOIN", .rightJoin, measured, instead: "Write a LEFT JOIN"),
    Self(
      "3.39", "IS DISTINCT FROM", .words(["IS", "DISTINCT", "FROM"]), measured,
      instead: "Write IS NOT"),
    Self(
      "3.39", "IS NOT DISTINCT FROM", .words(["IS", "NOT", "DISTINCT", "FROM"]), measured,
      instead: "Write IS"),
    Self("3.41", "unhex()", .functions(["unhex"]), measured),
    Self("3.42", "json_error_position()", .functions(["json_error_position"]), measured),
    Self("3.42", "'subsec' in a date function", .timeModifier(["subsec", "subsecond"]), measured),
    Self("3.43", "timediff()", .functions(["timediff"]), measured),
    Self("3.43", "octet_length()", .functions(["octet_length"]), measured),
    Self("3.43", "contentless_delete", .fts5Option("CONTENTLESS_DELETE"), measured),
    Self("3.44", "concat()", .functions(["concat", "concat_ws"]), measured, instead: "Use ||"),
    Self(
      "3.44", "string_agg()", .functions(["string_agg"]), measured,
      instead: "Write group_concat()"),
    Self("3.44", "ORDER BY inside a function", .aggregateOrder, measured),
    Self("3.44", "a newer % letter of strftime()", .timeFormat("eFIklpPRTu"), measured),
    Self("3.45", "a jsonb function", .functions(jsonb), measured),
    Self("3.45", "json_valid() with two values", .arguments(["json_valid"], count: 2), measured),
    Self("3.46", "json_pretty()", .functions(["json_pretty"]), measured),
    Self("3.46", "_ between digits", .digitSeparator, measured, instead: "Leave the _ out"),
    Self("3.46", "a newer % letter of strftime()", .timeFormat("GgUV"), measured),
    Self(
      "3.46", "'ceiling' or 'floor' in a date function", .timeModifier(["ceiling", "floor"]),
      measured),
    Self(
      "3.47", "RAISE with an expression", .raiseExpression, measured,
      instead: "Write one string literal"),
    Self("3.48", "if()", .functions(["if"]), measured, instead: "Write CASE WHEN … END"),
    Self(
      "3.48", "iif() with two values", .arguments(["iif"], count: 2), measured,
      instead: "Add NULL as the third"),
    Self("3.50", "unistr()", .functions(["unistr"]), measured),
    Self("3.51", "jsonb_each()", .functions(["jsonb_each", "jsonb_tree"]), measured),
    Self("3.51", "a percentile function", .functions(percentiles), measured, option: .percentile),
    Self("3.53", "ALTER COLUMN", .alterColumn, measured, instead: "Rebuild the table"),
    Self("3.53", "ADD CONSTRAINT", .addConstraint, measured, instead: "Rebuild the table"),
    Self("3.53", "DROP CONSTRAINT", .dropConstraint, measured, instead: "Rebuild the table"),
    Self("3.53", "json_array_insert()", .functions(["json_array_insert"]), measured),
  ].compactMap { $0 }

  private static let json: Set = [
    "json", "json_array", "json_array_length", "json_extract", "json_insert", "json_object",
    "json_patch", "json_remove", "json_replace", "json_set", "json_type", "json_valid",
    "json_quote", "json_group_array", "json_group_object", "json_each", "json_tree",
  ]

  private static let jsonb: Set = [
    "jsonb", "jsonb_array", "jsonb_extract", "jsonb_insert", "jsonb_object", "jsonb_patch",
    "jsonb_remove", "jsonb_replace", "jsonb_set", "jsonb_group_array", "jsonb_group_object",
  ]

  private static let math: Set = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos", "cosh",
    "degrees", "exp", "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow", "power",
    "radians", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
  ]

  private static let percentiles: Set = [
    "median", "percentile", "percentile_cont", "percentile_disc",
  ]
}
