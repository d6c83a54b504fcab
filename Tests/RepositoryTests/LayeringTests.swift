import Foundation
import Testing

/// The allowed imports, as in Documentation/Architecture.md.
struct LayeringTests {
  /// The modules that a module may import. System modules (Glibc, Darwin …) are always allowed.
  private static let table: [String: Set<String>] = [
    "SQLScriptsDiagnostics": [],
    "SQLScriptsSQL": [],
    "SQLScriptsReporting": ["SQLScriptsDiagnostics"],
    "SQLScriptsAdvice": [
      "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsSQL", "SQLScriptsFiles",
    ],
    "SQLScriptsScratch": [
      "SQLScriptsDatabase", "CSQLScriptsLibrary", "CSQLScriptsMemory", "CSQLScriptsSQLite",
    ],
    "SQLScriptsFiles": ["SQLScriptsDiagnostics", "SQLScriptsSQL", "CSQLScriptsXML", "libxml2"],
    "SQLScriptsDatabase": ["SQLScriptsSQL", "CSQLScriptsLibrary"],
    "SQLScriptsSchema": ["SQLScriptsSQL", "SQLScriptsDatabase"],
    "SQLScripts": [
      "SQLScriptsDiagnostics", "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase",
    ],
    "SQLScriptsFoundation": ["SQLScripts", "Foundation"],
    "SQLScriptsTesting": [
      "SQLScriptsAdvice",
      "SQLScripts", "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsSQL",
      "SQLScriptsDatabase", "SQLScriptsSchema", "SQLScriptsValidation", "Foundation", "Testing",
      "XCTest",
    ],
    "SQLScriptsValidation": [
      "SQLScriptsAdvice", "SQLScriptsScratch",
      "SQLScriptsDiagnostics", "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase",
      "SQLScriptsSchema", "SQLScripts", "Foundation",
    ],
    "SQLScriptsAuthoring": [
      "SQLScriptsAdvice", "SQLScriptsReporting", "SQLScriptsScratch",
      "SQLScriptsDiagnostics", "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase",
      "SQLScriptsSchema", "SQLScripts", "SQLScriptsValidation",
    ],
    "SQLScriptsDescription": [
      "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsSQL", "SQLScriptsFiles",
      "SQLScriptsDatabase", "SQLScriptsSchema", "SQLScripts", "SQLScriptsValidation",
    ],
    "SQLScriptsReport": [
      "SQLScriptsAdvice", "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsSQL",
      "SQLScriptsFiles", "SQLScriptsDatabase", "SQLScriptsSchema", "SQLScripts",
      "SQLScriptsValidation", "SQLScriptsDescription",
    ],
    "SQLScriptsTorture": [
      "SQLScriptsScratch",
      "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase", "SQLScriptsSchema", "SQLScripts",
      "SQLScriptsValidation", "CSQLScriptsFaults",
    ],
    // Every app with the plugin builds it.
    "SQLScriptsValidateTool": [
      "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsFiles", "SQLScripts",
      "SQLScriptsValidation",
    ],
    // Without Foundation, which would more than double the start time of the command.
    "SQLScriptsCLI": [
      "SQLScriptsAdvice", "SQLScriptsScratch",
      "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsSQL", "SQLScriptsFiles",
      "SQLScriptsDatabase", "SQLScriptsSchema",
      "SQLScripts", "SQLScriptsAuthoring", "SQLScriptsValidation", "SQLScriptsTorture",
      "SQLScriptsDescription", "SQLScriptsReport", "ArgumentParser",
    ],
    // Without Foundation. The command starts it as another program, and does not link a web server.
    "SQLScriptsEditor": [
      "SQLScriptsScratch", "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsFiles",
      "SQLScriptsDatabase", "SQLScriptsSQL", "SQLScriptsSchema", "SQLScripts",
      "SQLScriptsAuthoring",
      "SQLScriptsValidation", "SQLScriptsDescription", "SQLScriptsReport", "NIOCore", "NIOPosix",
      "NIOHTTP1",
    ],
    "SQLScriptsEdit": [
      "SQLScriptsReporting", "SQLScriptsDatabase", "SQLScripts", "SQLScriptsScratch",
      "SQLScriptsValidation", "SQLScriptsEditor",
    ],
  ]

  private static let system: Set<String> = [
    "Android", "Bionic", "Darwin", "Dispatch", "Glibc", "Musl", "ObjectiveC", "SQLite3", "Swift",
    "WinSDK",
    "_Concurrency", "os",
  ]

  private struct Import: CustomStringConvertible {
    let room: String
    let module: String
    let place: String
    var description: String { "\(place): \(room) imports \(module)" }
  }

  /// An example imports only what an app can import.
  private static let products: Set<String> = ["SQLScripts", "SQLScriptsFoundation"]

  private static let imports = imports(of: Repository.sources)
  private var imports: [Import] { Self.imports }

  private static func imports(of files: [Repository.File]) -> [Import] {
    files.flatMap { file in
      file.code.filter { $0.text.contains("import") }.compactMap { line in
        let pattern =
          #/^\s*(?:@\S+\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|protocol|func|typealias|var|let)\s+)?(\w+)/#
        guard let match = line.text.firstMatch(of: pattern) else { return nil }
        return Import(
          room: file.room, module: String(match.1), place: "\(file.path):\(line.number)")
      }
    }
  }

  @Test func `a module imports only what the table allows`() {
    #expect(!imports.isEmpty)
    let bad = imports.filter { found in
      let allowed = Self.table[found.room] ?? []
      return !allowed.contains(found.module) && !Self.system.contains(found.module)
        && found.module != found.room
    }
    #expect(bad.map(\.description) == [])
  }

  @Test func `the manifest and Architecture.md agree with the table`() throws {
    let manifest = try Repository.text("Package.swift")
      .replacingOccurrences(of: #".target(name: "CSQLScriptsXML""#, with: #""CSQLScriptsXML""#)
    let targets = manifest.components(separatedBy: "arget(").map { target in
      target.matches(of: #/"(\w+)"/#).map { String($0.1) }
    }
    let modules = Set(Self.table.keys).union([
      "CSQLScriptsXML", "CSQLScriptsSQLite", "CSQLScriptsLibrary", "CSQLScriptsFaults",
      "CSQLScriptsMemory",
    ])
    let page = try Repository.text("Documentation/Architecture.md")
    for (module, imports) in Self.table {
      let names = try #require(targets.first { $0.first == module }, "\(module)").dropFirst()
      let named = modules.intersection(names).subtracting([module])
      #expect(named == modules.intersection(imports), "\(module)")
      #expect(page.contains("`\(module)`"))
    }
  }

  @Test func `every module with Swift files is in the table`() {
    let rooms = Set(Repository.sources.map(\.room))
    #expect(rooms.subtracting(Self.table.keys).sorted() == [])
  }

  @Test func `an example imports only what an app can import`() {
    let found = Self.imports(of: Repository.examples)
    #expect(!found.isEmpty)
    let allowed = Self.products.union(Self.system).union(["Foundation"])
    #expect(found.filter { !allowed.contains($0.module) }.map(\.description) == [])
  }

  @Test func `the plugin builds neither torture nor an argument parser nor a web server in an app`()
  {
    var known: Set<String> = []
    var waiting: Set = ["SQLScriptsValidateTool"]
    while let room = waiting.popFirst() {
      known.insert(room)
      waiting.formUnion((Self.table[room] ?? []).subtracting(known))
    }
    #expect(known.contains("SQLScriptsValidation"))
    let unwanted: Set = [
      "ArgumentParser", "CSQLScriptsFaults", "NIOCore", "SQLScriptsAuthoring", "SQLScriptsCLI",
      "SQLScriptsEditor", "SQLScriptsTorture",
    ]
    #expect(known.intersection(unwanted) == [])
  }

  @Test func `a plugin imports no module and runs a tool`() {
    let found = Self.imports(of: Repository.plugins)
    #expect(!found.isEmpty)
    let allowed: Set = ["Foundation", "PackagePlugin", "XcodeProjectPlugin"]
    #expect(found.filter { !allowed.contains($0.module) }.map(\.description) == [])
  }

  @Test func `Foundation stays out of the runtime`() {
    let rooms = [
      "SQLScriptsDiagnostics", "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase",
      "SQLScripts",
    ]
    for room in rooms {
      let found = imports.filter { $0.room == room && $0.module.hasPrefix("Foundation") }
      #expect(found.map(\.description) == [])
    }
  }

  @Test func `only the command-line tool imports the argument parser`() throws {
    let users = Set(imports.filter { $0.module == "ArgumentParser" }.map(\.room))
    #expect(users.subtracting(["SQLScriptsCLI"]) == [])
  }

  @Test func `only the editor imports a web server`() {
    let users = Set(imports.filter { $0.module.hasPrefix("NIO") }.map(\.room))
    #expect(users == ["SQLScriptsEditor"])
    #expect(!imports.contains { $0.room == "SQLScriptsCLI" && $0.module == "SQLScriptsEditor" })
  }

  @Test func `no released program replaces functions of the C library`() {
    let code = Repository.files(in: "Sources").filter { $0.path.hasSuffix(".c") }
    #expect(
      code.map(\.path) == [
        "Sources/CSQLScriptsFaults/fault_state.c", "Sources/CSQLScriptsFaults/fault_vfs.c",
        "Sources/CSQLScriptsLibrary/sqlite_library.c", "Sources/CSQLScriptsMemory/memory_limit.c",
      ])
    let functions = ["unlink", "rename", "fsync", "fdatasync", "fork", "malloc"]
    let taken = code.flatMap { file in
      functions.filter { name in file.lines.contains { $0.hasPrefix("int \(name)(") } }
    }
    #expect(taken == [])
  }

  @Test func `only the modules that wrap C libraries include C headers`() {
    let headers = Repository.files(in: "Sources").filter {
      $0.text.contains("#include <sqlite3.h>")
    }
    #expect(
      headers.map(\.path) == [
        "Sources/CSQLScriptsFaults/fault_vfs.c",
        "Sources/CSQLScriptsLibrary/include/sqlite_library.h",
        "Sources/CSQLScriptsMemory/memory_limit.c", "Sources/CSQLScriptsSQLite/shim.h",
      ])
  }

  @Test func `the table has no cycle`() {
    var waiting = Self.table.mapValues { $0.filter { Self.table[$0] != nil } }
    while let ground = waiting.first(where: { $0.value.isEmpty })?.key {
      waiting[ground] = nil
      waiting = waiting.mapValues { $0.subtracting([ground]) }
    }
    #expect(waiting.keys.sorted() == [])
  }
}
