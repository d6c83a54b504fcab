import Testing

/// Values that an UPDATE makes of the old one, and that get lost where another column has no value.
struct ClearedValueTests {
  private func told(_ update: String) throws -> String {
    let found = try sentences(
      of: .update(2, [update]),
      after: [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b TEXT, c TEXT, n TEXT NOT NULL, m INT NOT NULL)"
      ])
    return found.first?.words.plain ?? ""
  }

  @Test(arguments: [
    "b = b || n", "b = b || id", "b = b || 'x'", "b = b || coalesce(c, '')", "b = c", "b = n || c",
    "b = b || c WHERE c IS NOT NULL", "n = n || c", "a = m + id", "a = max(a)",
  ])
  func `a value is kept if nothing else can be missing`(assignment: String) throws {
    let found = try told("UPDATE t SET \(assignment)")
    #expect(!found.contains("which clears"), "\(found)")
  }

  @Test(arguments: [
    ("b = b || c", "clears b where c has no value"),
    ("b = b || ' ' || c WHERE b IS NOT NULL", "clears b where c has no value"),
    ("b = upper(c) || b", "clears b where c has no value"),
    ("a = max(a, length(c) + m, c)", "clears a where c has no value"),
    ("b = b || c || a", "clears b where c or a has no value"),
    ("b = b || c, a = a - c", "clears b where c has no value and clears a where c has no value"),
  ])
  func `a value is lost where another one is missing`(assignment: String, words: String) throws {
    let found = try told("UPDATE t SET \(assignment)").replacing("“a”", with: "a")
    #expect(found.contains(", which \(words)"), "\(found)")
  }
}
