import Testing

/// Values that an UPDATE makes of the old one, and that get lost where another column has no value,
/// or is 0 and divides it.
struct ClearedValueTests {
  private func told(_ update: String) throws -> String {
    let found = try sentences(
      of: .update(2, [update]),
      after: [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b TEXT, c TEXT, n TEXT NOT NULL, m INT NOT NULL)"
      ])
    #expect(found.count == 1)
    let words = try #require(found.first).words.plain
    // A statement that fails clears nothing.
    #expect(!words.contains("fails") && words.contains(" t"), "\(words)")
    return words.replacing("“a”", with: "a")
  }

  @Test(arguments: [
    "b = b || n", "b = b || id", "b = b || 'x'", "b = b || coalesce(c, '')", "b = c", "b = n || c",
    "b = b || c WHERE c IS NOT NULL", "n = n || c", "a = m + id", "a = max(a, m)",
    "a = a / 2", "a = a / nullif(m, 0)", "a = a / m WHERE m <> 0", "a = a / (m - 1) WHERE m > 1",
    "a = m / 2", "a = a / id", "m = m / a",
    "b = b || c WHERE b IS NULL", "b = b || c WHERE a = 1 AND b IS NULL",
    "b = b || c WHERE c = 'x' AND a = 1", "b = b || c WHERE c = 'x' OR length(c) = 3",
    "b = b || c WHERE coalesce(c, '') <> ''", "b = b || c WHERE c IN (SELECT 'x')",
    "b = b || c WHERE EXISTS (SELECT 1 WHERE c > '')", "b = b || c WHERE NOT (c = 'x')",
    "b = b || c WHERE (a, c) = (1, 'x')", "b = b || c WHERE b IS NULL OR (a = 1 AND b IS NULL)",
  ])
  func `a value is kept if nothing else can be missing or 0`(assignment: String) throws {
    let found = try told("UPDATE t SET \(assignment)")
    #expect(!found.contains("which clears"), "\(found)")
  }

  @Test(arguments: [
    ("b = b || c", "clears b where c has no value"),
    ("b = b || ' ' || c WHERE b IS NOT NULL", "clears b where c has no value"),
    ("b = b || c WHERE c = 'x' OR a = 1", "clears b where c has no value"),
    ("b = b || c WHERE c IS NULL", "clears b where c has no value"),
    ("b = b || c WHERE c IS NOT 'x'", "clears b where c has no value"),
    ("b = b || c WHERE b IS NULL OR a = 1", "clears b where c has no value"),
    ("b = upper(c) || b", "clears b where c has no value"),
    ("a = max(a, length(c) + m, c)", "clears a where c has no value"),
    ("a = a / m", "clears a where m is 0"),
    ("a = a % m / 2", "clears a where m is 0"),
    ("a = 100 / a", "clears a where a is 0"),
    ("a = a / c", "clears a where c is 0 or has no value"),
    ("a = a / -CAST(c AS REAL)", "clears a where c is 0 or has no value"),
    ("a = a * c / m", "clears a where c has no value or m is 0"),
    ("a = a / (m - 1)", "clears a where a divisor is 0"),
    ("b = b || c || a", "clears b where c or a has no value"),
    ("b = b || c, a = a - c", "clears b where c has no value and clears a where c has no value"),
  ])
  func `a value is lost where another one is missing or 0`(assignment: String, words: String) throws
  {
    let found = try told("UPDATE t SET \(assignment)")
    #expect(found.contains(", which \(words)"), "\(found)")
  }
}
