// swift-tools-version: 6.0
import PackageDescription

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// `Tools/test` builds with warnings as errors. SwiftPM's own flag for it fails on dependencies,
// whose warnings it already suppresses, so the setting goes to our targets only.
let isStrict = Context.environment["SQLSCRIPTS_STRICT"] != nil
let strict: [SwiftSetting] = isStrict ? [.unsafeFlags(["-warnings-as-errors"])] : []
let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")] + strict
// The rooms in which tests spend most of their time, on single bytes and names, are optimized. Assertions still run.
// SQLSCRIPTS_PLAIN turns it off where compiling would take longer than the tests save.
let isPlain = Context.environment["SQLSCRIPTS_PLAIN"] != nil
let hot: [SwiftSetting] =
  settings
  + (!isStrict || isPlain
    ? [] : [.unsafeFlags(["-O", "-wmo", "-num-threads", "2", "-assert-config", "Debug"])])
// `Tools/standalone` compiles for size what neither reads nor runs scripts.
let compact: [SwiftSetting] =
  Context.environment["SQLSCRIPTS_COMPACT"] == nil ? [] : [.unsafeFlags(["-Osize"])]

// An app must not resolve other packages. If this package is a dependency, it leaves out the command and the editor,
// which need swift-argument-parser and swift-nio, unless the environment asks for them. SwiftPM reads manifests in the
// folder of the root package.
let environment = Context.environment
let asksForCommand = ["SQLSCRIPTS_COMMAND", "SQLSCRIPTS_STRICT"].contains { environment[$0] != nil }
let hasCommand = asksForCommand || !isDependency

var isDependency: Bool {
  let checkouts = ["/.build/checkouts/", "/SourcePackages/checkouts/"]
  if checkouts.contains(where: Context.packageDirectory.contains) { return true }
  guard let folder = getcwd(nil, 0) else { return false }
  defer { free(folder) }
  let root = String(cString: folder)
  let isInside = (root + "/").hasPrefix(Context.packageDirectory + "/")
  return !isInside && access(root + "/Package.swift", R_OK) == 0
}

// Apple requires a privacy manifest. On Linux a resource would load Foundation into the runtime for nothing.
let privacy = "PrivacyInfo.xcprivacy"
#if os(Linux)
  let (resources, excluded): ([Resource], [String]) = ([], [privacy])
#else
  let (resources, excluded): ([Resource], [String]) = ([.copy(privacy)], [])
#endif

let package = Package(
  name: "SQLScripts",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "SQLScripts", targets: ["SQLScripts"]),
    .library(name: "SQLScriptsFoundation", targets: ["SQLScriptsFoundation"]),
    .library(name: "SQLScriptsTesting", targets: ["SQLScriptsTesting"]),
    .plugin(name: "ValidateSQLScripts", targets: ["ValidateSQLScripts"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLScriptsSQLite",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // The functions of SQLite that the runtime calls: those of the linked copy, or of the copy that the app chooses.
    .target(
      name: "CSQLScriptsLibrary", dependencies: ["CSQLScriptsSQLite"],
      linkerSettings: [.linkedLibrary("sqlite3")]),
    // Limits of the memory of scratch databases.
    .target(name: "CSQLScriptsMemory", dependencies: ["CSQLScriptsSQLite"]),
    .systemLibrary(
      name: "CSQLScriptsXML", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev", "pkg-config"]), .brew(["libxml2"])]),

    .target(name: "SQLScriptsDiagnostics", swiftSettings: hot + compact),
    .target(name: "SQLScriptsSQL", swiftSettings: hot),
    .target(
      name: "SQLScriptsReporting", dependencies: ["SQLScriptsDiagnostics"],
      swiftSettings: settings + compact),
    .target(
      name: "SQLScriptsAdvice",
      dependencies: [
        "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsSQL", "SQLScriptsFiles",
      ],
      swiftSettings: settings + compact),
    // Scratch databases, with limits, deadlines, a stopped clock and repeatable random numbers.
    .target(
      name: "SQLScriptsScratch",
      dependencies: [
        "SQLScriptsDatabase", "CSQLScriptsLibrary", "CSQLScriptsMemory", "CSQLScriptsSQLite",
      ],
      swiftSettings: settings + compact),
    .target(
      name: "SQLScriptsFiles",
      dependencies: [
        "SQLScriptsDiagnostics", "SQLScriptsSQL",
        .target(name: "CSQLScriptsXML", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: hot),
    .target(
      name: "SQLScriptsDatabase", dependencies: ["SQLScriptsSQL", "CSQLScriptsLibrary"],
      swiftSettings: hot),
    .target(
      name: "SQLScripts",
      dependencies: [
        "SQLScriptsDiagnostics", "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase",
      ],
      exclude: excluded, resources: resources, swiftSettings: settings),
    .target(
      name: "SQLScriptsSchema", dependencies: ["SQLScriptsSQL", "SQLScriptsDatabase"],
      swiftSettings: hot + compact),
    .target(
      name: "SQLScriptsAuthoring",
      dependencies: [
        "SQLScriptsAdvice", "SQLScriptsReporting", "SQLScriptsScratch",
        "SQLScriptsDiagnostics", "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase",
        "SQLScriptsSchema", "SQLScripts", "SQLScriptsValidation",
      ],
      swiftSettings: settings + compact),
    .target(
      name: "SQLScriptsValidation",
      dependencies: [
        "SQLScriptsAdvice", "SQLScriptsScratch",
        "SQLScriptsDiagnostics", "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase",
        "SQLScriptsSchema", "SQLScripts",
      ],
      swiftSettings: settings + compact),
    .target(
      name: "SQLScriptsDescription",
      dependencies: [
        "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsSQL", "SQLScriptsFiles",
        "SQLScriptsDatabase", "SQLScriptsSchema", "SQLScripts", "SQLScriptsValidation",
      ],
      swiftSettings: settings + compact),
    .target(
      name: "SQLScriptsReport",
      dependencies: [
        "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsSQL", "SQLScriptsFiles",
        "SQLScriptsDatabase", "SQLScriptsSchema", "SQLScripts", "SQLScriptsValidation",
        "SQLScriptsDescription", "SQLScriptsAdvice",
      ],
      resources: [
        .embedInCode("Page/base.css"),
        .embedInCode("Page/drawing.css"),
        .embedInCode("Page/report.css"),
        .embedInCode("Page/report.html"),
      ]
        + [
          "data", "diagram", "dom", "drawing", "findings", "icons", "layers", "layout",
          "neighborhood", "packed", "relations", "report", "rows", "schema", "sql", "statements",
          "tables", "tabs", "timeline", "version", "viewport",
        ].map { .embedInCode("Page/\($0).js") },
      swiftSettings: settings + compact),
    .target(name: "CSQLScriptsFaults", dependencies: ["CSQLScriptsSQLite"]),
    .target(
      name: "SQLScriptsTorture",
      dependencies: [
        "SQLScriptsScratch",
        "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase", "SQLScriptsSchema", "SQLScripts",
        "SQLScriptsValidation", "CSQLScriptsFaults",
      ],
      swiftSettings: settings + compact),
    .target(
      name: "SQLScriptsFoundation", dependencies: ["SQLScripts"], swiftSettings: settings),
    .target(
      name: "SQLScriptsTesting",
      dependencies: [
        "SQLScriptsAdvice",
        "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsSQL", "SQLScriptsDatabase",
        "SQLScriptsSchema", "SQLScripts", "SQLScriptsValidation",
      ],
      swiftSettings: settings),

    .executableTarget(
      name: "SQLScriptsValidateTool",
      dependencies: [
        "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsFiles", "SQLScripts",
        "SQLScriptsValidation",
      ],
      swiftSettings: settings + compact),
    .plugin(
      name: "ValidateSQLScripts", capability: .buildTool(),
      dependencies: ["SQLScriptsValidateTool"]),

    // The app of the guides.
    .executableTarget(
      name: "Notes", dependencies: ["SQLScripts", "SQLScriptsFoundation"], path: "Examples/Notes",
      resources: [.copy("SQLScripts")], swiftSettings: settings),
    // Not a product: an example program, which a test runs.
    .executableTarget(
      name: "UserDirectory", dependencies: ["SQLScripts"], path: "Examples/UserDirectory",
      swiftSettings: settings),

    .testTarget(
      name: "SQLScriptsDiagnosticsTests",
      dependencies: ["SQLScriptsAdvice", "SQLScriptsDiagnostics"],
      swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsSQLTests",
      dependencies: ["SQLScriptsSQL", "SQLScriptsDatabase", "CSQLScriptsSQLite"],
      swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsReportingTests",
      dependencies: ["SQLScriptsReporting", "SQLScriptsDiagnostics"], swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsFilesTests",
      dependencies: [
        "SQLScriptsAdvice", "SQLScriptsReporting", "SQLScriptsFiles", "SQLScriptsSQL",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsTests",
      dependencies: [
        "SQLScripts", "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase",
        "SQLScriptsScratch", "CSQLScriptsSQLite", "connection-helper", "migrate-helper",
        "MigrationSamples", "SyncWatch", "TestSupport", "TestTraits",
      ],
      swiftSettings: settings),
    // Shared by all test targets.
    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: settings),
    // A separate target, because programs that are not tests use TestSupport.
    .target(name: "TestTraits", path: "Tests/Traits", swiftSettings: settings),
    // Replaces fsync in the tests, to record when a file is on the disk.
    .target(name: "SyncWatch", path: "Tests/SyncWatch"),
    // Migrates in a separate process, to test several processes at once (law 13).
    .executableTarget(
      name: "migrate-helper", dependencies: ["SQLScripts"], path: "Tests/MigrateHelper",
      swiftSettings: settings),
    // An app that prepares its connections or chooses its SQLite (law 26), and a VFS that scrambles its files.
    .executableTarget(
      name: "connection-helper", dependencies: ["SQLScripts", "ScramblingVFS"],
      path: "Tests/ConnectionHelper", swiftSettings: settings),
    .target(
      name: "ScramblingVFS", dependencies: ["CSQLScriptsSQLite"], path: "Tests/ScramblingVFS"),
    // Scripts that tests and `Tools/torture` share, and random scripts with an oracle for foreign keys (law 17).
    .target(
      name: "MigrationSamples",
      dependencies: ["SQLScripts", "SQLScriptsSQL", "SQLScriptsDatabase"],
      path: "Tests/MigrationSamples", swiftSettings: settings),
    // The program behind `Tools/torture`.
    .target(
      name: "FaultCalls", dependencies: ["CSQLScriptsFaults", "CSQLScriptsSQLite"],
      path: "Tests/FaultCalls"),
    .executableTarget(
      name: "torture",
      dependencies: [
        "SQLScripts", "SQLScriptsSQL", "SQLScriptsDatabase", "SQLScriptsScratch",
        "SQLScriptsTorture", "CSQLScriptsFaults", "FaultCalls", "CSQLScriptsSQLite",
        "MigrationSamples",
      ],
      path: "Tests/Torture", swiftSettings: settings),
    // The program behind `Tools/fuzz`, which links it with libFuzzer.
    .target(name: "FuzzDriver", path: "Tests/FuzzDriver"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "SQLScriptsAdvice",
        "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsSQL", "SQLScriptsFiles",
        "SQLScriptsSchema", "SQLScripts", "SQLScriptsScratch", "SQLScriptsAuthoring",
        "SQLScriptsValidation", "CSQLScriptsSQLite", "FuzzDriver", "TestSupport",
        .target(name: "CSQLScriptsXML", condition: .when(platforms: [.linux])),
      ],
      path: "Tests/Fuzz", exclude: ["Corpus"], swiftSettings: settings),
    // A separate target, so that `Tools/test` builds little with the thread sanitizer.
    .testTarget(
      name: "ThreadSafetyTests",
      dependencies: ["SQLScripts", "MigrationSamples", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsFoundationTests", dependencies: ["SQLScriptsFoundation", "TestSupport"],
      resources: [.process("Flattened"), .copy("SQLScripts")], swiftSettings: settings),
    // The Swift code of README, Documentation and the DocC catalog, which runs here.
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "SQLScripts", "SQLScriptsFoundation", "SQLScriptsTesting", "SQLScriptsDatabase",
        "CSQLScriptsSQLite", "Notes", "TestSupport", "TestTraits",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ExampleTests", dependencies: ["UserDirectory", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsValidationTests",
      dependencies: [
        "SQLScriptsAdvice", "SQLScriptsScratch",
        "SQLScriptsValidation", "SQLScriptsFiles", "SQLScriptsDiagnostics", "SQLScriptsReporting",
        "SQLScriptsSchema", "SQLScriptsDatabase", "CSQLScriptsSQLite", "SQLScripts",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsDescriptionTests",
      dependencies: [
        "SQLScriptsDescription", "SQLScriptsValidation", "SQLScriptsFiles", "SQLScriptsDatabase",
        "SQLScripts", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsSchemaTests",
      dependencies: ["SQLScriptsSchema", "SQLScriptsSQL", "SQLScriptsDatabase"],
      swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsAuthoringTests",
      dependencies: [
        "SQLScriptsReporting", "SQLScriptsScratch",
        "SQLScriptsAuthoring", "SQLScriptsFiles", "SQLScriptsSchema", "SQLScriptsDatabase",
        "SQLScripts", "SQLScriptsValidation", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsTestingTests",
      dependencies: ["SQLScriptsTesting", "SQLScriptsDatabase", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsTortureTests",
      dependencies: [
        "SQLScriptsTorture", "SQLScriptsScratch", "SQLScriptsFiles", "SQLScriptsDatabase",
        "SQLScripts",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CorporaTests",
      dependencies: [
        "SQLScriptsAdvice", "SQLScriptsScratch",
        "SQLScripts", "SQLScriptsValidation", "SQLScriptsFiles", "SQLScriptsDatabase",
        "SQLScriptsDiagnostics", "SQLScriptsSchema", "CSQLScriptsSQLite", "SQLScriptsAuthoring",
        "SQLScriptsDescription", "TestSupport",
      ],
      exclude: ["Findings.txt", "Targets.txt"], swiftSettings: settings),
    .testTarget(
      name: "PluginTests", dependencies: ["SQLScriptsValidateTool", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SQLScriptsReportTests",
      dependencies: [
        "SQLScriptsReport", "SQLScriptsReporting", "SQLScriptsDescription", "SQLScriptsFiles",
        "SQLScripts", "SQLScriptsValidation", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RepositoryTests", dependencies: ["TestSupport"], exclude: ["PublicAPI.txt"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

if hasCommand {
  package.dependencies += [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ]
  package.products += [
    .executable(name: "sqlscripts", targets: ["SQLScriptsCLI"]),
    // A program of its own, so that the command does not link a web server.
    .executable(name: "sqlscripts-edit", targets: ["SQLScriptsEdit"]),
  ]
  package.targets += [
    .target(
      name: "SQLScriptsEditor",
      dependencies: [
        "SQLScriptsDiagnostics", "SQLScriptsReporting", "SQLScriptsFiles",
        "SQLScriptsDatabase", "SQLScriptsSQL", "SQLScriptsSchema", "SQLScriptsScratch",
        "SQLScripts",
        "SQLScriptsAuthoring", "SQLScriptsValidation", "SQLScriptsDescription",
        "SQLScriptsReport",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      resources: [
        .embedInCode("Page/editor.css"),
        .embedInCode("Page/editor.html"),
      ]
        + [
          "addbar", "api", "app", "banners", "card", "cards", "changesview", "changetable",
          "changewords", "columnfields", "columnlist", "columntypes", "completion", "conflict",
          "connection", "copying",
          "createtable", "dependents", "description", "dialog", "difference", "diffview", "draft",
          "droptable", "earlier",
          "editor", "edits", "effects", "emptyupdate", "filetext", "findingview", "foldernote",
          "formatchoice", "formcall", "formdialog", "formdone", "formoutcome", "formpreview",
          "forms", "grouping", "header", "help", "indexforms",
          "keeping", "keys", "livetext", "meanwhile", "moves", "newscript", "panes", "questions",
          "release",
          "restingpointer", "rivals", "rowfilter", "rowforms", "save", "scriptchanges",
          "scriptpane", "sqlfield", "start", "stepchoice", "stepforms", "steps", "stepwords",
          "store", "suggestions", "tablechoice", "toasts", "trial", "typedtext", "valuefield",
          "versionline", "writing",
        ].map { .embedInCode("Page/\($0).js") },
      swiftSettings: settings + compact),
    .executableTarget(
      name: "SQLScriptsEdit",
      dependencies: [
        "SQLScriptsReporting", "SQLScriptsDatabase", "SQLScripts", "SQLScriptsScratch",
        "SQLScriptsValidation", "SQLScriptsEditor",
      ],
      swiftSettings: settings + compact),
    .testTarget(
      name: "SQLScriptsEditorTests",
      dependencies: [
        "SQLScriptsEditor", "SQLScriptsEdit", "SQLScriptsDiagnostics", "SQLScriptsReporting",
        "SQLScriptsReport", "SQLScriptsAuthoring", "SQLScriptsFiles", "SQLScripts",
        "SQLScriptsValidation", "TestSupport",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "SQLScriptsCLI",
      dependencies: [
        "SQLScriptsAdvice", "SQLScriptsScratch", "SQLScriptsDiagnostics", "SQLScriptsReporting",
        "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase", "SQLScripts",
        "SQLScriptsSchema", "SQLScriptsAuthoring", "SQLScriptsValidation", "SQLScriptsTorture",
        "SQLScriptsDescription", "SQLScriptsReport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings + compact),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["SQLScriptsCLI", "SQLScriptsDatabase", "TestSupport"],
      exclude: ["Scenarios"], swiftSettings: settings),
  ]
}

// SwiftPM compiles the program of a plugin, and all that it needs, once more for the machine that builds, even if no
// target uses the plugin. PluginTests build an app that does, without SQLSCRIPTS_STRICT.
if isStrict {
  package.products.removeAll { $0.name == "ValidateSQLScripts" }
  package.targets.removeAll { $0.type == .plugin }

  // Nobody imports a test target, and writing its module on its own would expand all macros a second time.
  for target in package.targets where target.isTest {
    target.swiftSettings?.append(.unsafeFlags(["-no-emit-module-separately-wmo"]))
  }
}

// SwiftPM links all test targets into one bundle. Naming some of them, separated by commas, builds only those and
// what they need: `SQLSCRIPTS_ROOMS=SQLScriptsFilesTests swift test`.
if let rooms = Context.environment["SQLSCRIPTS_ROOMS"] {
  let named = Set(rooms.split(separator: ",").map(String.init))
  let used = package.targets.filter { named.contains($0.name) }.flatMap(\.dependencies)
  let programs: [String] = used.compactMap { dependency in
    if case .byNameItem(let name, _) = dependency { name } else { nil }
  }
  let optional: Set<String> = ["Notes", "UserDirectory", "fuzz", "torture"]
  package.targets.removeAll { target in
    let isNamed = named.contains(target.name) || programs.contains(target.name)
    return (target.isTest || optional.contains(target.name)) && !isNamed
  }
}
