import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics

struct DatabaseOptions: ParsableArguments {
  /// A version store, with its name on the command line.
  struct Store: ExpressibleByArgument {
    let store: VersionStore

    init?(argument: String) {
      guard let store = VersionStore.allCases.first(where: { $0.optionName == argument }) else {
        return nil
      }
      self.store = store
    }

    static var allValueStrings: [String] { VersionStore.allCases.map(\.optionName) }
  }

  enum Existing: String, CaseIterable, ExpressibleByArgument {
    case installed
    case nextStep = "next-step"

    var meaning: BundleSettings.ExistingVersion {
      switch self {
      case .installed: .installed
      case .nextStep: .nextStep
      }
    }
  }

  @Option(
    help: ArgumentHelp(
      "Where databases store their version. Overrides sqlscripts.json.",
      valueName: "where"))
  var versionStore: Store?

  @Option(
    help: ArgumentHelp(
      "How to read a db_version that SQLScripts did not write.", valueName: "meaning"))
  var existingVersion: Existing?

  @Option(
    help: ArgumentHelp(
      "How long to wait for a locked database.", valueName: "seconds"))
  var busyTimeout = 5.0

  mutating func validate() throws {
    guard busyTimeout >= 0, busyTimeout <= 1_000_000 else {
      throw ValidationError("--busy-timeout must be from 0 to 1000000 seconds")
    }
  }

  var options: MigrationOptions {
    var options = MigrationOptions()
    options.versionStore = versionStore?.store
    options.existingVersion = existingVersion?.meaning
    options.busyTimeout = .milliseconds(Int64(busyTimeout * 1000))
    return options
  }
}
