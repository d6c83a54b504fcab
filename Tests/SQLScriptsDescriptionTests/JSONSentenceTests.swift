import SQLScriptsDescription
import Testing

/// Values that are JSON.
struct JSONSentenceTests {
  private let rows = "in all rows of user"

  @Test(arguments: [
    ("json_set(name, '$.a', email)", "Sets the entry 'a' of name to the value of email"),
    (
      "json_set(coalesce(name, '{}'), '$.a', 1)",
      "Sets the entry 'a' of name to 1 (also where name has no value)"
    ),
    ("json_set(coalesce(email, '{}'), '$.a', 1)", nil), ("json_set(email, '$.a', 1)", nil),
    ("json_set(name, '$.a', 1, '$.b', 2)", nil),
    ("json_insert(name, '$.a', 1)", "Sets a missing entry 'a' of name to 1"),
    ("json_replace(name, '$.a', 1)", "Sets an existing entry 'a' of name to 1"),
    ("json_remove(name, '$.a', '$.b[0]')", "Removes the entries 'a' and '$.b[0]' from name"),
    (
      "json_set(name, '$.a', json_extract(name, '$.b'))",
      "Sets the entry 'a' of name to the entry 'b' of name"
    ),
    (
      "json_object('a', email, 'b', 1)", "Sets name to a JSON object with email as 'a' and 1 as 'b'"
    ),
    ("json_array(email, age)", "Sets name to a JSON list of email and age"),
    ("email -> '$.a'", "Sets name to the entry 'a' of email as JSON"),
    ("email ->> 0", "Sets name to the entry '$[0]' of email"),
    (
      "coalesce(email ->> '$.a', 'x')",
      "Sets name to the entry 'a' of email (or 'x' where it has no value)"
    ),
    (
      "json_array_length(email, '$.a')",
      "Sets name to the number of entries of the entry 'a' of email"
    ),
    ("json_extract(email, '$.a', '$.b')", nil), ("json_extract(email, 'a')", nil),
    ("json_remove(name, '$')", nil), ("json_extract(email, '$')", nil),
  ])
  func `a change of JSON is told by its entries`(value: String, words: String?) throws {
    let found = try sentences("UPDATE user SET name = \(value)").first?.words.plain ?? ""
    let untold = "Sets name to the result of an expression"
    #expect(found.hasPrefix("\(words ?? untold) \(rows)"), "\(found)")
  }

  @Test(arguments: [("IS NULL", "no"), ("IS NOT NULL", "an")])
  func `an entry may be missing`(test: String, article: String) throws {
    let found = try sentences("DELETE FROM log WHERE json_type(note, '$.a') \(test)")
    #expect(
      found.first?.words.plain.hasPrefix(
        "Deletes the rows of log where note has \(article) entry 'a' (") == true)
  }

  @Test(arguments: [
    ("email IS NOT NULL", "1 where email has a value; otherwise 0"),
    (
      "NOT EXISTS (SELECT 1 FROM team WHERE id = user.team)",
      "1 where team is not the id of any row of team; otherwise 0"
    ),
  ])
  func `an answer is 1 or 0`(value: String, words: String) throws {
    let found = try sentences("UPDATE user SET age = \(value)").first?.words.plain ?? ""
    #expect(found.hasPrefix("Sets age \(rows)") && found.hasSuffix(": \(words)."), "\(found)")
  }
}
