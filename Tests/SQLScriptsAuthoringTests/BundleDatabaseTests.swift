import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

struct BundleDatabaseTests {
  @Test func `a script that never ends is stopped, which is no mistake of its transaction`() throws
  {
    let endless =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0"
    for statement in [endless, "INSERT INTO a (b) " + endless] {
      let bundle = ScriptBundle(scripts: [
        .default(["CREATE TABLE a (b)"]), .update(2, [statement]),
      ])
      let failure = #expect(throws: MigrationFailure.self) {
        _ = try BundleDatabase(ScriptLibrary(bundle))
      }
      guard case .statement(let stopped)? = failure?.reason else {
        Issue.record("the statement did not fail: \(String(describing: failure))")
        continue
      }
      let finding = stopped.diagnostic
      #expect(
        finding.message
          == "item 1 of sql_update_2.json failed: stopped after 2 seconds, because it did not end")
      #expect(finding.help?.contains("CONFLICT") != true)
    }
  }
}
