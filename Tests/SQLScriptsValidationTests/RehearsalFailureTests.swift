import Dispatch
import SQLScripts
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// The trial migration, which runs beside the rehearsal.
struct FollowingTrialTests {
  private let library = ScriptLibrary(
    ScriptBundle(scripts: [
      .default(["CREATE TABLE user (id INTEGER PRIMARY KEY)"]),
      .update(2, ["CREATE TABLE visit (id INTEGER PRIMARY KEY)"]),
      .update(3, ["CREATE TABLE user (id INTEGER PRIMARY KEY)"]),
    ]))

  private func script(_ index: Int) throws -> Script {
    try library.script(library.bundle.scripts[index])
  }

  @Test(.timeLimit(.minutes(5)))
  func `a trial that waits for a script can be cancelled`() throws {
    let trial = FollowingTrial(library)
    trial.pass(try script(0))
    trial.cancel()
  }

  @Test(.timeLimit(.minutes(5)))
  func `a trial that nobody follows runs to its end`() throws {
    let trial = FollowingTrial(library)
    guard case .stopped(let found) = trial.finish() else {
      Issue.record("the third script makes a table that is there")
      return
    }
    #expect(found.map(\.span.file.name) == ["sql_update_3.json"])
  }

  @Test func `a script runs only once it was passed`() {
    let pace = TrialPace()
    let file = library.bundle.scripts[1]
    let step = MigrationPlan.Step(version: 2, script: file)
    let end = DispatchGroup()
    DispatchQueue(label: "waiting").async(group: end) {
      pace.observe(.stepStarted(step, number: 2, of: 3))
    }
    pace.pass("another.json")
    #expect(end.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
    pace.pass(file.name)
    #expect(end.wait(timeout: .now() + .seconds(60)) == .success)
    // What was passed needs no more signals.
    pace.observe(.stepStarted(step, number: 2, of: 3))
  }
}
