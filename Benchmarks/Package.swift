// swift-tools-version: 6.0
import PackageDescription

// A package of its own: whoever depends on SQLScripts gets none of it. `Tools/bench` builds and runs it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  targets: [
    .executableTarget(name: "bench"),
    // What SQLite itself takes: C that prepares and steps the same statements.
    .executableTarget(name: "floor", linkerSettings: [.linkedLibrary("sqlite3")]),
  ],
  swiftLanguageModes: [.v6]
)
