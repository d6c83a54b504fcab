import Foundation
import TestSupport
import Testing

struct ValidateSQLScriptsTests {
  /// The two plugins, which are named after their products.
  enum Plugin: String {
    /// The plugin of this package. The app builds the tool.
    case ValidateSQLScripts
    /// The plugin of the package that a release has, with a tool that is already built.
    case SQLScriptsPlugin

    var package: String { self == .ValidateSQLScripts ? "SQLScripts" : rawValue }
    var use: String { ".plugin(name: \"\(rawValue)\", package: \"\(package)\")" }

    /// Building the library and the tool takes two minutes of processor time.
    static var tested: [Plugin] {
      guard PluginRelease.hasPython else { return [.ValidateSQLScripts] }
      return Sweep.isComplete ? [.SQLScriptsPlugin, .ValidateSQLScripts] : [.SQLScriptsPlugin]
    }

    /// The target that the guide shows, with this plugin. Without the library if the app is not to build it.
    func target() throws -> String {
      let target = try AppPackage.targetOfGuide()
      #expect(target.contains(Plugin.SQLScriptsPlugin.use))
      return self == .SQLScriptsPlugin
        ? target.replacing(#/dependencies: \[.+\],\s*/#, with: "")
        : target.replacing(Plugin.SQLScriptsPlugin.use, with: use)
    }
  }

  @Test(arguments: [Plugin.ValidateSQLScripts, .SQLScriptsPlugin])
  func `an app resolves no other package`(_ plugin: Plugin) throws {
    let isPrebuilt = plugin == .SQLScriptsPlugin
    guard !isPrebuilt || PluginRelease.hasPython else { return }
    let release = isPrebuilt ? try PluginRelease.make() : nil
    defer { withExtendedLifetime(release) {} }
    let packages = release.map { [$0.path(plugin.package)] } ?? []
    let app = try AppPackage(targets: "    \(plugin.target())", packages: packages)
    try app.write("print(1)\n", to: "Sources/App/main.swift")
    // SwiftPM names a package after its folder.
    let checkout = AppPackage.repository.lastPathComponent
    let expected = [checkout.lowercased()] + packages.map { _ in "sqlscriptsplugin" }
    #expect(try app.dependencies().map { $0.lowercased() } == expected)
  }

  // One package is used for all checks, because a build takes seconds.
  @Test(arguments: Plugin.tested)
  func `an app builds only with valid scripts, and every change is noticed`(
    _ plugin: Plugin
  ) throws {
    let isPrebuilt = plugin == .SQLScriptsPlugin
    let release = isPrebuilt ? try PluginRelease.make() : nil
    defer { withExtendedLifetime(release) {} }
    let app = try AppPackage(
      targets: """
        \(plugin.target()),
        .target(
          name: "Notes", exclude: ["Drafts"], resources: [.process("Resources")],
          plugins: [\(plugin.use)]),
        """, packages: release.map { [$0.path(plugin.package)] } ?? [])
    try app.write(
      isPrebuilt ? "print(1)\n" : "import SQLScripts\nprint(SQLiteManager.self)\n",
      to: "Sources/App/main.swift")
    try app.write("int notes(void) { return 1; }\n", to: "Sources/Notes/notes.c")
    try app.write("int notes(void);\n", to: "Sources/Notes/include/notes.h")
    try app.write("[\n  \"CREATE TABLE a (b)\"\n]\n", to: "Sources/App/SQLScripts/sql_default.json")
    try app.write("[ \"not for the app\" ]\n", to: "Sources/Notes/Drafts/sql_default.json")
    try app.write("No script yet.\n", to: "Sources/Notes/Resources/readme.txt")

    let without = try app.build()
    #expect(without.status != 0, "\(without.text)")
    #expect(
      without.text.contains(
        "error: \(plugin) found no scripts in the target “Notes”: neither a folder "
          + "SQLScripts nor an sql_default or sql_update_N."))

    // SwiftPM builds a C target differently.
    try app.write("CREATE TABLE a (b);\n", to: "Sources/Notes/Resources/第一/sql_default.sql")
    let good = try app.build()
    #expect(good.status == 0, "\(good.text)")
    #expect(good.errors == [])
    #expect(good.validations == 2)
    if isPrebuilt { #expect(app.compiledTargets() == ["App", "Notes"]) }

    let update = "Sources/App/SQLScripts/sql_update_2.json"
    try app.write("[\n  \"ALTER TABLE a ADD c\",\n  \"UPDATE a SET d = 1\"\n]\n", to: update)
    for _ in 1...2 {
      let broken = try app.build()
      #expect(broken.status != 0, "a finding must not be forgotten by the next build")
      #expect(broken.errors.count == 1, "\(broken.text)")
      let place = "\(app.folder.lastPathComponent)/\(update):3:17: error: "
      #expect(broken.errors.first?.hasPrefix("/") == true)
      #expect(broken.errors.first?.contains(place) == true, "\(broken.errors)")
    }

    try app.write("[\n  \"ALTER TABLE a ADD c\",\n  \"UPDATE a SET c = 1\"\n]\n", to: update)
    let mended = try app.build()
    #expect(mended.status == 0, "\(mended.text)")
    #expect(mended.validations >= 1)
    try app.write("print(\"Hello again\")\n", to: "Sources/App/main.swift")
    let unchanged = try app.build()
    #expect(unchanged.status == 0, "\(unchanged.text)")
    #expect(unchanged.validations == 0)
  }
}
