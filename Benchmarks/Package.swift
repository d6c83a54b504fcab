// swift-tools-version: 6.0
import PackageDescription

// A separate package, so that dependents of SQLScripts do not get it. `Tools/bench` builds and runs it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "SQLScripts", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    .executableTarget(name: "bench"),
    // An app with the library, to measure a launch without starting a process.
    .executableTarget(
      name: "embedded", dependencies: [.product(name: "SQLScripts", package: "SQLScripts")]),
    // The same work with the most common migrator of Swift apps.
    .executableTarget(name: "peer", dependencies: [.product(name: "GRDB", package: "GRDB.swift")]),
    // The lower bound: C code that prepares and steps the same statements.
    .executableTarget(name: "floor", linkerSettings: [.linkedLibrary("sqlite3")]),
    // The lower bound for reading a property list with libxml2.
    .executableTarget(
      name: "sax", dependencies: ["CBenchmarkXML"], linkerSettings: [.linkedLibrary("xml2")]),
    .systemLibrary(name: "CBenchmarkXML", pkgConfig: "libxml-2.0"),
  ],
  swiftLanguageModes: [.v6]
)
