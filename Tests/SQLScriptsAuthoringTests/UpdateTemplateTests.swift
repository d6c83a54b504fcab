import SQLScripts
import SQLScriptsFiles
import Testing

@testable import SQLScriptsAuthoring

struct UpdateTemplateTests {
  /// The tables that the names in the templates refer to.
  private static let bundle: [InMemoryScript] = [
    .default([
      "CREATE TABLE other_table (id INTEGER PRIMARY KEY)",
      "CREATE TABLE table_name (id INTEGER PRIMARY KEY, column_name TEXT)",
    ])
  ]

  @Test(arguments: UpdateTemplate.allCases, ScriptFile.Format.allCases)
  func `the statements of a template run once the names are filled in`(
    template: UpdateTemplate, format: ScriptFile.Format
  ) throws {
    var statements = template.statements.joined(separator: "; ")
    if template == .column { statements.replace("column_name", with: "another_column") }
    if template == .table { statements.replace("table_name", with: "another_table") }
    let update = InMemoryScript.update(2, [statements])
    let library = ScriptLibrary(ScriptBundle(scripts: Self.bundle + [update]))
    let report = try Migrator(path: ":memory:", library: library, options: .init()).migrate()
    #expect(report.to == 2)

    let next = try NextUpdate(
      of: ScriptBundle(scripts: Self.bundle), settings: BundleSettings(), latest: 1,
      for: "a change", format: format, timestamp: 0, byTime: false, template: template)
    let bundle = ScriptBundle(scripts: [.file(named: next.fileName, text: next.text)])
    let reading = try bundle.read(try #require(bundle.scripts.first))
    #expect(reading.diagnostics == [])
    // SQLite splits plain SQL into statements only when they run.
    #expect(reading.script?.items.count == (format == .sql ? 1 : template.statements.count))
  }
}
