import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// Rows that the author supplies. They outweigh sample rows.
extension Validator {
  /// The migration of real rows, or the reason why they could not be used.
  struct RealRowsRun {
    var outcome = RealRowsMigration.Outcome()
    var error: RealRows.LoadError?
  }

  /// Migrates the supplied rows, or those that the settings name; nil if there are none.
  func migrateSuppliedRows(_ settings: BundleSettings) -> RealRowsRun? {
    var run = RealRowsRun()
    do throws(RealRows.LoadError) {
      var brought = rows
      if brought == nil { brought = try sampleRows() }
      guard let brought else { return nil }
      run.outcome = try RealRowsMigration(library, settings: settings).run(on: brought)
    } catch {
      run.error = error
    }
    return run
  }

  /// Adds what real rows show. If a finding about sample rows says the same, this one has the real rows.
  func add(_ real: RealRowsRun, _ validation: inout Validation) {
    guard let error = real.error else {
      validation.hasRealRows = true
      validation.realRows = real.outcome.words
      add(real.outcome, &validation)
      return
    }
    // Without a database of the scripts, there is nothing to fill.
    if !validation.diagnostics.hasErrors { validation.rowsError = error }
  }

  private func add(_ outcome: RealRowsMigration.Outcome, _ validation: inout Validation) {
    let verdict = outcome.verdict
    let known = validation.diagnostics.filter { $0.severity == .error }
    let failure = outcome.failure.filter { stopped in
      // It fails without any rows, too.
      !known.contains {
        $0.span.file === stopped.span.file
          && (stopped.id != "failed-statement" || $0.span.range.overlaps(stopped.span.range))
      }
    }
    let stopped = Set(
      (verdict.diagnostics.filter { $0.id == FailsWithRows.id } + failure).map(\.span.file.name))
    let found = verdict.diagnostics.filter { finding in
      finding.severity != .info || !validation.diagnostics.contains(where: finding.says)
    }
    for finding in found where finding.severity != .info {
      validation.diagnostics.removeAll(where: finding.says)
      validation.released.removeAll(where: finding.says)
    }
    validation.diagnostics.removeAll { finding in
      finding.id == "unused-suppression" && !verdict.unusedSuppressions.contains(finding)
        && verdict.judged.contains(ObjectIdentifier(finding.span.file))
    }
    let start = validation.diagnostics.count
    validation.diagnostics += found + failure
    validation.setReleasedApart(from: start) {
      $0.severity != .error || !stopped.contains($0.span.file.name)
    }
  }
}

extension Diagnostic {
  /// Whether another finding says the same about sample rows.
  fileprivate func says(_ other: Diagnostic) -> Bool {
    guard span.file === other.span.file, span.range.overlaps(other.span.range) else { return false }
    let rules = [FailsWithRows.id, RowsLost.id]
    // They say what may happen, and here it does.
    let others = [DataDependent.id, UniqueOnExistingRows.id]
    return id == other.id
      || severity == .error && rules.contains(id) && others.contains(other.id)
  }
}
