import SQLScriptsFiles

/// Makes the plan of a migration, a pure function of the database's state and the scripts.
struct MigrationDecision {
  /// The scripts, known by their names.
  var updates: [ScriptFile]
  var defaultScript: ScriptFile?
  /// The version that the default script creates. Only needed for a new database, and if there are no updates.
  var defaultVersion: Int64?
  var numbering: BundleSettings.Numbering
  var minimumVersion: Int64?
  var appliesOutOfOrder = false
  /// The scripts folder, as errors name it.
  var folder = "scripts in memory"
  var existingVersion: BundleSettings.ExistingVersion?
  /// The adopted version; only used if the database has no version.
  var adoption: AdoptedVersion?
  /// The versions in the history; only needed if updates may have been merged late.
  var history: [Int64] = []
  var newerDatabase = NewerDatabase.refuse
  /// The version to stop at; nil for the latest.
  var target: Int64?

  private typealias Step = MigrationPlan.Step

  /// The updates of some versions, ascending. Plans are made before each transaction, so other updates are not
  /// converted to steps.
  private func steps(where isWanted: (Int64) -> Bool) -> [Step] {
    updates.compactMap { script in
      guard case .update(let version) = script.kind, isWanted(version) else { return nil }
      return Step(version: version, script: script)
    }
  }

  /// The highest version that the bundle can reach.
  var latest: Int64? {
    let made = defaultScript == nil ? nil : defaultVersion
    guard case .update(let last) = updates.last?.kind else { return made }
    return max(last, made ?? 0)
  }

  func plan(for installed: InstalledVersion) throws(MigrationRefusal) -> MigrationPlan {
    guard let latest else { throw .noScripts(folder: folder) }
    switch installed {
    case .new: return try planForNew(latest)
    case .begun(let position): return try plan(forBegun: position, latest: latest)
    case .version(let version): return try plan(from: version, latest: latest)
    case .unattested(let number): return try planForUnattested(number, latest: latest)
    case .unversioned(let objects):
      guard let adoption else { throw .unversioned(objects: objects) }
      return try planForAdopted(adoption, latest: latest)
    case .elsewhere(let misplaced):
      guard let adoption else { throw .versionElsewhere(misplaced) }
      return try planForAdopted(adoption, latest: latest)
    case .malformed(let malformation): throw .malformed(malformation)
    }
  }

  /// Law 5: the default script, then the updates above its version.
  private func planForNew(_ latest: Int64) throws(MigrationRefusal) -> MigrationPlan {
    guard let defaultScript, let defaultVersion else {
      if numbering == .sequential, case .update(let first) = updates.first?.kind, first != 1 {
        throw .noStart(firstUpdate: first)
      }
      let plan = try upwardInNew(from: 0, latest: latest)
      return MigrationPlan(from: nil, to: plan.to, steps: plan.steps)
    }
    if let target, target < defaultVersion {
      throw .unknownTarget(target: target, latest: latest)
    }
    let rest = try upwardInNew(from: defaultVersion, latest: max(latest, defaultVersion))
    let first = Step(version: defaultVersion, script: defaultScript)
    return MigrationPlan(from: nil, to: rest.to, steps: [first] + rest.steps)
  }

  /// Law 19: a new database continues with the script that has begun to create it.
  private func plan(
    forBegun position: StepPosition, latest: Int64
  ) throws(MigrationRefusal) -> MigrationPlan {
    if let adoption { return try planForAdopted(adoption, latest: latest) }
    let plan = try planForNew(latest)
    if plan.pending.first?.version == position.version { return plan }
    let isThere = updates.contains { $0.kind == .update(position.version) }
    throw position.refusal(isThere ? .hasNoVersion : .isMissing)
  }

  /// Laws 6, 7 and 8.
  private func plan(from installed: Int64, latest: Int64) throws(MigrationRefusal) -> MigrationPlan
  {
    if installed > latest {
      guard newerDatabase == .openAsItIs else {
        throw .newerThanScripts(installed: installed, latest: latest)
      }
      return MigrationPlan(from: installed, to: installed, steps: [])
    }
    if let target, target < installed {
      throw .targetBelowInstalled(target: target, installed: installed)
    }
    if installed < latest, let minimumVersion, installed < minimumVersion {
      throw .belowMinimum(installed: installed, minimum: minimumVersion)
    }
    let late = numbering == .timestamp ? lateUpdates(below: installed, history: history) : []
    if !late.isEmpty, !appliesOutOfOrder {
      throw .outOfOrder(versions: late.map(\.version), installed: installed)
    }
    let plan = try upward(from: installed, latest: latest)
    return MigrationPlan(from: installed, to: plan.to, steps: late + plan.steps)
  }

  /// Law 20: the plan continues from the adopted version.
  private func planForAdopted(
    _ adoption: AdoptedVersion, latest: Int64
  ) throws(MigrationRefusal) -> MigrationPlan {
    let installed = adoption.version
    var decision = self
    decision.history = adoption.applied
    // Numbers without gaps leave no room for a late update, so a missing one was skipped.
    let late = lateUpdates(below: installed, history: adoption.applied)
    if numbering == .sequential, !late.isEmpty {
      throw .outOfOrder(versions: late.map(\.version), installed: installed)
    }
    try checkKnown(adoption.applied)
    if adoption.isGiven, installed > latest, newerDatabase == .refuse {
      throw .unknownTarget(target: installed, latest: latest)
    }
    let plan = try decision.plan(from: installed, latest: latest)
    // A newer database that is opened as it is stays unchanged.
    if installed > latest { return plan }
    return MigrationPlan(from: installed, to: plan.to, steps: plan.steps, adoption: adoption)
  }

  /// Law 20: a version in the middle that no script has would be lost without a word. Those from before the scripts are
  /// part of the default script, or below the first update that is left.
  private func checkKnown(_ applied: [Int64]) throws(MigrationRefusal) {
    let known = Set(updates.map(\.kind))
    guard case .update(let first) = updates.first?.kind, let latest else { return }
    let unknown = applied.filter { version in
      version > max(defaultVersion ?? 0, first) && version < latest
        && !known.contains(.update(version))
    }
    guard unknown.isEmpty else { throw .notAdoptable(.unknownVersions(unknown)) }
  }

  /// Law 9: refused until the settings or the caller say what the number means.
  private func planForUnattested(
    _ number: Int64, latest: Int64
  ) throws(MigrationRefusal) -> MigrationPlan {
    if let adoption { return try planForAdopted(adoption, latest: latest) }
    switch existingVersion {
    case nil: throw .ambiguous(number: number)
    case .nextStep: return try planForAdopted(try .nextStep(number), latest: latest)
    case .installed:
      return try planForAdopted(
        AdoptedVersion(number, origin: "adopted from db_version"), latest: latest)
    }
  }

  private func upwardInNew(
    from made: Int64, latest: Int64
  ) throws(MigrationRefusal) -> (to: Int64, steps: [Step]) {
    do throws(MigrationRefusal) {
      return try upward(from: made, latest: latest)
    } catch {
      guard case .gap(let missing, let from) = error else { throw error }
      throw .gapInNew(missing: missing, from: from)
    }
  }

  /// Law 7: every update above a version, in order, none skipped, up to the target.
  private func upward(
    from installed: Int64, latest: Int64
  ) throws(MigrationRefusal) -> (to: Int64, steps: [Step]) {
    let target = target ?? latest
    let pending = steps { $0 > installed && $0 <= target }
    if numbering == .sequential {
      var version = installed
      for step in pending {
        // `version` is below a version that exists, so adding one cannot overflow.
        guard step.version == version + 1 else { throw .gap(missing: version + 1, from: version) }
        version = step.version
      }
    }
    let last = pending.last?.version ?? installed
    guard last == target else {
      // The default script creates a version that no update migrates to.
      if self.target == nil { throw .gap(missing: last + 1, from: last) }
      throw .unknownTarget(target: target, latest: latest)
    }
    return (target, pending)
  }

  /// Updates that were merged late: below the installed version, above the origin, and not applied.
  private func lateUpdates(below installed: Int64, history: [Int64]) -> [Step] {
    guard let origin = history.min() else { return [] }
    let applied = Set(history)
    return steps { $0 > origin && $0 < installed && !applied.contains($0) }
  }
}
