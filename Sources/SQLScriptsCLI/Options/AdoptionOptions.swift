import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// The options that say how to find the version of a database.
struct AdoptionOptions: ParsableArguments {
  enum Source: String, CaseIterable, ExpressibleByArgument {
    case userVersion = "user-version"
    case fmdb, ysqlitemanager, grdb
  }

  @Option(help: ArgumentHelp("The version of the database.", valueName: "version"))
  var version: Int64?

  @Option(
    help: ArgumentHelp(
      "The system that has stored the version so far.", valueName: "system"))
  var from: Source?

  @Option(
    help: ArgumentHelp(
      "A text file with the version; - reads standard input.", valueName: "file"),
    completion: .file())
  var fromText: String?

  @Option(
    help: ArgumentHelp("A query whose first value is the version.", valueName: "sql"))
  var fromQuery: String?

  @Option(
    help: ArgumentHelp(
      "A JSON file that maps GRDB migrations or app versions to database versions.",
      valueName: "file"), completion: .file())
  var map: String?

  mutating func validate() throws {
    let ways = [version != nil, from != nil, fromText != nil, fromQuery != nil]
    guard ways.count(where: { $0 }) == 1 else {
      throw ValidationError("Say one of --version, --from, --from-text and --from-query.")
    }
    if from == .grdb, map == nil {
      throw ValidationError("--from grdb needs --map, because GRDB identifies migrations by name.")
    }
    if map != nil, version != nil || (from != nil && from != .grdb) {
      throw ValidationError("--map needs --from grdb, --from-text or --from-query.")
    }
  }

  func adoption() throws -> Adoption {
    let versions = try map.map(Self.read) ?? [:]
    if let version { return .version(version) }
    if let fromQuery { return .query(fromQuery, AppVersions(versions)) }
    if let fromText {
      guard let bytes = System.readAll(fromText) else {
        throw CommandFailure(
          .couldNotRun, "the file “\(fromText)” cannot be read: \(System.lastMessage)")
      }
      let text = String(decoding: bytes, as: UTF8.self)
      return .text(in: fromText, AppVersions(versions)) { text }
    }
    switch from {
    case .fmdb: return .fmdbMigrationManager
    case .ysqlitemanager: return .ySqliteManager
    case .grdb: return .grdb(versions)
    case .userVersion, nil: return .userVersion
    }
  }

  private static func read(_ path: String) throws -> [String: Int64] {
    guard let bytes = System.readAll(path) else {
      throw CommandFailure(
        .couldNotRun, "the map “\(path)” cannot be read: \(System.lastMessage)")
    }
    let (versions, diagnostics) = VersionMap.read(SourceFile(name: path, bytes: bytes))
    guard !diagnostics.hasErrors else {
      throw CommandFailure(
        .couldNotRun, "the map of versions cannot be used", diagnostics: diagnostics)
    }
    guard !versions.isEmpty else {
      throw CommandFailure(.couldNotRun, "the map “\(path)” contains no version")
    }
    return versions
  }
}
