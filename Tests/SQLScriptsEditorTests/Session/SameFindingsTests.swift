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
      var files: [String: String] = [:]
      for file in example { files[file.fileName] = file.content }
      let page = try Page(files)
      let shown = try await page.document()
      let findings =
        shown["versions"].values.flatMap { $0["findings"].values }
        + shown["findings"].values
      let library = ScriptLibrary(try ScriptBundle(directory: page.folder.path))
      let validation = Validator(library).validate()
      let wanted = (validation.diagnostics + validation.released).map(Self.words)
        // The page shows one folder, and `validate` the path of each file.
        .map { $0.replacing("\(page.folder.path)/", with: "") }.sorted()
      let got = findings.map {
        "\($0["id"].text ?? "") \($0["severity"].text ?? "") \($0["offset"].compact) \($0["message"].text ?? "")"
          .replacing("\(page.folder.path)/", with: "")
      }.sorted()
      #expect(got == wanted, "\(id)")
    }
  }

  /// The complete check follows, and what it says counts. Without a default script, it has more to say.
  @Test func `the quick check of an edited script finds the same`() async throws {
    var count = 0
    for (id, example) in Sweep.part(of: Self.pages, atMost: 120) {
      var files: [String: String] = [:]
      for file in example { files[file.fileName] = file.content }
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
