import Foundation
import SQLScriptsFoundation
import TestSupport
import Testing

/// Scripts among the resources of an app or a module.
struct ResourceTests {
  @Test func `scripts among other resources are found, and the others are ignored`() throws {
    let bundle = try ScriptBundle(bundle: .module)
    #expect(bundle.defaultScript?.name == "sql_default.plist")
    #expect(bundle.updates.map(\.name) == ["sql_update_2.plist"])
    let folder = try #require(Bundle.module.resourceURL)
    let resources = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(resources.contains("Colors.plist") && resources.contains("welcome.txt"))

    let directory = try TemporaryFolder()
    let migrator = Migrator(url: URL(fileURLWithPath: directory.path("a.sqlite")), scripts: bundle)
    let report = try migrator.migrate()
    #expect(report.to == 2)
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `the fixtures are binary property lists`() throws {
    let script = try #require(Bundle.module.url(forResource: "sql_default", withExtension: "plist"))
    #expect(try Data(contentsOf: script).starts(with: Data("bplist00".utf8)))
  }

  @Test func `a copied folder can be named and can contain several formats`() throws {
    let bundle = try ScriptBundle(bundle: .module, subdirectory: "SQLScripts")
    #expect(
      bundle.updates.map(\.name) == ["sql_update_2.plist", "sql_update_3.json"])
    let directory = try TemporaryFolder()
    let database = SQLiteManager(
      .init(
        url: URL(fileURLWithPath: directory.path("b.sqlite")),
        scripts: .bundle(.module, subdirectory: "SQLScripts")))
    #expect(try database.open().to == 3)
    #expect(try database.query("SELECT name, colour, icon FROM folder").isEmpty)
  }

  @Test func `a folder that is not among the resources is an error that names it`() throws {
    let error = #expect(throws: ScriptBundleError.self) {
      try ScriptBundle(bundle: .module, subdirectory: "SQLScript")
    }
    #expect(error?.reason == .notFound)
    #expect(error?.path.hasSuffix("/SQLScript") == true)
    let database = SQLiteManager(
      .init(path: ":memory:", scripts: .bundle(.module, subdirectory: "SQLScript")))
    #expect(throws: MigrationFailure.self) { try database.open() }
  }

  /// The resources of an app with `resources: [.copy("SQLScripts")]`.
  private func bundle(in directory: TemporaryFolder, scripts: Bool) throws -> Bundle {
    let folder = URL(fileURLWithPath: directory.path("App_App.bundle"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("hello".utf8).write(to: folder.appendingPathComponent("welcome.txt"))
    if scripts {
      let source = try #require(Bundle.module.resourceURL).appendingPathComponent("SQLScripts")
      try FileManager.default.copyItem(at: source, to: folder.appendingPathComponent("SQLScripts"))
    }
    return try #require(Bundle(url: folder))
  }

  @Test func `the resources of the README are found without the name of their folder`() throws {
    let directory = try TemporaryFolder()
    let bundle = try bundle(in: directory, scripts: true)
    #expect(try ScriptBundle(bundle: bundle).updates.count == 2)
    let path = directory.path("a.sqlite")
    #expect(try SQLiteManager(.init(path: path, scripts: .bundle(bundle))).open().to == 3)
  }

  @Test func `if there are no scripts, the error names the folders that were searched`() throws {
    let directory = try TemporaryFolder()
    let bundle = try bundle(in: directory, scripts: false)
    let database = SQLiteManager(.init(path: ":memory:", scripts: .bundle(bundle)))
    let failure = #expect(throws: MigrationFailure.self) { try database.open() }
    #expect(
      failure?.summary.hasSuffix(
        "/App_App.bundle” and “\(bundle.bundlePath)/SQLScripts”: expected sql_default or sql_update_N"
      )
        == true, "\(failure?.summary ?? "")")
    #expect(try ScriptBundle(bundle: bundle).isEmpty)
  }

  @Test func `a misnamed script in the folder is named, not called missing`() throws {
    let directory = try TemporaryFolder()
    let bundle = try bundle(in: directory, scripts: false)
    let folder = bundle.bundleURL.appendingPathComponent("SQLScripts")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("[]".utf8).write(to: folder.appendingPathComponent("sql_defualt.json"))
    let database = SQLiteManager(.init(path: ":memory:", scripts: .bundle(bundle)))
    let failure = #expect(throws: MigrationFailure.self) { try database.open() }
    #expect(
      failure?.description.contains("sql_defualt.json") == true, "\(String(describing: failure))")
  }

  @Test func `a URL can name a folder`() throws {
    let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("SQLScripts")
    #expect(try ScriptBundle(directory: folder).updates.count == 2)
    let database = SQLiteManager(.init(path: ":memory:", scripts: .directory(folder)))
    #expect(try database.open().to == 3)
  }

  @Test func `a URL that is not a file URL is refused and shown`() throws {
    let address = try #require(URL(string: "https://example.com/tmp"))
    #expect(throws: ScriptBundleError.self) { try ScriptBundle(directory: address) }
    let scripts = try ScriptBundle(bundle: .module)
    let failure = #expect(throws: MigrationFailure.self) {
      try Migrator(url: address, scripts: scripts).migrate()
    }
    #expect(failure?.description.contains("https://example.com") == true)
  }
}
