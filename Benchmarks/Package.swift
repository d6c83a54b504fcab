// swift-tools-version: 6.0
import PackageDescription

// A package of its own: whoever depends on SQLScripts gets none of it. `Tools/bench` builds and runs it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "SQLScripts", path: "..")],
  targets: [
    .executableTarget(name: "bench"),
    // An app that has the library in it: what a launch costs without starting a process.
    .executableTarget(
      name: "embedded", dependencies: [.product(name: "SQLScripts", package: "SQLScripts")]),
    // What SQLite itself takes: C that prepares and steps the same statements.
    .executableTarget(name: "floor", linkerSettings: [.linkedLibrary("sqlite3")]),
  ],
  swiftLanguageModes: [.v6]
)
