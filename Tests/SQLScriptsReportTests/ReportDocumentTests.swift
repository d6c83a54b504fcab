import SQLScripts
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsReport
import SQLScriptsReporting
import SQLScriptsValidation
import Testing

struct ReportDocumentTests {
  private func document(
    _ scripts: [InMemoryScript], limits: ReportVersion.Limits = .report
  ) -> JSONText {
    let library = ScriptLibrary(ScriptBundle(scripts: scripts))
    let description = BundleDescription(Validator(library), of: library)
    return ReportDocument(description, of: library, title: "Test", limits: limits).json()
  }

  private static let user = "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"

  @Test func `a bundle without scripts is an empty document`() {
    let json = document([])
    #expect(json["versions"].values.isEmpty)
    #expect(json["tables"].values.isEmpty)
  }

  @Test func `the schema of each version follows from the one before it`() {
    let json = document([
      .default([Self.user, "CREATE TABLE old (a)"]),
      .update(2, ["ALTER TABLE user ADD COLUMN age INTEGER", "DROP TABLE old"]),
      .update(3, ["CREATE TABLE log (text TEXT)"]),
    ])
    var schema: [String: JSONText] = [:]
    var names: [[String]] = []
    for version in json["versions"].values {
      for index in version["set"].values {
        let table = json["tables"][index.number ?? -1]
        schema[table["name"].text ?? ""] = table
      }
      for name in version["removed"].values { schema[name.text ?? ""] = nil }
      names.append(schema.keys.sorted())
    }
    #expect(names == [["old", "user"], ["user"], ["log", "user"]])
    #expect(schema["user"]?["columns"].values.count == 3)
  }

  @Test func `a table that no script changes is in the document once`() {
    let updates = (2...50).map { InMemoryScript.update($0, ["CREATE TABLE t\($0) (a)"]) }
    let json = document([.default([Self.user])] + updates)
    #expect(json["tables"].values.count == 50)
    #expect(json["versions"].values.dropFirst().allSatisfy { $0["set"].values.count == 1 })
  }

  @Test func `a version whose script fails says so, and later ones are still there`() {
    let json = document([
      .default([Self.user]), .file(named: "sql_update_2.json", text: "[\"CREATE TABLE\""),
      .update(3, ["SELECT 1"]),
    ])
    let versions = json["versions"].values
    #expect(versions.count == 3)
    #expect(versions[1]["problem"].text != nil)
    #expect(!versions[1]["findings"].values.isEmpty)
    #expect(versions[1]["text"] == .null)
  }

  @Test func `a finding names the statement that it is about`() {
    let json = document([
      .default([Self.user]),
      .update(2, ["ALTER TABLE user ADD COLUMN age INTEGER", "DELETE FROM user"]),
      .file(
        named: "sql_update_3.sql",
        text: "-- one\nCREATE TABLE log (a);\n\nUPDATE user SET age = 1; -- two\n"),
    ])
    let items = json["versions"].values.map { version in
      version["findings"].values.filter { $0["severity"] == "warning" }.map { $0["item"].number }
    }
    #expect(items == [[], [2], [2]])
  }

  @Test func `the statements of a bulk script are limited in a report, not in an editor`() {
    let rows = (1...700).map { "INSERT INTO user (name) VALUES ('\($0)')" }
    let scripts: [InMemoryScript] = [.default([Self.user]), .update(2, rows)]
    let report = document(scripts)["versions"][1]
    #expect(report["items"].values.count == 500)
    #expect(report["hiddenItems"].number == 200)
    let editor = document(scripts, limits: .none)["versions"][1]
    #expect(editor["items"].values.count == 700)
  }

  @Test func `values that JavaScript cannot represent are texts`() {
    let json = document([
      .default([
        "CREATE TABLE t (a, b, c)",
        "INSERT INTO t VALUES (9223372036854775807, x'0102', '\(String(repeating: "x", count: 500))')",
      ]), .update(2, ["UPDATE t SET b = NULL"]),
    ])
    let row = json["versions"][1]["rows"][0]["rows"][0]
    #expect(row["before"][0]["integer"].text == "9223372036854775807")
    #expect(row["before"][1]["blob"].number == 2)
    #expect(row["before"][2].text?.count == 81)
    #expect(row["after"][1] == .null)
    #expect(row["state"] == "changed")
  }

  @Test(arguments: [("'x'", 60, 8), ("zeroblob(3000000)", 3, 1)])
  func `the first rows of a large table are shown`(value: String, count: Int, shown: Int) {
    let insert = "INSERT INTO user (name) VALUES (\(value))"
    let json = document([
      .default([Self.user] + Array(repeating: insert, count: count)),
      .update(2, ["UPDATE user SET name = 'y'"]),
    ])
    for (version, state) in zip(json["versions"].values, ["added", "changed"]) {
      let rows = version["rows"][0]["rows"].values
      #expect(rows.map { $0["state"].text } == Array(repeating: state, count: shown))
      #expect(version["rows"][0]["hidden"].number == count - shown)
    }
  }

  @Test func `what no migration reaches is not new`() {
    let json = document([
      .default([Self.user]),
      .update(
        2,
        [
          "ALTER TABLE user ADD COLUMN age INTEGER", "ALTER TABLE usr ADD COLUMN email TEXT",
          "ALTER TABLE user ADD COLUMN nick TEXT", "CREATE TABLE log (note TEXT)",
        ]),
    ])
    let changes = json["versions"][1]["changes"].values
    #expect(changes.map { $0["state"].text } == ["unreached", "changed"])
    #expect(changes[0]["columns"][0]["state"] == "unreached")
    #expect(changes[1]["columns"].values.map { $0["state"].text } == ["added", "unreached"])
  }

  @Test func `a script says which SQLite it needs`() {
    let json = document([
      .default([Self.user]), .update(2, ["SELECT 1", "ALTER TABLE user DROP COLUMN name"]),
    ])
    let requires = json["versions"][1]["requires"]
    #expect(requires["sqlite"] == "3.35")
    #expect(requires["item"].number == 2)
    #expect(requires["systems"].values.contains("iOS 15"))
    #expect(json["versions"][0]["requires"] == .null)
  }

  @Test func `times are measured for scripts that change rows`() throws {
    let library = ScriptLibrary(
      ScriptBundle(scripts: [
        .default([Self.user]), .update(2, ["UPDATE user SET name = 'x'"]),
        .update(3, ["CREATE TABLE t (a)"]),
      ]))
    let description = BundleDescription(Validator(library), of: library)
    let times = description.times(library.standIns)
    #expect(times.keys.sorted() == ["sql_update_2.json"])
    #expect(try #require(times["sql_update_2.json"]) > 0)
  }

  @Test(arguments: [
    ("/a/MyApp/SQLScripts", "MyApp"), ("/a/MyApp/SQLScripts/", "MyApp"), ("/a/scripts", "scripts"),
    ("/SQLScripts", "SQLScripts"), ("/a/./b/.", "b"), ("/", "/"),
  ])
  func `a report is named after what the scripts belong to`(path: String, title: String) {
    #expect(ReportDocument.title(of: path) == title)
  }
}

extension JSONText {
  fileprivate subscript(key: String) -> JSONText {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }

  fileprivate subscript(index: Int) -> JSONText {
    values.indices.contains(index) ? values[index] : .null
  }

  fileprivate var values: [JSONText] { if case .array(let values) = self { values } else { [] } }

  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var number: Int? { if case .integer(let value) = self { Int(value) } else { nil } }
}
