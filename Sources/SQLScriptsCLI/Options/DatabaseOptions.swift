import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics

struct DatabaseOptions: ParsableArguments {
  enum Store: String, CaseIterable, ExpressibleByArgument {
    case table
    case userVersion = "user-version"
    case schemaMigrations = "schema-migrations"

    var store: VersionStore {
      switch self {
      case .table: .table
      case .userVersion: .userVersion
      case .schemaMigrations: .schemaMigrations
      }
    }
  }

  enum Existing: String, CaseIterable, ExpressibleByArgument {
    case installed
    case nextStep = "next-step"

    var meaning: ExistingVersion {
      switch self {
      case .installed: .installed
      case .nextStep: .nextStep
      }
    }
  }

  @Option(
    help: ArgumentHelp(
      "Where the installed version is kept.",
      valueName: "where"))
  var versionStore = Store.table

  @Option(
    help: ArgumentHelp(
      "What a db_version without a history means.", valueName: "meaning"))
  var existingVersion: Existing?

  @Option(
    help: ArgumentHelp("How long to wait for others who use the database.", valueName: "seconds"))
  var busyTimeout = 5.0

  mutating func validate() throws {
    guard busyTimeout >= 0, busyTimeout <= 1_000_000 else {
      throw ValidationError("--busy-timeout must be from 0 to 1000000 seconds")
    }
  }

  var options: MigrationOptions {
    var options = MigrationOptions()
    options.versionStore = versionStore.store
    options.existingVersion = existingVersion?.meaning
    options.busyTimeout = .milliseconds(Int64(busyTimeout * 1000))
    return options
  }
}
