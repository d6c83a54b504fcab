import Foundation
import SQLScriptsFoundation
import TestSupport
import Testing

#if canImport(SwiftUI)
  import SwiftUI
#endif

// The code of Launching.md.

func userMessage(for error: any Error) -> String {
  guard let failure = error as? MigrationFailure else {
    return "Your data could not be opened. Restart the app."
  }
  switch failure.reason {
  case .refused(.newerThanScripts):
    return "A newer version of this app has saved your data. Update the app to open it."
  case .cancelled:
    return "Updating your data was canceled. Open the app again to continue."
  case .backup(.noRoom):
    return "There is not enough free space to update your data. Free some space and try again."
  default:
    break
  }
  switch failure.sqliteError?.code.primary {
  case .full:
    return "There is not enough free space to update your data. Free some space and try again."
  case .busy:
    return "Your data is in use. Close other windows of this app and try again."
  default:
    return "Your data could not be updated. It was not deleted. Please contact support."
  }
}

final class LaunchLog: MigrationObserver {
  func observe(_ event: MigrationEvent, in database: String) {
    switch event {
    case .stepCommitted(let step): print("\(database): \(step.script), \(step.milliseconds) ms")
    case .finished(let report): print("\(database): version \(report.to)")
    default: break
    }
  }

  func observe(_ event: MigrationEvent) {}
}

#if canImport(SwiftUI)
  struct NotesView: View {
    var body: some View { Text("Notes") }
  }

  struct LaunchView: View {
    let database: SQLiteManager

    @State private var attempt = 0
    @State private var progress = Progress(totalUnitCount: 1)
    @State private var message: String?
    @State private var isOpen = false

    var body: some View {
      Group {
        if isOpen {
          NotesView()
        } else if let message {
          VStack {
            Text(message)
            Button("Try Again") { attempt += 1 }
          }
        } else {
          ProgressView(progress)
        }
      }
      .task(id: attempt) { await open() }
    }

    private func open() async {
      message = nil
      progress = Progress(totalUnitCount: 1)
      do {
        try await database.open(reportingTo: progress)
        isOpen = true
      } catch {
        message = userMessage(for: error)
      }
    }
  }
#endif

struct LaunchingTests {
  private let scripts = ScriptBundle(scripts: [
    .default(["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)"]),
    .update(2, ["ALTER TABLE note ADD COLUMN color TEXT"]),
  ])

  @Test func `a newer database, a full disk and a canceled launch have different messages`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.sqlite")
    try Migrator(path: path, scripts: scripts).migrate()
    let old = ScriptBundle(scripts: [.default(["CREATE TABLE note (id)"])])
    #expect(message(path, old).hasPrefix("A newer version"))

    let new = ScriptBundle(scripts: [
      .default(["CREATE TABLE note (id)"]), .update(2, ["SELECT 1"]), .update(3, ["SELECT nix"]),
    ])
    #expect(message(path, new).hasSuffix("contact support."))
    let canceled = MigrationCancellation()
    canceled.cancel()
    #expect(message(path, new) { $0.cancellation = canceled }.contains("canceled"))

    let blocker = SQLiteManager(.init(path: path, scripts: .scripts(scripts)))
    let busy = try blocker.transaction { _ in message(path, new) { $0.busyTimeout = .zero } }
    #expect(busy.hasPrefix("Your data is in use"))
    #expect(userMessage(for: CancellationError()).hasPrefix("Your data could not be opened"))
  }

  @Test func `the failure of the page is what a failure prints`() throws {
    let folder = try TemporaryFolder()
    let update = """
      [
        "ALTER TABLE note ADD COLUMN color TEXT",
        "UPDATE note SET color = colour"
      ]

      """
    let scripts = ScriptBundle(scripts: [
      .default(["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)"]),
      .file(named: "sql_update_2.json", text: update),
    ])
    let migrator = Migrator(path: folder.path("notes.sqlite"), scripts: scripts)
    try migrator.migrate(to: 1)
    let failure = #expect(throws: MigrationFailure.self) { try migrator.migrate() }
    let page = try PageTests.text("\(PageTests.catalog)/Launching.md")
    let shown = try #require(page.firstMatch(of: #/(?s)```text\n(.*?)```/#)?.1)
    let found = failure?.description.replacingOccurrences(of: "\(folder.path)/", with: "")
    #expect(found == shown.trimmingCharacters(in: .newlines), "\(found ?? "")")
  }

  private func message(
    _ path: String, _ scripts: ScriptBundle, _ change: (inout MigrationOptions) -> Void = { _ in }
  ) -> String {
    var options = MigrationOptions()
    change(&options)
    do {
      try Migrator(path: path, scripts: scripts, options: options).migrate()
      return "no error"
    } catch {
      return userMessage(for: error)
    }
  }

  @Test func `an app can log each script, back up first, and report its progress`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.sqlite")
    try await Migrator(path: path, scripts: scripts).migrate(to: 1)

    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))
    configuration.options.observer = LaunchLog()
    configuration.options.backup = BackupPolicy(keep: 2)
    let database = SQLiteManager(configuration)
    let progress = Progress(totalUnitCount: 1)
    let report = try await database.open(reportingTo: progress)
    print("version \(report.to), \(report.steps.count) scripts, \(report.milliseconds) ms")

    #expect(progress.isFinished && report.to == 2 && report.steps.count == 1)
    #expect(try DatabaseBackup.all(of: path).map(\.path) == [report.backup])
  }
}
