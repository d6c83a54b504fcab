import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// Runs the rules that judge rows on real rows.
package struct RealRowsJudge {
  private let settings: BundleSettings
  private let rules: [(id: String, severity: Diagnostic.Severity, rule: any Rule)]

  /// Rules about what a script does to rows. The others do not depend on rows, or on sample rows only.
  private static let rulesOfRows: [any Rule.Type] = [
    FailsWithRows.self, RowsLost.self, ValuesChangedInRebuild.self, RenumberedRows.self,
    ForeignKeyViolation.self, RowInsertedTwice.self, TriggerSideEffect.self,
  ]

  /// Rules about a statement that SQLite refuses if the table has a row.
  private static let rulesOfFailures: [any Rule.Type] = [
    AddNotNullWithoutDefault.self, AddColumnNonConstantDefault.self,
  ]

  private let cancellation: MigrationCancellation?

  /// - Parameter cancellation: ends the rehearsal, with the findings so far.
  package init(settings: BundleSettings, cancellation: MigrationCancellation? = nil) {
    self.settings = settings
    self.cancellation = cancellation
    rules = Self.rulesOfRows.map { ($0.id, $0.documentation.severity, $0.init(settings: settings)) }
  }

  /// Rehearses the scripts of a plan on copies of a database, unless an earlier run has begun one of them.
  package func judge(
    _ plan: MigrationPlan, of library: ScriptLibrary, on source: Connection
  ) -> RealRowsVerdict {
    guard plan.unfinished == nil else { return RealRowsVerdict() }
    let scripts = plan.steps.compactMap { try? library.script($0.script) }
    // The migration reports one that cannot be read.
    return scripts.count == plan.steps.count ? judge(scripts, on: source) : RealRowsVerdict()
  }

  /// Rehearses scripts on copies of a database.
  ///
  /// - Parameters:
  ///   - source: the database; it is only read.
  ///   - scripts: the scripts of its plan.
  /// - Returns: the findings. What needs more than a rehearsal has, such as a function of the app, ends it.
  func judge(_ scripts: [Script], on source: Connection) -> RealRowsVerdict {
    var findings = Findings()
    var suppressions = Suppressions()
    var verdict = RealRowsVerdict()
    do throws(SQLiteError) {
      let rehearsal = try RealRehearsal(
        of: source, scripts: scripts, StandIns(settings), store: settings.versionStore ?? .table,
        cancellation: cancellation)
      for script in scripts {
        let rehearsed = try rehearsal.rehearse(script) { statement in
          if statement.succeeded { suppressions.read(statement) }
        }
        findings.allowedRules = suppressions.rules
        check(rehearsed, &findings)
        let id = ObjectIdentifier(script.document.source)
        guard rehearsed.failsOnTypicalRows == nil else { break }
        verdict.judged.insert(id)
        if rehearsed.orphans.isEmpty { verdict.passes[id] = rehearsed.realPass }
      }
    } catch {
      // The migration itself reports it.
    }
    let all = suppressions.apply(to: findings, leveled: settings.leveled)
    verdict.diagnostics = all.filter { !$0.isAboutSuppression }
      .sorted(by: Diagnostic.inReportOrder)
    verdict.unusedSuppressions = Set(all.filter(\.isAboutSuppression))
    return verdict
  }

  private func check(_ script: RehearsedScript, _ findings: inout Findings) {
    let start = findings.diagnostics.count
    let losses = script.real?.losses ?? []
    for type in Self.rulesOfFailures {
      guard let failed = script.statements.last, !failed.succeeded else { break }
      (findings.rule, findings.severity) = (type.id, type.documentation.severity)
      type.init(settings: settings).check(failed, &findings)
    }
    for (id, severity, rule) in rules {
      (findings.rule, findings.severity) = (id, severity)
      rule.check(script, &findings)
    }
    // These name the rows.
    findings.filter(from: start) { finding in
      !losses.contains {
        $0.rule == finding.id && $0.kind == .omitted && $0.span == finding.span
      }
    }
    for loss in losses {
      findings.rule = loss.rule
      findings.report(
        loss.message, at: loss.span, why: loss.why, help: loss.help, severity: loss.severity)
    }
    reportDeletions(in: script, &findings)
  }

  /// Reports tables with fewer rows because of a DELETE. These findings are infos, because it may be intended.
  private func reportDeletions(in script: RehearsedScript, _ findings: inout Findings) {
    (findings.rule, findings.severity) = (RowsLost.id, .info)
    for (table, outcome) in script.rows.sorted(by: { $0.key < $1.key }) {
      guard let left = outcome.after, left < outcome.before, !script.allowsRowLoss(of: table),
        let statement = script.statements.last(where: { $0.emptiedTable == table })
      else { continue }
      let name = script.after[table]?.name ?? table.text
      findings.report(
        "“\(name)” had \(outcome.before) row\(outcome.before == 1 ? "" : "s") in the real data and now has \(left)",
        at: statement.span, help: "Check whether the update should delete them.")
    }
  }
}
