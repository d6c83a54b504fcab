import SQLScriptsDiagnostics
import SQLScriptsFiles

/// The scripts of a bundle, each read when it is first needed.
///
/// One library can serve many databases, one after the other or at once. Each script is read once.
package final class ScriptLibrary: Sendable {
  package let bundle: ScriptBundle
  private let cache = Lock(Cache())

  private struct Cache {
    var settings: BundleSettings?
    var scripts: [String: Reading] = [:]
    var checksums: [String: String] = [:]
  }

  private struct Reading {
    var script: Script?
    var diagnostics: [Diagnostic]

    var hasErrors: Bool { script == nil || diagnostics.hasErrors }
  }

  package init(_ bundle: ScriptBundle) {
    self.bundle = bundle
  }

  /// Creates the library of a bundle of which only some scripts differ from those of another library. The others are not
  /// read again.
  package convenience init(_ bundle: ScriptBundle, sharing other: ScriptLibrary) {
    self.init(bundle)
    let known = Dictionary(
      other.bundle.scripts.map { ($0.name, $0.content) }, uniquingKeysWith: { first, _ in first })
    let same = Set(bundle.scripts.lazy.filter { known[$0.name] == $0.content }.map(\.name))
    let (scripts, checksums) = other.cache.withLock { ($0.scripts, $0.checksums) }
    cache.withLock { cache in
      cache.scripts = scripts.filter { same.contains($0.key) }
      cache.checksums = checksums.filter { same.contains($0.key) }
    }
  }

  /// Whether a database at this version has nothing to do (law 6), according to the file names.
  func isCurrent(_ version: Int64, target: Int64?) -> Bool {
    guard let latest = bundle.lastUpdate, version == latest, target == nil || target == latest
    else { return false }
    return !mayHaveLateUpdates
  }

  /// Whether an update below the installed version may have been merged late (law 10). Then only the history tells if
  /// it was applied. Timestamps can be consecutive, too.
  var mayHaveLateUpdates: Bool {
    if bundle.hasGaps { return true }
    // Most bundles have no settings, so a launch usually reads none.
    guard bundle.settingsFile != nil, let settings = try? settings() else {
      return ScriptNumbering.numbering(firstUpdate: bundle.firstUpdate) == .timestamp
    }
    return bundle.numbering(settings) == .timestamp
  }

  /// The version at which a database has nothing to do; nil if the file names do not tell.
  func currentVersion(target: Int64?) -> Int64? {
    bundle.lastUpdate.flatMap { isCurrent($0, target: target) ? $0 : nil }
  }

  /// Where the installed version is stored (law 4): as the caller says, or else the settings.
  ///
  /// Unreadable settings are an error as soon as there is anything to decide. A current database needs no settings (law
  /// 6).
  func versionStore(_ options: MigrationOptions) -> VersionStore {
    if let store = options.versionStore { return store }
    // Most bundles have no settings, so a launch usually reads none.
    guard bundle.settingsFile != nil, let settings = try? settings() else { return .table }
    return settings.versionStore ?? .table
  }

  /// The highest version that the scripts reach; nil if there are none.
  package func latestVersion() throws(MigrationFailure.Reason) -> Int64? {
    if let latest = bundle.lastUpdate { return latest }
    return try bundle.defaultScript.map { (file) throws(MigrationFailure.Reason) in
      try script(file).version
    }
  }

  /// The highest version of any script. The default script may be above the updates.
  package func greatestVersion() throws(MigrationFailure.Reason) -> Int64? {
    let versions = [
      bundle.lastUpdate,
      try bundle.defaultScript.map { (file) throws(MigrationFailure.Reason) in
        try script(file).version
      },
    ]
    return versions.compactMap { $0 }.max()
  }

  /// Whether a decision needs the history.
  func needsHistory() throws(MigrationFailure.Reason) -> Bool {
    bundle.numbering(try settings()) == .timestamp
  }

  // MARK: Reading

  package func settings() throws(MigrationFailure.Reason) -> BundleSettings {
    if let settings = cache.withLock({ $0.settings }) { return settings }
    let found: (settings: BundleSettings, diagnostics: [Diagnostic])
    do throws(ScriptBundleError) {
      found = try bundle.settings()
    } catch {
      throw .bundle(error)
    }
    if found.diagnostics.hasErrors { throw .unreadable(found.diagnostics) }
    cache.withLock { $0.settings = found.settings }
    return found.settings
  }

  private func read(_ file: ScriptFile) throws(MigrationFailure.Reason) -> Reading {
    if let reading = cache.withLock({ $0.scripts[file.name] }) { return reading }
    do throws(ScriptBundleError) {
      let (script, diagnostics) = try bundle.read(file)
      let reading = Reading(script: script, diagnostics: diagnostics)
      cache.withLock { $0.scripts[file.name] = reading }
      return reading
    } catch {
      throw .bundle(error)
    }
  }

  /// Reads these scripts and reports every mistake in any of them (law 10).
  ///
  /// - Returns: the warnings.
  @discardableResult
  package func load(_ files: [ScriptFile]) throws(MigrationFailure.Reason) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var isBroken = false
    var unreadable: [ScriptBundleError] = []
    for file in files {
      do throws(MigrationFailure.Reason) {
        let reading = try read(file)
        diagnostics += reading.diagnostics
        isBroken = isBroken || reading.hasErrors
      } catch {
        guard case .bundle(let error) = error else { throw error }
        unreadable.append(error)
      }
    }
    if !isBroken, unreadable.count == 1 { throw .bundle(unreadable[0]) }
    diagnostics += unreadable.map { .unreadableFile($0) }
    if isBroken || !unreadable.isEmpty { throw .unreadable(diagnostics) }
    return diagnostics
  }

  /// A script without errors.
  package func script(_ file: ScriptFile) throws(MigrationFailure.Reason) -> Script {
    let reading = try read(file)
    guard let script = reading.script, !reading.diagnostics.hasErrors else {
      throw .unreadable(reading.diagnostics)
    }
    return script
  }

  /// The canonical checksum of a script.
  package func checksum(of script: Script) -> String {
    if let checksum = cache.withLock({ $0.checksums[script.file.name] }) { return checksum }
    let checksum = Checksum(of: script).description
    cache.withLock { $0.checksums[script.file.name] = checksum }
    return checksum
  }

  // MARK: Deciding

  /// The plan for a new database.
  package func planForNewDatabase() throws(MigrationFailure.Reason) -> MigrationPlan {
    let options = MigrationOptions()
    let plan = try plan(for: .new, to: nil, history: [], options: options)
    try plan.checkVersion(fits: versionStore(options))
    return plan
  }

  /// The plan for an existing database.
  ///
  /// - Parameters:
  ///   - history: the versions in the history; only used if `needsHistory()`.
  ///   - hasMinimum: whether `minimumVersion` applies.
  func plan(
    for installed: InstalledVersion, to target: Int64?, history: [Int64],
    adoption: AdoptedVersion? = nil, hasMinimum: Bool = true, options: MigrationOptions
  ) throws(MigrationFailure.Reason) -> MigrationPlan {
    let settings = try settings()
    var decision = MigrationDecision(
      updates: bundle.updates, defaultScript: bundle.defaultScript,
      numbering: bundle.numbering(settings))
    decision.folder = bundle.displayName
    decision.minimumVersion = hasMinimum ? settings.minimumVersion : nil
    decision.appliesOutOfOrder = settings.outOfOrder == .apply
    decision.existingVersion = options.existingVersion ?? settings.existingVersionMeans
    decision.adoption = adoption
    decision.history = history
    decision.newerDatabase = options.newerDatabase
    decision.target = target
    // Only a new database, or a bundle without updates, needs the default script. It may also create a version above
    // the last update.
    if let file = bundle.defaultScript,
      installed.isBeforeFirst || installed.isAbove(bundle.lastUpdate, adoption)
    {
      do throws(MigrationFailure.Reason) {
        if try read(file).hasErrors { _ = try load([file] + bundle.updates) }
      } catch {
        // Report all mistakes at once (law 10).
        _ = try load([file] + bundle.updates)
        throw error
      }
      decision.defaultVersion = try script(file).version
    }
    let plan: MigrationPlan
    do throws(MigrationRefusal) {
      plan = try decision.plan(for: installed)
    } catch {
      // A misnamed file explains the missing script better than the gap does.
      if error.isAboutMissingScripts, bundle.diagnostics.hasErrors {
        throw .unreadable(bundle.diagnostics)
      }
      throw .refused(error)
    }
    // A misnamed file, or a version that exists twice, may be a script that the plan would skip (law 10). A database
    // that needs no script is opened all the same.
    if !plan.isEmpty, bundle.diagnostics.hasErrors {
      let files = plan.steps.map(\.script)
      throw .unreadable(bundle.diagnostics + files.flatMap { (try? read($0))?.diagnostics ?? [] })
    }
    return plan
  }
}

extension InstalledVersion {
  fileprivate func isAbove(_ lastUpdate: Int64?, _ adoption: AdoptedVersion?) -> Bool {
    guard let lastUpdate else { return true }
    return switch self {
    case .version(let version): version > lastUpdate
    case .unattested(let version): adoption?.version ?? version > lastUpdate
    case .unversioned, .elsewhere, .begun: adoption.map { $0.version > lastUpdate } ?? false
    case .new, .malformed: false
    }
  }

  /// Whether the default script creates the database, or continues to create it.
  fileprivate var isBeforeFirst: Bool {
    switch self {
    case .new, .begun: true
    default: false
    }
  }
}

extension Diagnostic {
  /// A diagnostic for a file of the bundle that cannot be read. Its place is the file itself.
  package static func unreadableFile(_ error: ScriptBundleError) -> Diagnostic {
    Diagnostic("unreadable-file", .error, "\(error)", at: SourceSpan(ofFile: error.path))
  }
}

extension MigrationRefusal {
  fileprivate var isAboutMissingScripts: Bool {
    switch self {
    case .gap, .gapInNew, .noStart, .noScripts: true
    default: false
    }
  }
}
