// swift-tools-version: 6.0
import PackageDescription

// A package of its own: whoever depends on SQLScripts gets none of it. `Tools/bench` builds and runs it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "SQLScripts", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    .executableTarget(name: "bench"),
    // An app that has the library in it: what a launch costs without starting a process.
    .executableTarget(
      name: "embedded", dependencies: [.product(name: "SQLScripts", package: "SQLScripts")]),
    // The same work with the migrator that most apps in Swift use.
    .executableTarget(name: "peer", dependencies: [.product(name: "GRDB", package: "GRDB.swift")]),
    // What SQLite itself takes: C that prepares and steps the same statements.
    .executableTarget(name: "floor", linkerSettings: [.linkedLibrary("sqlite3")]),
    // What libxml2 itself takes to read a property list.
    .executableTarget(
      name: "sax", dependencies: ["CBenchmarkXML"], linkerSettings: [.linkedLibrary("xml2")]),
    .systemLibrary(name: "CBenchmarkXML", pkgConfig: "libxml-2.0"),
  ],
  swiftLanguageModes: [.v6]
)
