import Testing

@testable import SQLScriptsValidation

/// Advice where the nearest word or the usual words would be wrong.
struct OtherReadingMessageTests {
  static let table: [MessageCase] = [
    .init(
      ["CREATE TABLE user (id)", "CREATE TABLE users (id)"], "INSERT INTO usr (id) VALUES (1)",
      ["error[no-such-table] 1:15 no table named “usr” | Write user or users."]),
    .init(
      ["CREATE TABLE bar (id)", "CREATE TABLE baz (id)"], "INSERT INTO ba (id) VALUES (1)",
      ["error[no-such-table] 1:15 no table named “ba” | Write bar or baz."]),
    .init(
      ["CREATE TABLE user (id)"], "ALTER TABLE user ADD COLUMN made TEXT DEFAULT NOW()",
      [
        "error[other-database-syntax] 1:49 “NOW” is MySQL or PostgreSQL syntax, which SQLite does not support | Add “made” without a default, because SQLite refuses CURRENT_TIMESTAMP here. Then set it: UPDATE user SET made = CURRENT_TIMESTAMP"
      ]),
    .init(
      ["CREATE TABLE user (note)"], "UPDATE user note = 'x' WHERE note = 'y'",
      ["error[syntax-error] 1:15 missing “SET” before “note” | Write SET before “note”."]),
    .init(
      ["CREATE TABLE user (id)"], "ALTER TABLEuser ADD COLUMN a TEXT",
      ["error[syntax-error] 1:9 missing space in “TABLEuser” | Write a space after “TABLE”."]),
    .init(
      ["CREATE TABLE user (name, note)"], "INSERT INTO user (name, note) VALUES (\"Paris', 'x')",
      ["error[unclosed-quote] 1:41 unclosed quote: “\"” | Write ' for \"."]),
    .init(
      ["CREATE TABLE user (name)"], "INSERT INTO user (name) VALUES ('Paris\")",
      ["error[unclosed-quote] 1:35 unclosed quote: “'” | Write ' for \"."]),
  ]

  @Test(arguments: table)
  func `the advice fits the statement`(_ row: MessageCase) throws {
    #expect(try row.messages(of: RuleCatalog.syntaxErrors) == row.messages)
  }
}
