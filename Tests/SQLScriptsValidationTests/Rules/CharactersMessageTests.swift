import SQLScriptsDiagnostics
import Testing

@testable import SQLScriptsValidation

/// All messages about characters that look like others.
@Suite struct CharactersMessageTests {
  /// Statements of the default script, a statement, and its findings.
  static let table: [MessageCase] = [
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = ‘none’ WHERE id = 1",
      [
        "error[smart-quotes] 1:26 typographic quotes instead of SQL quotes | Type the straight quote '."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "update user set name = ‘a’, age = 2 where name = “b”",
      [
        "error[smart-quotes] 1:26 typographic quotes instead of SQL quotes | Type the straight quote '.",
        "error[smart-quotes] 1:52 typographic quotes instead of SQL quotes | Type the straight quote ' for a string, \" for a name.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES (‘你好，世界’)",
      [
        "error[smart-quotes] 1:35 typographic quotes instead of SQL quotes | Type the straight quote '."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES ('O’Brien – “x”，y')",
      []),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES ('a’)",
      [
        "error[smart-quotes] 1:37 a typographic quote does not end the string | Type the straight quote '."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES (´x')",
      [
        "error[smart-quotes] 1:35 typographic quote instead of an SQL quote | Type the straight quote '."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN UPDATE user SET name = ’x’; END",
      [
        "error[smart-quotes] 1:70 typographic quotes instead of SQL quotes | Type the straight quote '."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "SELECT 1 -- ‘x’",
      []),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user VALUES （1，'a'，3）",
      [
        "error[fullwidth-punctuation] 1:27 “（” is a full-width parenthesis, which is not SQL | Switch the input method to English punctuation and type ( here.",
        "error[fullwidth-punctuation] 1:29 “，” is a full-width comma, which is not SQL | Switch the input method to English punctuation and type , here.",
        "error[fullwidth-punctuation] 1:33 “，” is a full-width comma, which is not SQL | Switch the input method to English punctuation and type , here.",
        "error[fullwidth-punctuation] 1:35 “）” is a full-width parenthesis, which is not SQL | Switch the input method to English punctuation and type ) here.",
      ]),
    .init(
      [],
      "CREATE TABLE 用户（编号 INTEGER，名字 TEXT）；",
      [
        "error[fullwidth-punctuation] 1:18 “（” is a full-width parenthesis, which is not SQL | Switch the input method to English punctuation and type ( here.",
        "error[fullwidth-punctuation] 1:29 “，” is a full-width comma, which is not SQL | Switch the input method to English punctuation and type , here.",
        "error[fullwidth-punctuation] 1:37 “）” is a full-width parenthesis, which is not SQL | Switch the input method to English punctuation and type ) here.",
        "error[fullwidth-punctuation] 1:38 “；” is a full-width semicolon, which is not SQL | Switch the input method to English punctuation and type ; here.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user WHERE id\u{3000}=\u{3000}1",
      [
        "error[non-breaking-space] 1:26 a full-width space is not whitespace in SQL: SQLite reads it as a letter | Delete it and type an ordinary space.",
        "error[non-breaking-space] 1:30 a full-width space is not whitespace in SQL: SQLite reads it as a letter | Delete it and type an ordinary space.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user WHERE id＝1 /* ， */",
      [
        "error[fullwidth-punctuation] 1:28 “＝” is a full-width equals sign, which is not SQL | Switch the input method to English punctuation and type = here."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES (‘ａ’)、(1)",
      [
        "error[smart-quotes] 1:35 typographic quotes instead of SQL quotes | Type the straight quote '.",
        "error[fullwidth-punctuation] 1:39 “、” is a full-width comma, which is not SQL | Switch the input method to English punctuation and type , here.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "ALTER TABLE user ADD COLUMN nick\u{A0}TEXT\u{A0}NOT\u{A0}NULL",
      [
        "error[non-breaking-space] 1:31 a non-breaking space is not whitespace in SQL: SQLite reads it as a letter | Delete it and type an ordinary space."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "\u{A0}DELETE FROM user WHERE id = 1",
      [
        "error[non-breaking-space] 1:3 a non-breaking space is not whitespace in SQL: SQLite reads it as a letter | Delete it and type an ordinary space."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "ALTER TABLE user ADD COLUMN \"first\u{A0}name\" TEXT",
      [
        "warning[non-breaking-space] 1:31 a non-breaking space is not whitespace in SQL: SQLite reads it as a letter | Delete it and type an ordinary space."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES ('a\u{A0}b')",
      []),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "ALTER TABLE user ADD COLUMN nick\u{200B}name TEXT",
      [
        "error[invisible-character] 1:31 this word contains an invisible character | Delete the word and type it again."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "ALTER TABLE us\u{200B}er ADD COLUMN x TEXT",
      [
        "error[invisible-character] 1:15 this word contains an invisible character | Delete the word and type it again."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES ('a\u{FEFF}b')",
      [
        "warning[invisible-character] 1:35 this string contains an invisible character | Delete the string and type it again, or ignore this finding if the character is intended."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES ('👩\u{200D}💻 ❤\u{FE0F} می\u{200C}خواهم')",
      []),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE TABLE [a\u{2060}b] (id INTEGER)",
      [
        "error[invisible-character] 1:16 this word contains an invisible character | Delete the word and type it again."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET age = age – 1 WHERE id = –1",
      [
        "error[dash-lookalike] 1:29 “–” is a typographic dash, not a minus sign or the start of a comment | Type a hyphen: - for minus, -- to start a comment.",
        "error[dash-lookalike] 1:44 “–” is a typographic dash, not a minus sign or the start of a comment | Type a hyphen: - for minus, -- to start a comment.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user WHERE id = 1 — the first",
      [
        "error[dash-lookalike] 1:33 “—” is a typographic dash, not a minus sign or the start of a comment | Type a hyphen: - for minus, -- to start a comment."
      ]),
    .init(
      [],
      "CREATE TABLE データー (id INTEGER, サーバー TEXT)",
      []),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET nаme = 'x' WHERE id = 1",
      [
        "error[non-ascii-identifier] 1:19 “а” in “nаme” only looks like a Latin letter | Type “name” again with Latin letters."
      ]),
    .init(
      [],
      "CREATE TABLE сору (id INTEGER, größe TEXT, ｎａｍｅ TEXT)",
      [
        "warning[non-ascii-identifier] 1:46 “ｎａｍｅ” contains full-width letters or digits | Switch the input method to English and type “name”."
      ]),
    .init(
      [],
      "ＣＲＥＡＴＥ TABLE a (id INTEGER)",
      [
        "error[non-ascii-identifier] 1:3 “ＣＲＥＡＴＥ” contains full-width letters or digits | Switch the input method to English and type “CREATE”."
      ]),
    .init(
      [],
      "CREATE TABLE Пользователь (имя TEXT)",
      []),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES (‘Tom's’)",
      [
        "error[smart-quotes] 1:35 typographic quotes instead of SQL quotes | Type the straight quote '."
      ]),
  ]

  @Test(arguments: table)
  func `the message stays the same`(_ row: MessageCase) throws {
    #expect(try row.messages(of: RuleCatalog.characters) == row.messages)
  }

  @Test(arguments: table)
  func `SQLite's own error is not reported in addition to the reason`(_ row: MessageCase) throws {
    let reasons = Set(RuleCatalog.characters.map { $0.id })
    let refusals = Set(RuleCatalog.syntaxErrors.map { $0.id } + ["failed-statement"])
    let errors = try row.diagnostics().filter { $0.severity == .error }.map(\.id)
    #expect(errors.allSatisfy { !reasons.contains($0) } || refusals.isDisjoint(with: errors))
  }
}
