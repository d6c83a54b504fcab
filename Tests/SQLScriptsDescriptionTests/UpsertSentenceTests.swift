import SQLScriptsDescription
import SQLScriptsSQL
import Testing

/// The values that ON CONFLICT … DO UPDATE computes from the row that it does not add.
struct UpsertSentenceTests {
  @Test(arguments: [
    ("note = excluded.note", "sets note to the new value instead."),
    ("note = note || excluded.note", "adds the new value to the end of note instead."),
    ("note = coalesce(note, excluded.note)", "replaces a missing note with the new value instead."),
    ("note = coalesce(excluded.note, note)", "sets note to the new value, if any, instead."),
    ("note = max(note, excluded.note)", "to the greater of its value and the new value instead."),
    ("note = excluded.note || ' ' || excluded.id", "the new value, ' ' and the new id joined"),
    ("note = 'x' WHERE excluded.note <> log.note", "note has a value other than the new note,"),
  ])
  func `the new value is called so`(update: String, words: String) throws {
    let found = try sentences(
      "INSERT INTO log (id, note) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET \(update)")
    #expect(found.first?.words.plain.contains(words) == true, "\(found.map(\.words.plain))")
  }

  @Test func `a new number is added to the old one`() throws {
    let found = try sentences(
      "INSERT INTO user (id, name, age) VALUES (1, 'a', 2) ON CONFLICT (id) DO UPDATE SET age = age + excluded.age"
    )
    #expect(found.first?.words.plain.hasSuffix("adds the new value to age instead.") == true)
  }
}
