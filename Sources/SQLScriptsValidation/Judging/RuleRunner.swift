import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Rehearses the scripts and runs every rule on every statement and script.
struct RuleRunner {
  let settings: BundleSettings
  var findings = Findings()
  var suppressions = Suppressions()

  /// Names that are missing because of an earlier finding, which would cause a cascade of others.
  private var missing: Set<String> = []

  /// The rest of a list that “;” cuts, in its file. The error before it explains it.
  private var cutList: (file: ObjectIdentifier, rest: Range<Int>)?

  /// Whether the scripts were also rehearsed with sample rows.
  private(set) var isWithSampleRows = true

  /// What was run.
  private(set) var coverage = RehearsalCoverage()

  /// The versions below updates that ran on a reconstructed schema, because no script creates them.
  private(set) var reconstructedVersions: [Int64] = []

  /// The updates that did not run, because not even a reconstructed schema fits them.
  private(set) var looseUpdates: [Int64] = []

  /// The schemas at the ends of the routes that ran to their ends.
  private var lastSchemas: [SchemaSnapshot] = []

  /// What a new update can create again, by the message of the finding: the objects that a database lacks at the end.
  var repairs: [String: Repair] {
    findings.repairs.filter { _, repair in lastSchemas.contains(where: repair.isMissing) }
  }

  /// The messages of findings about objects that a later script created again.
  var repaired: Set<String> {
    lastSchemas.isEmpty ? [] : Set(findings.repairs.keys).subtracting(repairs.keys)
  }

  /// The statements that failed without rows.
  private(set) var failedStatements: Set<SourceSpan> = []

  /// The first error that would stop the migration of a new database.
  private(set) var failure: MigrationFailure.Reason?

  private let rules: [LoadedRule]
  private let syntaxErrors = Set(RuleCatalog.syntaxErrors.map { $0.id })

  /// Rules about statements that fail on sample rows.
  private static let rulesOfFailures: Set = [
    AddNotNullWithoutDefault.id, AddColumnNonConstantDefault.id, DataDependent.id,
    FailsWithRows.id, RunsTooLong.id,
  ]

  /// Rules about what exists. Where a condition is true, something else may exist than in the rehearsal.
  private static let rulesOfExistence: Set = [
    NoEffect.id, IfNotExistsHidesChange.id, DropIfExistsTypo.id,
  ]

  /// The scripts that passed on real rows, by their source files.
  private let realPasses: [ObjectIdentifier: RealPass]

  var observe: RehearsalObserver?

  /// Where the states between the scripts are kept for an editor.
  var memory: RehearsalMemory?

  /// The number of failed statements after which the rest is not checked.
  private let failureLimit: Int

  init(
    settings: BundleSettings, realPasses: [ObjectIdentifier: RealPass] = [:],
    observe: RehearsalObserver? = nil, memory: RehearsalMemory? = nil,
    failureLimit: Int = Rehearsal.manyFailures
  ) {
    self.failureLimit = failureLimit
    findings.correctionLimit = max(findings.correctionLimit, failureLimit)
    self.settings = settings
    self.realPasses = realPasses
    self.observe = observe
    self.memory = memory
    rules = RuleCatalog.rules.map { LoadedRule($0, settings) }
  }

  /// Checks the scripts of a bundle in the order in which a new database runs them.
  ///
  /// - Parameter limit: the version from which on the schema is not known. Only the syntax of these scripts is checked,
  ///   and of those after a script that cannot be read.
  mutating func run(
    _ library: ScriptLibrary, below limit: Int64 = .max
  ) throws(MigrationFailure.Reason) -> [Diagnostic] {
    var (scripts, loose): ([Script], [Script]) = ([], [])
    var isKnown = true
    for file in library.bundle.scripts {
      do throws(MigrationFailure.Reason) {
        let script = try library.script(file)
        isKnown = isKnown && file.kind.version < limit
        if isKnown { scripts.append(script) } else { loose.append(script) }
      } catch {
        // The previous layer reported it.
        isKnown = false
        coverage.notRun.append(.init(script: file.displayName, reason: .unreadable))
      }
    }
    do throws(SQLiteError) {
      return try run(
        scripts, loose: loose, kept: library.keptScript?.script(of: library.bundle))
    } catch {
      throw .database(error, during: .opening)
    }
  }

  /// Checks scripts: the default script, if there is one, and the updates, ascending.
  ///
  /// - Parameters:
  ///   - loose: other updates, whose starting schema is not known.
  ///   - kept: the released default script that the updates continue.
  /// - Throws: `SQLiteError` if SQLite fails outside the scripts, for example without memory.
  mutating func run(
    _ scripts: [Script], loose: [Script] = [], kept: Script? = nil
  ) throws(SQLiteError) -> [Diagnostic] {
    var routes = RehearsalRoutes(scripts, kept: kept)
    let reconstructed = try routes.reconstruct(StandIns(settings))
    reconstructedVersions = reconstructed.map(\.version)
    looseUpdates = routes.loose.map(\.version)
    for (index, route) in routes.whole.enumerated() {
      let stopped = try rehearse(route)
      if index == 0 { failure = stopped }
    }
    // Nobody can correct what was released.
    for start in (kept.map { [$0] } ?? []) + reconstructed {
      findings.filter(from: 0) { $0.span.file !== start.document.source }
    }
    try readLoose(routes.loose + loose)
    return suppressions.apply(to: findings, leveled: leveled)
  }

  /// Checks updates whose starting schema is not known. Only syntax errors are reported.
  private mutating func readLoose(_ scripts: [Script]) throws(SQLiteError) {
    guard !scripts.isEmpty else { return }
    let replay = try ScriptReplay(StandIns(settings))
    for script in scripts {
      coverage.notRun.append(.init(script: script.file.displayName, reason: .unknownSchema))
      replay.database.begin(script)
      defer { replay.database.end(script, commits: true) }
      replay.eachStatement(of: script) { statement in
        guard statement.error?.said.isAboutSyntax ?? false else { return true }
        var statement = statement
        statement.syntaxErrorCause = SyntaxErrorCause(of: statement)
        check([statement])
        return true
      }
    }
  }

  /// Checks scripts in the order in which a new database runs them.
  ///
  /// - Returns: the first error that would stop a migration.
  private mutating func rehearse(
    _ scripts: [Script]
  ) throws(SQLiteError) -> MigrationFailure.Reason? {
    missing = []
    let rehearsal = try Rehearsal(
      of: scripts, StandIns(settings), store: settings.versionStore ?? .table)
    rehearsal.failureLimit = failureLimit
    return try rehearse(scripts, from: 0, on: rehearsal)
  }

  /// Checks the scripts of a route from an index on.
  mutating func rehearse(
    _ scripts: [Script], from first: Int, on rehearsal: Rehearsal
  ) throws(SQLiteError) -> MigrationFailure.Reason? {
    var previous = first > 0 ? scripts[first - 1] : nil
    for (index, script) in scripts.enumerated().dropFirst(first) {
      if let memory {
        if memory.isCancelled { return rehearsal.failure }
        memory.keep(rehearsal, self, before: index, of: scripts, StandIns(settings))
      }
      let start = findings.diagnostics.count
      var statements: [RehearsedStatement] = []
      var rehearsed = try rehearsal.rehearse(script) { statement in
        statements.append(statement)
        if statements.count >= 256 {
          check(statements)
          statements.removeAll(keepingCapacity: true)
        }
      }
      check(statements)
      rehearsed.realPass = realPasses[ObjectIdentifier(script.document.source)]
      if rehearsal.isGivenUp {
        findings.reportGivingUp(in: script, after: failureLimit)
        return rehearsal.failure
      }
      coverage.note(script, isTriedBothWays: !rehearsal.isWithoutRows)
      observe?(rehearsed, previous)
      previous = script
      if rehearsal.isWithoutRows, isWithSampleRows {
        isWithSampleRows = false
        findings.reportWithoutRows(from: script)
      }
      if !script.isTransactional, let first = rehearsed.statements.first {
        findings.rule = "outside-transaction"
        findings.severity = .info
        findings.report(
          "\(script.file.name) runs outside a transaction, so it is not atomic", at: first.span,
          help: "In this script, keep only the statements that cannot run inside a transaction.")
      }
      findings.reportUnusedRowLoss(in: rehearsed)
      findings.reportSchemaConditions(in: rehearsed)
      findings.reportRequirements(in: rehearsed)
      for loaded in rules {
        begin(loaded)
        loaded.rule.check(rehearsed, &findings)
      }
      if let script = rehearsal.unconditional { check(script, since: start) }
    }
    memory?.keep(rehearsal, self, before: scripts.count, of: scripts, StandIns(settings))
    rehearsal.noteTables(in: &coverage)
    if rehearsal.failure == nil { lastSchemas.append(rehearsal.snapshot) }
    return rehearsal.failure
  }

  /// Checks a script as it runs where every `onlyIf` is true. Only findings about the statements that the rehearsal
  /// ruled out are new.
  ///
  /// - Parameter start: the number of findings before the script.
  private mutating func check(_ script: UnconditionalScript, since start: Int) {
    let end = findings.diagnostics.count
    let others = script.otherFailures
    for loaded in rules where !Self.rulesOfExistence.contains(loaded.id) {
      begin(loaded)
      loaded.rule.check(script.script, &findings)
      guard Self.rulesOfFailures.contains(loaded.id) else { continue }
      for failure in others { loaded.rule.check(failure, &findings) }
    }
    let file = script.script.script.document.source
    let ranges = script.ruledOutRanges
    var known = Set(findings.diagnostics[start..<end].map { FindingPlace($0) })
    findings.filter(from: end) { finding in
      guard finding.span.file === file,
        let range = ranges.last(startingUpTo: finding.span.range.lowerBound),
        finding.span.range.upperBound <= range.upperBound
      else { return false }
      return known.insert(FindingPlace(finding)).inserted
    }
  }

  private struct FindingPlace: Hashable {
    var rule: String
    var range: Range<Int>

    init(_ finding: Diagnostic) {
      (rule, range) = (finding.id, finding.span.range)
    }
  }

  private mutating func check(_ statements: [RehearsedStatement]) {
    for statement in statements {
      // A failure cannot be ignored, whichever rule reports it.
      if statement.succeeded {
        suppressions.read(statement)
        findings.allowedRules = suppressions.rules
      }
      if !statement.succeeded { failedStatements.insert(statement.span) }
      if isCascade(statement) || statement.isRestAfterEntity || isRestOfCutList(statement) {
        continue
      }
      // Most rules need these.
      var statement = statement
      statement.knownColumns = statement.columnDefinitions
      let first = findings.diagnostics.count
      var seen = first
      var hasError = false
      for loaded in rules {
        // The full-width comma is the cause, and SQLite's "syntax error" only the consequence.
        if hasError, syntaxErrors.contains(loaded.id) { continue }
        if statement.isQuery, loaded.id == NoEffect.id { continue }
        if statement.isRuledOut, Self.rulesOfExistence.contains(loaded.id) { continue }
        begin(loaded)
        loaded.rule.check(statement, &findings)
        if findings.diagnostics.count == seen { continue }
        hasError = hasError || self.hasError(since: seen)
        seen = findings.diagnostics.count
      }
      // The proof of a correction does not cover conditions.
      if statement.isQuery { findings.removeFixIts(from: first) }
      if !statement.succeeded, !hasError {
        findings.rule = "failed-statement"
        findings.severity = .error
        findings.reportFailure(of: statement)
      }
    }
  }

  private func hasError(since index: Int) -> Bool {
    findings.diagnostics[index...].contains { leveled($0)?.severity == .error }
  }

  private mutating func begin(_ loaded: LoadedRule) {
    findings.rule = loaded.id
    findings.severity = loaded.severity
  }

  /// Whether a statement is the rest of one that “;” or the end of an item cuts.
  private mutating func isRestOfCutList(_ statement: RehearsedStatement) -> Bool {
    let file = ObjectIdentifier(statement.script.document.source)
    if let cutList, cutList.file == file, cutList.rest.contains(statement.range.lowerBound) {
      // The rest of an INSERT.
      return !statement.succeeded || ["SELECT", "VALUES"].contains(statement.word(0))
    }
    cutList = statement.restOfCutList.map { (file, $0) }
    return false
  }

  /// Whether a statement fails only because an earlier one failed.
  private mutating func isCascade(_ statement: RehearsedStatement) -> Bool {
    guard let error = statement.error, statement.denial == nil else {
      if !statement.isRuledOut, let made = statement.createdName ?? statement.renamedTo {
        missing.remove(made.asciiLowercased)
      }
      return false
    }
    let isCascade = error.said.missingName.map(missing.contains) ?? false
    if statement.isRuledOut { return isCascade }
    // The object that it would have created is missing from now on, unless the name exists.
    for name in statement.promisedNames where statement.after[name] == nil {
      missing.insert(name.asciiLowercased)
    }
    return isCascade
  }

  /// The diagnostic with the severity of the settings; nil if they turn it off.
  func leveled(_ diagnostic: Diagnostic) -> Diagnostic? { settings.leveled(diagnostic) }
}

/// A rule, with what is derived from its type. In a class, because each statement goes through all rules, and a reference
/// is cheaper to copy than any of these.
private final class LoadedRule: Sendable {
  let id: String
  let severity: Diagnostic.Severity
  let rule: any Rule

  init(_ type: any Rule.Type, _ settings: BundleSettings) {
    id = type.id
    severity = type.documentation.severity
    rule = type.init(settings: settings)
  }
}
