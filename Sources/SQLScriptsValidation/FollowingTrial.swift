import Dispatch
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles

/// A trial migration on a thread of its own, which follows the rehearsal script by script; or after it, where there is
/// no thread.
///
/// It runs no script that the rehearsal has not passed: what stands still, and what SQLite compiles
/// forever, is met there first.
struct FollowingTrial {
  private let pace = TrialPace()
  private let outcome = Lock(TrialMigration.Outcome.notPossible)
  private let work: @Sendable () -> Void
  private let thread: WorkerThread?

  init(_ library: ScriptLibrary) {
    work = { [pace, outcome] in
      let found = TrialMigration(library).run(at: pace)
      outcome.withLock { $0 = found }
    }
    thread = try? WorkerThread(work)
  }

  /// Lets it run a script, which was rehearsed.
  func pass(_ script: Script) { pace.pass(script.file.name) }

  /// Lets it run all scripts, and waits for its end.
  func finish() -> TrialMigration.Outcome {
    pace.open()
    if let thread { thread.join() } else { work() }
    return outcome.withLock { $0 }
  }

  /// Ends it, and waits for that.
  func cancel() {
    pace.cancellation.cancel()
    pace.open()
    thread?.join()
  }
}

/// Which scripts a trial migration may run now, and for how long.
final class TrialPace: MigrationObserver {
  private struct State {
    var passed: Set<String> = []
    var isOpen = false
  }

  let cancellation = MigrationCancellation()

  private let state = Lock(State())
  private let change = DispatchSemaphore(value: 0)
  private let start = Milliseconds.now

  /// How long a script may take: one that takes many times as long as the rehearsal of all scripts up to it,
  /// which ran every statement more than once, stands still.
  var budget: Milliseconds {
    Milliseconds(10_000 + min(Int(Milliseconds.since(start)), 1_000_000) * 3)
  }

  func pass(_ script: String) {
    state.withLock { _ = $0.passed.insert(script) }
    change.signal()
  }

  func open() {
    state.withLock { $0.isOpen = true }
    change.signal()
  }

  func observe(_ event: MigrationEvent) {
    guard case .stepStarted(let step, _, _) = event else { return }
    while !state.withLock({ $0.isOpen || $0.passed.contains(step.script.name) }) { change.wait() }
  }
}
