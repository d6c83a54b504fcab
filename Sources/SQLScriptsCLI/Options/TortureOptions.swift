import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsTorture

struct TortureOptions: ParsableArguments {
  @Flag(
    name: .customLong("torture"),
    help: "Let the disk fail and cut the power meanwhile, and look whether anything is lost.")
  var isOn = false

  @Option(help: ArgumentHelp("How long --torture may take. (default: 60)", valueName: "seconds"))
  var seconds: Double?

  @Option(
    help: ArgumentHelp("What --torture draws its cases by. (default: 1)", valueName: "number"))
  var seed: UInt32?

  @Option(
    name: .customLong("case"),
    help: ArgumentHelp("The one case that --torture is to repeat.", valueName: "case"))
  var only: String?

  func validate() throws {
    guard isOn || (seconds == nil && seed == nil && only == nil) else {
      throw ValidationError("--seconds, --seed and --case belong to --torture")
    }
    guard (1...1_000_000).contains(seconds ?? 60) else {
      throw ValidationError("--seconds must be from 1 to 1000000")
    }
  }

  /// Tries what there is time for, until Ctrl-C.
  func run(_ library: ScriptLibrary, on terminal: Terminal) throws -> BundleTorture {
    let bar = ProgressBar(terminal)
    defer { bar.clear() }
    let cancellation = MigrationCancellation()
    System.onInterrupt { cancellation.cancel() }
    let report: BundleTorture
    do {
      report = try BundleTorture(
        library, seed: UInt64(seed ?? 1), seconds: seconds ?? 60, only: only, in: Self.places
      ) { fraction, part in
        bar.show(fraction, part.words)
        return !cancellation.isCancelled
      }
    } catch let failure as MigrationFailure {
      throw CommandStop(looking: failure)
    } catch let error as any CustomStringConvertible & Error {
      throw CommandStop(
        .couldNotLook, "the scripts could not be tortured: \(error)",
        help: "Name a folder with more room in SQLITE_TMPDIR.")
    }
    if let only, report.tried == 0, !cancellation.isCancelled {
      throw CommandStop(
        .couldNotLook, "there is no case “\(only)” with these scripts and seed \(report.seed)")
    }
    return report
  }

  /// In memory, where the system has such a disk and nobody names another.
  private static var places: [String] {
    let named = ["SQLITE_TMPDIR", "TMPDIR"].contains { System.environment($0) != nil }
    return (named ? [] : ["/dev/shm"]) + [System.temporaryFolder]
  }
}
