import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsScratch

/// Records the statements and the database state of a replay at each version.
///
/// Everything happens on the thread of the migration.
final class ReplayRecorder: MigrationObserver, @unchecked Sendable {
  private(set) var checkpoints: [Replay.Checkpoint] = []
  /// The running step.
  private(set) var running: MigrationPlan.Step?
  /// Why a state could not be read.
  private(set) var error: SQLiteError?

  private let connection: Connection
  private let versions: Set<Int64>
  private let deadline: Deadline
  private let library: ScriptLibrary
  /// The hashes of the statements of the running script, and the hash of those that ran, in order.
  private var own: Set<UInt64> = []
  private var hash = XXH64()
  /// The sum of all other statements. The runner asks about one table after the other, in any order.
  private var others: UInt64 = 0
  private var trace: StatementTrace?

  /// - Parameters:
  ///   - deadline: extended for each statement.
  ///   - versions: the versions at which the state is recorded.
  init(
    _ connection: Connection, _ library: ScriptLibrary, _ deadline: Deadline,
    recordingAt versions: Set<Int64>
  ) {
    self.connection = connection
    self.library = library
    self.versions = versions
    self.deadline = deadline
    trace = StatementTrace(connection) { [unowned self] in note($0, isNested: $1) }
  }

  func observe(_ event: MigrationEvent) {
    guard case .stepStarted(let step, _, _) = event else { return }
    didRun()
    running = step
    own = []
    guard let script = try? library.script(step.script) else { return }
    for item in script.items {
      script.document.withBytes(of: item.text) { text in
        StatementBytes.each(in: text) { statement, _ in own.insert(Self.hash(of: statement)) }
      }
    }
  }

  /// Records the result of the running step, when the next one starts or the migration ends.
  func didRun() {
    guard let step = running else { return }
    running = nil
    add(others)
    let digest = hash.finish()
    var state: StoredState?
    if versions.contains(step.version) {
      do throws(SQLiteError) {
        state = try StoredState(connection)
      } catch {
        self.error = self.error ?? error
      }
    }
    // Queries that read the state are not part of the next step.
    hash = XXH64()
    others = 0
    checkpoints.append(
      Replay.Checkpoint(
        version: step.version, script: step.script.kind, statements: digest, state: state))
  }

  private func note(_ text: UnsafeBufferPointer<UInt8>, isNested: Bool) {
    if !isNested { deadline.beginStatement() }
    let statement = Self.hash(of: text)
    if own.contains(statement) { add(statement) } else { others &+= statement }
  }

  private func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) {
      hash.update($0.assumingMemoryBound(to: UInt8.self))
    }
  }

  private static func hash(of text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = XXH64()
    hash.update(UnsafeBufferPointer(rebasing: text[StatementBytes.known(of: text)]))
    return hash.finish()
  }
}
