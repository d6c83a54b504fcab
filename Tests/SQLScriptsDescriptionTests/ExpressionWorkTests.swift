import SQLScripts
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation
import Testing

@testable import SQLScriptsDescription

/// Nested SQL must not cost a power of its depth. Counted in steps, so that the speed of a computer does not matter.
struct ExpressionWorkTests {
  private static func nested(_ start: String, _ end: String, around inner: String = "a") -> String {
    String(repeating: start, count: 28) + inner + String(repeating: end, count: 28)
  }

  @Test(arguments: [
    nested("lower(", ")"), nested("CAST(lower(", ") AS TEXT)"), nested("coalesce(a, ", ")"),
    nested("coalesce(", ", 0)"), nested("(", " = 1)"), nested("(1 < ", ")"),
    nested("(", " || a)"), nested("(", " / 2)"), nested("-(", ")"), nested("NOT (", ")"),
    nested("(", " IS NOT TRUE)"), nested("(NOT (", " IS FALSE))"), nested("(", " IN (1, 2))"),
    nested("(a IN (", "))"), nested("(", " IS NULL)"), nested("(a = 1 AND (b = 2 OR ", "))"),
    nested("(", " BETWEEN 1 AND 2)"), nested("CASE ", " WHEN 1 THEN 2 WHEN 3 THEN 4 END"),
    nested("CASE WHEN a THEN ", " ELSE b END"), nested("nullif(", ", 1)"),
  ])
  func `the work grows with the SQL and not with a power of its depth`(text: String) {
    let sql = SQLText(text)
    var scope = ExpressionScope()
    scope.sources = [ExpressionScope.Source(unknown: "t")]
    guard let expression = ExpressionReader(sql, sql.indices).expression else { return }
    _ = ConditionReading(scope: scope).tree(expression)
    _ = NounWords(scope: scope).value(expression)
    #expect((1...250).contains(scope.work.count))
  }

  @Test func `parts that would double at each level are not read`() {
    for text in [
      Self.nested("(", " BETWEEN 1 AND 2)"),
      Self.nested("CASE ", " WHEN 1 THEN 2 WHEN 3 THEN 4 END"),
    ] {
      let sql = SQLText(text)
      #expect(ExpressionReader(sql, sql.indices).expression == nil)
    }
  }

  @Test func `the queries of WITH are looked up once each`() throws {
    let count = 60
    let queries = (1...count).map { "q\($0) AS (SELECT n FROM q\($0 - 1))" }.joined(separator: ", ")
    let sql = "WITH q0 AS (SELECT 1 AS n), \(queries) UPDATE log SET id = (SELECT n FROM q\(count))"
    let bundle = ScriptBundle(scripts: [.default(schema), .update(2, [sql])])
    let library = ScriptLibrary(bundle)
    let entry = BundleDescription(Validator(library), of: library).entries.last
    var tables = CommonTables(try #require(entry?.rehearsed?.statements.first))
    let start: Words = "\(aside: "Query", "SELECT n FROM q\(count)")"
    let words = tables.adding(to: start)
    #expect(words.asides.count == count + 2)
    #expect((count...5 * count).contains(tables.work))
  }

  @Test func `after much work there are no more words`() {
    let work = ExpressionWork()
    #expect((1...20_000).allSatisfy { _ in work.begin() })
    #expect(!work.begin())
  }
}
