import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// A function that SQLite does not have.
package struct NoSuchFunction: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement calls a function that SQLite does not have.", severity: .error,
    why: """
      This script fails on every device, unless the app adds the function. Then write in sqlscripts.json what stands \
      in for it during checks: `"functions": { "slug(title)": "lower(title)" }`.
      """,
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER, made TEXT)"], "UPDATE user SET made = «NOW»()"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "UPDATE user SET name = «uper»(name)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "DELETE FROM user WHERE «len»(name) = 0"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "DELETE FROM user WHERE name «REGEXP» '^a'"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "UPDATE user SET name = Upper(coalesce(name, 'NOW()')) WHERE id = 1")
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard case .noSuchFunction(let name) = statement.error?.said, statement.denial == nil,
      !RehearsedStatement.hasMisleadingCharacters(name)
    else { return }
    let own = Self.replacements[name.uppercased()]
    let near = own == nil ? Spelling.closest(to: name, among: Self.functions) : nil
    let token = statement.token(named: name)
    findings.report(
      "no function named “\(token.map { statement.name($0) } ?? name)”",
      at: token.map { statement.span($0) } ?? statement.errorSpan,
      label: near.map { "did you mean “\($0)”?" },
      help: own ?? near.map { "Write \($0)." }
        ?? "Use one of SQLite's functions. If the app adds this one, add to \(BundleSettings.fileName): "
        + "\"functions\": { \"\(name)(value)\": \"value\" }")
  }

  private static let currentTimestamp = "Write CURRENT_TIMESTAMP, without parentheses."

  /// Functions of other databases or of a newer SQLite, and what to write instead.
  private static let replacements: [String: String] = [
    "NOW": currentTimestamp, "GETDATE": currentTimestamp,
    "SYSDATE": currentTimestamp, "SYSDATETIME": currentTimestamp,
    "GETUTCDATE": currentTimestamp, "UTC_TIMESTAMP": currentTimestamp,
    "CURDATE": "Write CURRENT_DATE.", "CURTIME": "Write CURRENT_TIME.",
    "UNIX_TIMESTAMP": "Write CAST(strftime('%s', 'now') AS INTEGER).",
    "FROM_UNIXTIME": "Write datetime(value, 'unixepoch').",
    "DATE_FORMAT": "Write strftime('%Y-%m-%d', value).",
    "TO_CHAR": "Write strftime('%Y-%m-%d', value), or CAST(value AS TEXT).",
    "TO_DATE": "Write date(value).", "DATE_ADD": "Write datetime(value, '+1 day').",
    "DATE_SUB": "Write datetime(value, '-1 day').", "DATEADD": "Write datetime(value, '+1 day').",
    "DATEDIFF": "Write julianday(a) - julianday(b).",
    "YEAR": "Write CAST(strftime('%Y', value) AS INTEGER).",
    "MONTH": "Write CAST(strftime('%m', value) AS INTEGER).",
    "DAY": "Write CAST(strftime('%d', value) AS INTEGER).",
    "UUID": "Write lower(hex(randomblob(16))).", "NEWID": "Write lower(hex(randomblob(16))).",
    "GEN_RANDOM_UUID": "Write lower(hex(randomblob(16))).", "RAND": "Write random().",
    "LEN": "Write length(value).", "CHAR_LENGTH": "Write length(value).",
    "CHARACTER_LENGTH": "Write length(value).", "DATALENGTH": "Write length(value).",
    "CONCAT": "Write ifnull(a, '') || ifnull(b, ''). The function concat needs SQLite 3.44.",
    "CONCAT_WS": "Write a || ' ' || b. The function concat_ws needs SQLite 3.44.",
    "STRING_AGG": "Write group_concat(value, ','). The function string_agg needs SQLite 3.44.",
    "ISNULL": "Write ifnull(value, other).", "NVL": "Write ifnull(value, other).",
    "IF": "Write iif(condition, a, b), or CASE WHEN condition THEN a ELSE b END.",
    "GREATEST": "Write max(a, b).", "LEAST": "Write min(a, b).", "LCASE": "Write lower(value).",
    "UCASE": "Write upper(value).", "LEFT": "Write substr(value, 1, count).",
    "RIGHT": "Write substr(value, -count).", "MID": "Write substr(value, start, count).",
    "LOCATE": "Write instr(value, part).", "CHARINDEX": "Write instr(value, part).",
    "POSITION": "Write instr(value, part).", "CONVERT": "Write CAST(value AS type).",
    "CEILING": "Write CAST(value AS INTEGER) + (value > CAST(value AS INTEGER)).",
    "JSON_VALUE": "Write json_extract(value, '$.key').",
    "LAST_INSERT_ID": "Write last_insert_rowid().", "SCOPE_IDENTITY": "Write last_insert_rowid().",
    "ROW_COUNT": "Write changes().", "REGEXP": "Write LIKE or GLOB.",
    "UNHEX": "Write the bytes as x'0AFF'. The function unhex needs SQLite 3.41.",
    "NEXTVAL": "Remove it: INTEGER PRIMARY KEY assigns IDs automatically.",
  ]

  private static let functions = [
    "abs", "avg", "char", "coalesce", "count", "date", "datetime", "format", "glob",
    "group_concat", "hex", "ifnull", "iif", "instr", "json", "json_array", "json_array_length",
    "json_each", "json_extract", "json_group_array", "json_group_object", "json_insert",
    "json_object", "json_patch", "json_quote", "json_remove", "json_replace", "json_set",
    "json_type", "json_valid", "julianday", "last_insert_rowid", "length", "like", "lower",
    "ltrim", "max", "min", "nullif", "printf", "quote", "random", "randomblob", "replace",
    "round", "rtrim", "row_number", "sign", "strftime", "substr", "sum", "time", "total", "trim",
    "typeof", "unicode", "unixepoch", "upper", "zeroblob",
  ]
}
