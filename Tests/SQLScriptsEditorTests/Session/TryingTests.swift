import SQLScriptsDatabase
import SQLScriptsEditor
import SQLScriptsReporting
import TestSupport
import Testing

/// Trying the scripts on a copy of a database.
struct TryingTests {
  private static let endless =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"

  private func page(update: String) throws -> Page {
    let folder = try TemporaryFolder()
    try folder.write(#"["CREATE TABLE a (b)"]"#, to: "sql_default.json")
    try folder.write("[\"\(update)\"]", to: "sql_update_2.json")
    try folder.write(#"{"versionStore": "userVersion"}"#, to: "sqlscripts.json")
    let connection = try Connection(
      path: folder.path("app.sqlite"), mode: .create, busyTimeout: Milliseconds(0))
    for sql in ["CREATE TABLE a (b)", "INSERT INTO a VALUES (1)", "PRAGMA user_version = 1"] {
      try connection.execute(sql)
    }
    return try Page(folder, data: folder.path("app.sqlite"))
  }

  @Test func `the page shows what happens to the rows`() async throws {
    let page = try page(update: "UPDATE a SET b = 2")
    let revision = try await page.document()["editor"]["revision"]
    let reply = await page.call("try", ["revision": revision])
    #expect(reply.body?["tables"][0]["changed"] == 1)
    #expect(reply.body?["to"] == 2)
  }

  /// A page that is closed does not need the result, and each attempt holds a copy of the database.
  @Test(
    .timeLimit(.minutes(10)), arguments: ["UPDATE a SET b = (\(endless))", "ALTER TABLE a ADD c"])
  func `an attempt ends when its page has gone`(update: String) async throws {
    let page = try page(update: update)
    let revision = try await page.document()["editor"]["revision"]
    // The second one would have to wait for an attempt that goes on.
    for _ in 1...2 {
      let attempt = Task { await page.call("try", ["revision": revision]) }
      attempt.cancel()
      #expect(await attempt.value.body?["failure"].text?.contains("canceled") == true)
    }
  }
}
