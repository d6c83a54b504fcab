import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Expressions that seldom mean what they say, and their correct neighbors.
@Suite struct ExpressionMessageTests {
  private static let shop = [
    "CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rating REAL, code TEXT, reviews INTEGER)",
    "CREATE TABLE review (id INTEGER PRIMARY KEY, shop INTEGER NOT NULL REFERENCES shop (id), stars INTEGER, \"at\" INTEGER, text TEXT)",
  ]

  static let wrong: [RuleMessageCase] = [
    .init(
      shop, ["DELETE FROM review WHERE -1 <= stars < 3 + 2 OR id = 7"],
      [
        "warning[chained-comparison] 1:26 -1 <= stars is 0 or 1, and that is what < compares | Write -1 <= stars AND stars < 3 + 2."
      ]),
    .init(
      shop, ["UPDATE review SET text = '' WHERE instr(text, 'x') = -1 OR -5 < stars"],
      [
        "warning[impossible-result] 1:35 instr() is never negative, so this is true for no row | Write instr(text, 'x') = 0."
      ]),
    .init(
      shop, ["CREATE VIEW v AS SELECT id FROM shop AS s WHERE s.name != 'a' OR s.name != 'b'"],
      [
        "warning[always-true-or] 1:49 every value of “name” fulfills this condition | Write AND instead of OR."
      ]),
    .init(
      shop, ["DELETE FROM review WHERE (stars < 3 OR stars > 2) AND id > 7"],
      [
        "warning[always-true-or] 1:27 every value of “stars” fulfills this condition | Correct the condition. If you mean all rows, remove it."
      ]),
    .init(
      shop, ["DELETE FROM review WHERE review.\"at\" NOT BETWEEN datetime('now', '-1 day') AND 5"],
      [
        "warning[integer-compared-with-date] 1:50 “at” holds numbers, and datetime('now', '-1 day') is a text | If the column has seconds since 1970, write CAST(strftime('%s', 'now', '-1 day') AS INTEGER)."
      ]),
    .init(
      shop, ["UPDATE review SET text = datetime(text, '-2 WEEKS')"],
      [
        "error[date-modifier] 1:41 '-2 WEEKS' is not a modifier of datetime() | Write '-14 days'."
      ]),
    .init(
      shop, ["UPDATE shop AS s SET reviews = (SELECT count(*) FROM review r WHERE s.id = r.id)"],
      [
        "warning[join-ignores-foreign-key] 1:69 “review” refers to “shop” with “shop”, not with “id” | Write r.shop = s.id."
      ]),
    .init(
      shop, ["UPDATE shop SET code = (SELECT text FROM review WHERE shop = shop.id)"],
      [
        "warning[arbitrary-row] 1:24 several rows of “review” may have the same “shop”, and this takes any of them | Choose one: add ORDER BY review.id LIMIT 1."
      ]),
    .init(
      shop, ["UPDATE shop SET rating = stars FROM review WHERE rating IS NULL"],
      [
        "warning[missing-join-condition] 1:32 each row of “shop” gets the values of any row of “review” | Add a condition on both tables: WHERE review.id = shop.id"
      ]),
    .init(
      shop, ["UPDATE shop SET code = coalesce('none', code, name) WHERE id = 7"],
      [
        "warning[unused-coalesce] 1:33 'none' is never NULL, so the rest is never used | Write coalesce(code, name, 'none')."
      ]),
    .init(
      shop, ["UPDATE shop SET code = CASE WHEN shop.code = 'a' THEN 'b' END"],
      [
        "warning[case-without-else] 1:24 “code” becomes NULL in all other rows | Add before END: ELSE shop.code"
      ]),
  ]

  /// Each looks like a mistake and is none.
  static let right: [[String]] = [
    ["DELETE FROM review WHERE (stars < 3) = (id > 7)"],
    ["DELETE FROM review WHERE stars < 3 AND id > 7 OR text < 'a'"],
    ["CREATE TABLE tag (name TEXT CHECK (length(name) >= 0))"],
    ["UPDATE shop SET code = CAST(strftime('%Y', code) AS INTEGER) WHERE id = 7"],
    ["DELETE FROM review WHERE stars <> 3 OR stars <> 4 AND id = 7"],
    ["DELETE FROM review WHERE stars > 3 OR stars <= 3 AND NOT id = 7"],
    ["DELETE FROM review WHERE NOT stars <> 3 OR stars IS NULL"],
    ["UPDATE review SET \"at\" = date('now') WHERE id = 7"],
    [
      "UPDATE shop SET code = (SELECT r.text FROM review r WHERE r.shop = shop.id AND r.id = shop.id)"
    ],
    ["UPDATE shop SET rating = 5 FROM review AS r WHERE r.shop = shop.id"],
    ["UPDATE shop SET code = CASE WHEN code = 'a' THEN 'b' WHEN 1 THEN code END WHERE code > ''"],
    [
      "CREATE TABLE best (shop INTEGER, text TEXT)",
      "INSERT INTO best SELECT shop, text FROM review GROUP BY shop, text",
    ],
    [
      "CREATE TABLE best (shop INTEGER, text TEXT, stars INTEGER)",
      "INSERT INTO best SELECT shop, text, max(stars) FROM review GROUP BY shop",
    ],
    ["CREATE VIEW v AS SELECT name, count(*) FROM shop LEFT JOIN review ON shop = 5 GROUP BY name"],
    [
      "CREATE TABLE doc (id INTEGER PRIMARY KEY, j TEXT CHECK (json_valid(j)), k)",
      "UPDATE doc SET k = j ->> 'k' WHERE id = 7",
    ],
  ]

  private static let rules = RuleCatalog.expressions

  @Test(arguments: wrong)
  func `a finding says what is wrong and what to write`(_ example: RuleMessageCase) throws {
    #expect(try example.found(by: Self.rules) == example.expected)
  }

  @Test(arguments: right)
  func `a correct neighbor is not reported`(_ statements: [String]) throws {
    let ids = Set(Self.newRules)
    let found = try RuleMessageCase(Self.shop, statements, []).found(by: Self.rules)
    #expect(found.filter { line in ids.contains { line.contains("[\($0)]") } } == [])
  }

  private static let newRules = [
    "chained-comparison", "impossible-result", "always-true-or", "integer-compared-with-date",
    "date-modifier", "join-ignores-foreign-key", "arbitrary-row", "missing-join-condition",
    "case-without-else", "bare-column-in-group", "count-of-left-join", "cast-to-date",
    "constant-result",
  ]
}
