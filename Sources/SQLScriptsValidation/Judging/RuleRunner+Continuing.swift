import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

extension RuleRunner {
  /// A copy that another thread can continue.
  var forContinuing: RuleRunner {
    var copy = self
    copy.findings.scratch = ScratchSQL()
    (copy.observe, copy.memory) = (nil, nil)
    return copy
  }

  /// Checks one script. Those before it run again only from the last state that is still the same.
  ///
  /// - Returns: the findings in the script, and the first error that would stop a migration; nil if no route reaches it.
  static func check(
    _ file: ScriptFile, among scripts: [Script], kept: Script?, settings: BundleSettings,
    _ memory: RehearsalMemory, _ observe: @escaping RehearsalObserver
  ) throws(SQLiteError) -> (found: [Diagnostic], failure: MigrationFailure.Reason?)? {
    let routes = RehearsalRoutes(scripts, kept: kept).whole
    guard let route = routes.first(where: { $0.contains { $0.file.name == file.name } }),
      let index = route.firstIndex(where: { $0.file.name == file.name })
    else { return nil }
    let standIns = StandIns(settings)
    let state = memory.state(before: index, of: route, standIns)
    var runner = state?.runner ?? RuleRunner(settings: settings)
    let rehearsal: Rehearsal
    if let state {
      rehearsal = state.rehearsal
    } else {
      rehearsal = try Rehearsal(of: route, standIns, store: settings.versionStore ?? .table)
    }
    runner.observe = { script, previous in
      if script.script.file.name == file.name { observe(script, previous) }
    }
    let failure = try runner.rehearse(
      Array(route[...index]), from: state?.files.count ?? 0, on: rehearsal)
    let found = runner.suppressions.apply(to: runner.findings, leveled: runner.leveled)
    return (found.filter { $0.span.file.name == file.displayName }, failure)
  }
}
