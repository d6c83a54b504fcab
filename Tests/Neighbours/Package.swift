// swift-tools-version: 6.0
import PackageDescription

// A separate package, so that a package that depends on SQLScripts resolves no other database library.
let package = Package(
  name: "Neighbours",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "SQLScripts", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    // A link to the folder of the main package.
    .target(name: "TestSupport", path: "Tests/Support"),
    .testTarget(
      name: "NeighbourTests",
      dependencies: [
        "TestSupport",
        .product(name: "SQLScripts", package: "SQLScripts"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
