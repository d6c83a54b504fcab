import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// The schema from which updates once started, if neither a script nor the lock creates it any more: that of the
/// default script, without the changes of the updates.
///
/// The statements of the updates are undone from the last to the first. What an update dropped is not known, so the
/// reconstruction starts after the last update that cannot be undone.
struct StartReconstruction {
  private let defaultScript: Script
  private let updates: [Script]
  private let standIns: StandIns

  /// - Parameter updates: the updates up to the version of the default script, ascending.
  private init(_ defaultScript: Script, _ updates: [Script], _ standIns: StandIns) {
    self.standIns = standIns
    self.defaultScript = defaultScript
    self.updates = updates
  }

  /// More updates that cannot be undone are seldom worth the time.
  private static let attempts = 8

  /// The routes of updates that run on a reconstructed schema. The first script of each creates it, with the version
  /// below that of the first update.
  ///
  /// An update that needs something else ends its route, and the next one begins after it.
  static func routes(
    below defaultScript: Script, before updates: [Script], _ standIns: StandIns
  ) throws(SQLiteError) -> [[Script]] {
    let reconstruction = StartReconstruction(defaultScript, updates, standIns)
    var routes: [[Script]] = []
    var first = 0
    for _ in 0..<attempts where first < updates.count {
      let (schema, start) = try reconstruction.schema(before: first)
      guard let schema, start < updates.count,
        let script = reconstruction.script(creating: schema, before: start)
      else { break }
      let misfit = try reconstruction.indexOfMisfit(on: script, from: start) ?? updates.count
      if misfit > start { routes.append([script] + updates[start..<misfit]) }
      first = misfit + 1
    }
    return routes
  }

  private func script(creating schema: [String], before start: Int) -> Script? {
    let version = start == 0 ? max(updates[0].version - 1, 1) : updates[start - 1].version
    guard version < updates[start].version else { return nil }
    let bundle = ScriptBundle(scripts: [.default(schema, version: version)])
    return bundle.defaultScript.flatMap { try? bundle.read($0).script }
  }

  /// The first update that needs something else than the reconstructed schema; nil if all of them run on it. Other
  /// errors are mistakes in the updates.
  private func indexOfMisfit(on script: Script, from start: Int) throws(SQLiteError) -> Int? {
    let replay = try ScriptReplay(standIns)
    guard replay.run(script) else { return start }
    for index in updates.indices.dropFirst(start) {
      replay.database.begin(updates[index])
      var fits = true
      replay.eachStatement(of: updates[index]) { statement in
        fits = fits && !Self.isMisfit(statement, replay)
        return fits
      }
      replay.database.end(updates[index], commits: true)
      if !fits { return index }
    }
    return nil
  }

  /// Whether a statement needs something that no longer exists, or creates something that exists. A name that almost
  /// exists is a mistake.
  private static func isMisfit(_ statement: RehearsedStatement, _ replay: ScriptReplay) -> Bool {
    guard let said = statement.error?.said else { return false }
    if case .alreadyExists = said { return true }
    if said.duplicateColumn != nil { return true }
    guard said.isMissing else { return false }
    guard let name = said.missingName, let schema = try? replay.snapshot() else { return true }
    let names = schema.tables.values.flatMap { [$0.name] + $0.columns.map(\.name) }
    return Spelling.closest(to: name, among: names) == nil
  }

  /// The statements that create the schema before an update, or before a later one if that cannot be known.
  private func schema(before first: Int) throws(SQLiteError) -> ([String]?, start: Int) {
    let replay = try ScriptReplay(standIns)
    guard replay.run(defaultScript) else { return (nil, first) }
    var undoing = UndoneUpdates(replay)
    for index in updates.indices.dropFirst(first).reversed() {
      if !undoing.undo(updates[index], after: updates[first..<index]) {
        return (undoing.schema(), index + 1)
      }
    }
    return (undoing.schema(), first)
  }
}
