import Foundation
import Testing

struct ValidateSQLScriptsTests {
  /// The target that the guide shows, with the plugin that builds its program.
  private static func target() throws -> String {
    try AppPackage.targetOfGuide().replacing(
      #".plugin(name: "SQLScriptsPlugin", package: "SQLScriptsPlugin")"#,
      with: #".plugin(name: "ValidateSQLScripts", package: "SQLScripts")"#)
  }

  @Test func `an app resolves no other package`() throws {
    let app = try AppPackage(targets: "    \(Self.target())")
    try app.write("print(1)\n", to: "Sources/App/main.swift")
    // SwiftPM names a package after its folder.
    let checkout = AppPackage.repository.lastPathComponent
    #expect(try app.dependencies().map { $0.lowercased() } == [checkout.lowercased()])
  }

  // Building the library and the tool for the app takes half a minute, so one package is used for all checks.
  @Test func `an app builds only with valid scripts, and every change is noticed`() throws {
    let plugin = #"plugins: [.plugin(name: "ValidateSQLScripts", package: "SQLScripts")]"#
    let app = try AppPackage(
      targets: """
        \(Self.target()),
        .target(
          name: "Notes", exclude: ["Drafts"], resources: [.process("Resources")],
          \(plugin)),
        """)
    try app.write("import SQLScripts\nprint(SQLiteManager.self)\n", to: "Sources/App/main.swift")
    try app.write("int notes(void) { return 1; }\n", to: "Sources/Notes/notes.c")
    try app.write("int notes(void);\n", to: "Sources/Notes/include/notes.h")
    try app.write("[\n  \"CREATE TABLE a (b)\"\n]\n", to: "Sources/App/SQLScripts/sql_default.json")
    try app.write("[ \"not for the app\" ]\n", to: "Sources/Notes/Drafts/sql_default.json")
    try app.write("No script yet.\n", to: "Sources/Notes/Resources/readme.txt")

    let without = try app.build()
    #expect(without.status != 0, "\(without.text)")
    #expect(
      without.text.contains(
        "error: ValidateSQLScripts found no scripts in the target “Notes”: neither a folder "
          + "SQLScripts nor an sql_default or sql_update_N."))

    // SwiftPM builds a C target differently.
    try app.write("CREATE TABLE a (b);\n", to: "Sources/Notes/Resources/第一/sql_default.sql")
    let good = try app.build()
    #expect(good.status == 0, "\(good.text)")
    #expect(good.errors == [])
    #expect(good.validations == 2)

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
