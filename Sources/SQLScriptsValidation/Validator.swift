import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsScratch

/// Validates the scripts of a bundle layer by layer, and reports the findings of every layer.
///
/// A layer is a function that adds to the validation. It skips only what an earlier layer found unusable.
package struct Validator: Sendable {
  package let library: ScriptLibrary
  private let targets: Targets?
  let rows: RealRows?
  private let failureLimit: Int

  /// - Parameters:
  ///   - targets: the oldest systems that the app supports, if they differ from the settings.
  ///   - rows: real rows to rehearse the updates on, in addition to the sample rows.
  ///   - failureLimit: the number of failed statements after which the rest is not checked.
  package init(
    _ library: ScriptLibrary, targets: Targets? = nil, rows: RealRows? = nil,
    failureLimit: Int = Rehearsal.manyFailures
  ) {
    self.failureLimit = failureLimit
    self.library = library
    self.targets = targets
    self.rows = rows
  }

  /// - Parameters:
  ///   - observe: called with each script after its rehearsal.
  ///   - memory: receives the states between the scripts, for `check`.
  package func validate(
    _ observe: RehearsalObserver? = nil, memory: RehearsalMemory? = nil
  ) -> Validation {
    var validation = Validation(scripts: library.bundle.scripts.map(\.displayName))
    let released = ReleasedScripts(library)
    validation.releasedScripts = released
    validation.unreleasedUpdateCount = library.bundle.updates.count {
      !released.contains(fileNamed: $0.name)
    }
    for layer in [
      checkNames, checkFormat, checkFiles, checkTargets, { runRules(&$0, observe, memory) },
      compareWays,
      checkReleased,
    ] { layer(&validation) }
    validation.coverage.noteRest(of: validation.scripts)
    // The rehearsal reads files whose mistakes the format layer has already reported.
    var seen: Set<Diagnostic> = []
    validation.diagnostics = validation.diagnostics.advised().filter { seen.insert($0).inserted }
      .sorted(by: Diagnostic.inReportOrder)
    validation.released = validation.released.advised().filter { seen.insert($0).inserted }
      .sorted(by: Diagnostic.inReportOrder)
    // Only scripts are corrected.
    for index in validation.diagnostics.indices
    where validation.diagnostics[index].span.file.name.hasSuffix(BundleSettings.fileName) {
      validation.diagnostics[index].fixIt = nil
    }
    let scripts = Set(library.bundle.scripts.map(\.displayName))
    validation.fixableCount = validation.diagnostics.count {
      $0.fixIt != nil && scripts.contains($0.span.file.name)
    }
    return validation
  }

  private func checkNames(_ validation: inout Validation) {
    validation.diagnostics += library.bundle.diagnostics
  }

  /// Reads every script, and checks the version numbers against the default script and the settings.
  private func checkFormat(_ validation: inout Validation) {
    var isDefaultKnown = true
    var defaultVersion: Int64?
    for file in library.bundle.scripts {
      do throws(MigrationFailure.Reason) {
        validation.diagnostics += try library.load([file])
        if file.kind == .default { defaultVersion = try library.script(file).version }
      } catch {
        if file.kind == .default { isDefaultKnown = false }
        validation.diagnostics += error.diagnostics(at: file)
      }
    }
    do throws(MigrationFailure.Reason) {
      let settings = try library.settings()
      validation.diagnostics += unknownRules(in: settings)
      validation.diagnostics += unusableStandIns(settings)
      validation.hasStandIns = !StandIns(settings).isEmpty
      guard isDefaultKnown else { return }
      validation.diagnostics += missingStart(settings)
      let released = LockFile.reading(library.bundle)?.lock.entries ?? []
      validation.diagnostics += library.bundle.gapDiagnostics(
        defaultVersion: defaultVersion, settings: settings,
        released: Set(released.filter { $0.kind == .update }.map(\.version)))
      validation.diagnostics += unreachableVersions(
        settings, latest: [defaultVersion, library.bundle.lastUpdate].compactMap { $0 }.max())
    } catch {
      validation.isWithoutSettings = true
      if let file = library.bundle.scripts.first {
        validation.diagnostics += error.diagnostics(at: file)
      }
    }
  }

  /// Reports that no script creates a new database. A misnamed default script is already reported.
  private func missingStart(_ settings: BundleSettings) -> [Diagnostic] {
    let bundle = library.bundle
    guard bundle.defaultScript == nil, let file = bundle.updates.first,
      let first = bundle.updateVersions.first, first > 1,
      bundle.numbering(settings) == .sequential, !bundle.diagnostics.hasErrors
    else { return [] }
    let refusal = MigrationRefusal.noStart(firstUpdate: first)
    return MigrationFailure.Reason.refused(refusal).diagnostics(at: file)
  }

  /// The targets of the scripts. The oldest SQLite among them decides.
  private func checkTargets(_ validation: inout Validation) {
    guard !validation.isWithoutSettings else { return }
    var targets = targets
    if targets == nil, let parsed = try? library.bundle.settingsDocument() {
      let reading = Targets.reading(parsed.document)
      validation.diagnostics += reading.diagnostics
      targets = reading.targets
    }
    validation.target = targets?.binding
  }

  /// The settings with the effective targets.
  func settings() throws(MigrationFailure.Reason) -> BundleSettings {
    var settings = try library.settings()
    if let targets { settings.targets = targets.settings }
    return settings
  }

  /// Unknown rule names in the settings.
  private func unknownRules(in settings: BundleSettings) -> [Diagnostic] {
    // The pages of all rules take longer to read than a small bundle.
    if settings.rules.isEmpty { return [] }
    let known = Set(RulePage.all.map(\.id))
    let unknown = settings.rules.keys.filter { !known.contains($0) }.sorted()
    let (names, spans) = (known.sorted(), settingsSpans(of: unknown))
    return unknown.compactMap { rule in
      guard let span = spans[rule] else { return nil }
      return Diagnostic(
        "unknown-key", .error, "no rule named “\(rule)”", at: span,
        help: Spelling.closest(to: rule, among: names).map { "Write “\($0)”." }
          ?? "List the rules with: sqlscripts rules")
    }
  }

  /// Rehearses every readable script statement by statement, and runs the rules.
  private func runRules(
    _ validation: inout Validation, _ observe: RehearsalObserver?, _ memory: RehearsalMemory?
  ) {
    guard !validation.isWithoutSettings else { return }
    // Without a starting schema, every finding about a table could be wrong.
    let hasStart = !validation.diagnostics.contains { $0.id == "impossible-plan" }
    let limit = hasStart ? library.bundle.misnamedVersion ?? .max : 0
    let isReadable = !validation.diagnostics.hasErrors
    do throws(MigrationFailure.Reason) {
      let settings = try settings()
      // Rules need to know what real rows prove.
      let real = isReadable ? migrateSuppliedRows(settings) : nil
      var runner = RuleRunner(
        settings: settings, realPasses: real?.outcome.verdict.passes ?? [:], observe: observe,
        memory: memory, failureLimit: failureLimit)
      defer {
        validation.coverage = runner.coverage
        validation.failedStatements = runner.failedStatements
      }
      let start = validation.diagnostics.count
      validation.diagnostics += try runner.run(library, below: limit)
      forgive(runner, from: start, &validation)
      if isReadable, !validation.diagnostics.hasErrors { judge(runner, &validation) }
      if let real { add(real, &validation) }
    } catch {
      validation.diagnostics +=
        library.bundle.scripts.first.map { error.diagnostics(at: $0) } ?? []
    }
  }

  /// Sets findings in released scripts apart, and says how a new update can repair what they lost. An error that stops
  /// the migration of a new database remains, and so do findings about the form of a file, which may change.
  private func forgive(
    _ runner: RuleRunner, from start: Int, _ validation: inout Validation
  ) {
    let stopped = runner.failure.flatMap { library.diagnostics(of: $0).first?.span.file.name }
    let moved = validation.setReleasedApart(from: start) {
      $0.severity != .error || $0.span.file.name != stopped
    }
    let repairs = runner.repairs
    validation.repaired = runner.repaired
    for finding in moved {
      guard let repair = repairs[finding.message],
        !validation.repairs.contains(repair)
      else { continue }
      validation.repairs.append(repair)
      validation.diagnostics.append(finding.repaired(by: repair))
    }
  }

  /// Reports an error that would stop a migration but that no rule reports, otherwise records what was proved.
  private func judge(_ runner: RuleRunner, _ validation: inout Validation) {
    let stopped = runner.failure.map { library.diagnostics(of: $0) }
    do throws(MigrationFailure.Reason) {
      let plan = try library.planForNewDatabase()
      if let stopped {
        validation.diagnostics += stopped
      } else {
        let versions = library.updatedVersions
        validation.proof = Validation.Proof(
          version: plan.to, oldestUpdated: versions.first,
          isWithSampleRows: runner.isWithSampleRows, latestUpdated: versions.last,
          updatedVersions: versions,
          reconstructed: runner.reconstructedVersions,
          unrehearsedUpdates: runner.looseUpdates, sqlite: Connection.libraryVersion)
      }
    } catch {
      // The format layer reported a gap. The scripts before it are still rehearsed.
      if case .refused(let refusal) = error, refusal.versionBeforeGap != nil {
        validation.diagnostics += stopped ?? []
      } else {
        validation.diagnostics += library.diagnostics(of: error)
      }
    }
  }
}

/// Receives each script after its rehearsal, and the script before it on the same route; nil if it is the first.
///
/// A script that is on two routes is rehearsed twice. The first route is that of a new database.
package typealias RehearsalObserver = (_ script: RehearsedScript, _ previous: Script?) -> Void
