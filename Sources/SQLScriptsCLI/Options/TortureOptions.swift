import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture
import SQLScriptsValidation

struct TortureOptions: ParsableArguments {
  @Flag(
    name: .customLong("torture"),
    help: "Repeat the runs with injected I/O errors and simulated power cuts.")
  var isOn = false

  @Option(help: ArgumentHelp("The time limit of --torture. (default: 60)", valueName: "seconds"))
  var seconds: Double?

  @Option(
    help: ArgumentHelp(
      "The seed for choosing the --torture cases. (default: 1)", valueName: "number"))
  var seed: UInt32?

  @Option(
    name: .customLong("case"),
    help: ArgumentHelp("The --torture case to repeat.", valueName: "case"))
  var only: String?

  @Option(
    help: ArgumentHelp(
      "Also start --torture from a copy of this database.", valueName: "database"),
    completion: .file())
  var withData: String?

  func validate() throws {
    guard isOn || (seconds == nil && seed == nil && only == nil && withData == nil) else {
      throw ValidationError("--seconds, --seed, --case and --with-data need --torture")
    }
    guard (1...1_000_000).contains(seconds ?? 60) else {
      throw ValidationError("--seconds must be from 1 to 1000000")
    }
  }

  /// Runs the torture tests until the time is over, or until Ctrl-C.
  func run(
    _ library: ScriptLibrary, with data: DatabaseCopy?, on terminal: Terminal
  ) throws -> BundleTorture {
    let bar = ProgressBar(terminal)
    defer { bar.clear() }
    let cancellation = MigrationCancellation()
    System.onInterrupt { cancellation.cancel() }
    let report: BundleTorture
    do {
      report = try BundleTorture(
        library, with: data?.connection, seed: UInt64(seed ?? 1), seconds: seconds ?? 60,
        only: only, in: Self.places
      ) { fraction, part in
        bar.show(fraction, part.words)
        return !cancellation.isCancelled
      }
    } catch let problem as Folder.FileError {
      throw CommandFailure(
        .couldNotRun, "no usable temporary folder: \(problem)",
        help: "Set SQLITE_TMPDIR to a folder with more space.")
    } catch {
      let words = (error as? MigrationFailure)?.summary ?? "\(error)"
      throw CommandFailure(.couldNotRun, "--torture could not run: \(words)")
    }
    if let only, report.tried == 0, !cancellation.isCancelled {
      throw CommandFailure(
        .couldNotRun, "there is no case “\(only)” with these scripts and seed \(report.seed)")
    }
    return report
  }

  /// A copy of a database that the scripts can migrate, made before the VFS is replaced; nil if none was named.
  func data(for library: ScriptLibrary) throws -> DatabaseCopy? {
    guard let path = withData else { return nil }
    guard DatabasePath.hasContents(path) else {
      throw CommandFailure(.couldNotRun, "no such database: “\(path)”")
    }
    do {
      let copy = try DatabaseCopy(of: path, temporaryFolder: TemporaryFolder.path)
      guard try copy.connection.byteCount() <= Self.mostBytes else {
        throw CommandFailure(
          .couldNotRun,
          "“\(path)” is larger than \(Self.mostBytes >> 20) MiB, but it is copied for each case",
          help: "Delete rows from a copy of it and pass that.")
      }
      guard try !copy.plan(library, MigrationOptions(), to: nil).plan.isEmpty else {
        throw CommandFailure(
          .couldNotRun, "“\(path)” is up to date, so there is no script to run",
          help: "Pass a database of an older version.")
      }
      _ = try copy.rehearse(library, MigrationOptions(), to: nil)
      return copy
    } catch let failure as MigrationFailure {
      throw CommandFailure(reading: failure)
    } catch let error as RealRows.LoadError {
      throw CommandFailure(.couldNotRun, error.message)
    }
  }

  private static let mostBytes: Int64 = 64 << 20

  /// In memory, if the system has such a disk and no other folder was named.
  private static var places: [String] {
    let named = ["SQLITE_TMPDIR", "TMPDIR"].contains { System.environment($0) != nil }
    return (named ? [] : ["/dev/shm"]) + [TemporaryFolder.path]
  }
}
