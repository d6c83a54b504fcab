import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// States of a rehearsal between its scripts, so that an editor can check one script without running those before it.
///
/// A state is used again while the scripts before it are the same. Sample rows learn from all scripts, so a check that
/// continues from a state is provisional: a complete validation follows, and its findings count.
package final class RehearsalMemory: Sendable {
  struct State: Sendable {
    /// The source files of the scripts that have run.
    var files: [ObjectIdentifier]
    // The rehearsal does not run on, and only one thread at a time copies it.
    nonisolated(unsafe) var rehearsal: Rehearsal
    nonisolated(unsafe) var runner: RuleRunner

    /// The size of its databases.
    var byteCount: Int64
  }

  private struct Contents {
    var states: [State] = []
    /// The numbers of the last announced validation, and of the one that runs.
    var (latest, running) = (0, 0)
    var focus: Set<String> = []
  }

  private let contents = Lock(Contents())

  /// A state has three databases, so not every script gets one.
  private static let interval = 20
  private static let most = 24

  /// The most bytes in the databases of a state, and of all states together.
  private static let (largest, total): (Int64, Int64) = (32 << 20, 128 << 20)

  package init() {}

  /// Announces the next validation. A running one ends after its current script, and its result is incomplete.
  ///
  /// - Returns: the number of the next one.
  package func announce() -> Int {
    contents.withLock { contents in
      contents.latest += 1
      return contents.latest
    }
  }

  /// Starts the validation with a number; false if another one was announced since.
  package func begin(_ number: Int) -> Bool {
    contents.withLock { contents in
      contents.running = number
      return contents.latest == number
    }
  }

  /// Whether the validation with a number is the last one that was announced.
  package func isLatest(_ number: Int) -> Bool { contents.withLock { $0.latest == number } }

  /// The files that are being edited. The state before each of them is kept.
  package func focus(on files: Set<String>) { contents.withLock { $0.focus = files } }

  var isCancelled: Bool { contents.withLock { $0.latest != $0.running } }

  /// Keeps the state before a script if the script is in focus, and otherwise every few scripts.
  func keep(
    _ rehearsal: Rehearsal, _ runner: RuleRunner, before index: Int, of route: [Script],
    _ standIns: StandIns
  ) {
    // After the last script, the next one begins.
    let isInFocus =
      index == route.count || contents.withLock { $0.focus.contains(route[index].file.name) }
    guard index > 0, isInFocus || index % Self.interval == 0 else { return }
    let files = route[..<index].map { ObjectIdentifier($0.document.source) }
    let isKnown = contents.withLock { $0.states.contains { $0.files == files } }
    let size = rehearsal.byteCount
    guard !isKnown, size <= Self.largest, let copy = try? rehearsal.copy(standIns) else { return }
    let state = State(
      files: files, rehearsal: copy, runner: runner.forContinuing, byteCount: size)
    contents.withLock { contents in
      contents.states.append(state)
      while contents.states.count > Self.most
        || contents.states.reduce(0, { $0 + $1.byteCount }) > Self.total
      { contents.states.removeFirst() }
    }
  }

  /// A copy of the last state before a script of a route; nil if there is none.
  func state(before index: Int, of route: [Script], _ standIns: StandIns) -> State? {
    let files = route[..<index].map { ObjectIdentifier($0.document.source) }
    return contents.withLock { contents in
      let fitting = contents.states.filter { files.starts(with: $0.files) }
      guard let best = fitting.max(by: { $0.files.count < $1.files.count }),
        let copy = try? best.rehearsal.copy(standIns)
      else { return nil }
      return State(
        files: best.files, rehearsal: copy, runner: best.runner, byteCount: best.byteCount)
    }
  }

  /// Forgets states that no route reaches any more.
  package func forgetUnreachable(from library: ScriptLibrary) {
    let files = Set(
      library.bundle.scripts.compactMap { file in
        (try? library.script(file)).map { ObjectIdentifier($0.document.source) }
      })
    contents.withLock { contents in
      contents.states.removeAll { !files.isSuperset(of: $0.files) }
    }
  }

  /// Forgets everything, because the settings decide what the rules report.
  package func forgetAll() { contents.withLock { $0.states = [] } }
}
