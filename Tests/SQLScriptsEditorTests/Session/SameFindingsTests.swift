import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsEditor
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation
import TestSupport
import Testing

/// The page and `validate` agree, because they use the same engine.
struct SameFindingsTests {
  private static let pages = RulePage.all.flatMap { page in
    (page.wrong + page.right).map { (page.id, $0) }
  }

  @Test func `the page shows what validate finds in every example of a rule`() async throws {
    for (id, example) in Self.pages {
      _ = try await Self.compare(id, Self.files(example))
    }
  }

  /// Users have these scripts, so `validate` sets most findings apart, and so must the page.
  @Test func `the page shows what validate finds in every released example`() async throws {
    var (past, counted) = (0, 0)
    for (id, example) in Sweep.part(of: Self.pages, atMost: 300) {
      var files = Self.files(example)
      guard files[LockFile.fileName] == nil else { continue }
      let page = try Page(files)
      guard (try? page.release()) != nil else { continue }
      files[LockFile.fileName] = try page.file(LockFile.fileName)
      let validation = try await Self.compare("\(id), released", files)
      past += validation.released.count
      counted += validation.diagnostics.count { $0.severity == .error }
    }
    #expect(past > 100)
    // An error that stops a new database is counted.
    #expect(counted > 10)
  }

  private static func compare(_ id: String, _ files: [String: String]) async throws -> Validation {
    let page = try Page(files)
    let shown = try await page.document()
    let findings =
      shown["versions"].values.flatMap { $0["findings"].values } + shown["findings"].values
    let validation = Validator(ScriptLibrary(try ScriptBundle(directory: page.folder.path)))
      .validate()
    // The page shows one folder, and `validate` the path of each file.
    let isPast = { (finding: JSONText) in finding["past"] == true }
    for (wanted, got) in [
      (validation.diagnostics, findings.filter { !isPast($0) }),
      (validation.released, findings.filter(isPast)),
    ] {
      let wanted = wanted.map { words($0).replacing("\(page.folder.path)/", with: "") }.sorted()
      let got = got.map {
        "\($0["id"].text ?? "") \($0["severity"].text ?? "") \($0["offset"].compact) \($0["message"].text ?? "")"
          .replacing("\(page.folder.path)/", with: "")
      }.sorted()
      #expect(got == wanted, "\(id)")
    }
    #expect(shown["summary"]["text"].text == validation.summary, "\(id)")
    #expect(shown["summary"]["released"] == .int(validation.lastingCount), "\(id)")
    return validation
  }

  private static func files(_ example: [RulePage.File]) -> [String: String] {
    Dictionary(example.map { ($0.fileName, $0.content) }, uniquingKeysWith: { $1 })
  }

  /// The complete check follows, and what it says counts. Without a default script, it has more to say.
  @Test func `the quick check of an edited script finds the same`() async throws {
    var count = 0
    for (id, example) in Sweep.part(of: Self.pages, atMost: 120) {
      let files = Self.files(example)
      guard files["sql_default.json"] != nil, files["sql_update_2.json"] != nil else { continue }
      let page = try Page(files)
      let before = try await page.version(2)["findings"]
      let reply = try await page.edit([
        "kind": "describe", "script": 2, "description": "the same with a description",
      ])
      guard reply.status == 200 else { continue }
      let after = reply.body?["versions"].values.first { $0["id"] == 2 }?["findings"]
      #expect(Self.ids(after ?? .null) == Self.ids(before), "\(id)")
      count += 1
    }
    #expect(count > 40)
  }

  @Test(arguments: [
    #"{"require": ["SELECT id FROM user WHERE nick IS NULL"], "statements": ["ALTER TABLE user ADD a"]}"#,
    #"{"statements": ["ALTER TABLE user ADD a"], "verify": ["SELECT id FROM user WHERE a IS NULL"]}"#,
  ])
  func `the quick check finds a query that stops the script`(update: String) async throws {
    let page = try Page([
      "sql_default.json":
        #"["CREATE TABLE user (id INTEGER PRIMARY KEY, nick TEXT)", "INSERT INTO user (nick) VALUES (NULL)"]"#,
      "sql_update_2.json": update,
    ])
    #expect(Self.ids(try await page.version(2)["findings"]) == ["failed-statement"])
    let reply = try await page.edit(["kind": "describe", "script": 2, "description": "another"])
    let after = reply.body?["versions"].values.first { $0["id"] == 2 }?["findings"] ?? .null
    #expect(Self.ids(after) == ["failed-statement"])
  }

  private static func ids(_ findings: JSONText) -> [String] {
    findings.values.compactMap { $0["id"].text }.sorted()
  }

  private static func words(_ finding: Diagnostic) -> String {
    let offset = finding.span.file.isNameOnly ? "null" : "\(finding.span.start.offset)"
    return "\(finding.id) \(finding.severity) \(offset) \(finding.message)"
  }
}

extension RulePage.File {
  fileprivate var fileName: String { name.contains(".") ? name : name + ".json" }

  fileprivate var content: String {
    isList
      ? JSONText.array(texts.map { .string($0.text) }).compact : texts.map(\.text).joined()
  }
}
