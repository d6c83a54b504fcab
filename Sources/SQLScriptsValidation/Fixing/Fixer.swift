import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// Corrects the mistakes in a bundle whose correction is certain. It writes no files.
///
/// A corrected script is read and rehearsed again. It counts only if the corrected mistakes are fixed and there is no
/// new error. A statement whose correction causes an error keeps its mistake, and the others are corrected. Then the script
/// must be proved: one that ran before must produce the same schema and rows. One that failed before must run to its end,
/// or fail in its transaction as before. All other bytes stay unchanged.
package struct Fixer {
  /// A script that can be corrected.
  package struct Correction: Sendable {
    package let file: ScriptFile
    package let before: [UInt8]
    package let after: [UInt8]
    /// What is corrected.
    package let diagnostics: [Diagnostic]
  }

  /// A script that has fix-its and stays unchanged, or some statements of it.
  package struct Refusal: Sendable {
    package enum Reason: Sendable, Hashable {
      /// The script is released.
      case released
      /// The correction would cause this new finding.
      case bringsError(Diagnostic)
      /// This finding would remain.
      case leavesFinding(Diagnostic)
      /// The script runs unchanged, and the correction would change its result, in words.
      case changesResult([String])
      /// The corrected script was not reached or failed, in words.
      case notProved(String)
    }

    package let file: ScriptFile
    package let reason: Reason
    /// The number of statements that stay unchanged; nil for the whole script.
    package var statements: Int?

    /// Whether no other correction can change it.
    fileprivate var isFinal: Bool { reason == .released }
  }

  package struct Outcome: Sendable {
    /// In the order in which a new database runs the scripts.
    package var corrections: [Correction] = []
    package var refusals: [Refusal] = []
    /// The validation of the corrected bundle.
    package var validation: Validation

    /// Adds the outcome of the corrected bundle.
    fileprivate mutating func add(_ next: Outcome, in scripts: [ScriptFile]) {
      let byName = { (corrections: [Correction]) in
        Dictionary(corrections.map { ($0.file.name, $0) }, uniquingKeysWith: { $1 })
      }
      let (earlier, later) = (byName(corrections), byName(next.corrections))
      corrections = scripts.compactMap { script in
        guard let last = later[script.name] else { return earlier[script.name] }
        guard let first = earlier[script.name] else { return last }
        return Correction(
          file: first.file, before: first.before, after: last.after,
          diagnostics: first.diagnostics + last.diagnostics)
      }
      (refusals, validation) = (next.refusals, next.validation)
    }
  }

  private let bundle: ScriptBundle
  private let isReleased: (ScriptFile) -> Bool
  private let validate: (_ bundle: ScriptBundle, _ failureLimit: Int) -> Validation

  /// - Parameter isReleased: whether a script is released and must not be changed.
  /// - Parameter validate: validates a bundle, up to a number of failed statements.
  package init(
    _ bundle: ScriptBundle, isReleased: @escaping (ScriptFile) -> Bool = { _ in false },
    validate: @escaping (_ bundle: ScriptBundle, _ failureLimit: Int) -> Validation = {
      Validator(ScriptLibrary($0), failureLimit: $1).validate()
    }
  ) {
    self.bundle = bundle
    self.isReleased = isReleased
    self.validate = validate
  }

  /// A correction may need another script that could not be read before.
  private static let maximumRuns = 8

  /// The corrections. Running it on the result finds nothing more.
  package func run() -> Outcome {
    var outcome = runOnce(on: bundle)
    for _ in 1..<Self.maximumRuns {
      // Only what was refused can still be corrected, and only if another script changed.
      guard !outcome.corrections.isEmpty, outcome.refusals.contains(where: { !$0.isFinal }) else {
        break
      }
      let contents = Dictionary(
        outcome.corrections.map { ($0.file.name, $0.after) }, uniquingKeysWith: { $1 })
      let next = runOnce(on: bundle.replacing(contents))
      guard !next.corrections.isEmpty else { break }
      outcome.add(next, in: bundle.scripts)
    }
    return outcome
  }

  private func runOnce(on bundle: ScriptBundle) -> Outcome {
    var start: [Draft] = []
    for file in bundle.scripts {
      // The validator reports a file that cannot be read.
      guard let source = try? bundle.source(of: file) else { continue }
      var draft = Draft(file: file, source: source, isReleased: isReleased(file))
      draft.correctFormat {
        bundle.read(file, in: $0, maximum: Draft.maximumMistakes).diagnostics
      }
      start.append(draft)
    }
    var result: Corrected
    var rounds = 0
    repeat {
      result = correctStatements(of: &start, in: bundle)
      rounds += 1
    } while prove(&result, in: bundle, &start, keepsStatements: rounds < Self.maximumRuns)
    let errors = result.after.diagnostics.count { $0.severity == .error }
    if max(errors, result.after.failedStatements.count) >= Rehearsal.manyFailures {
      result.after = validate(bundle.replacing(result.drafts.contents), Rehearsal.manyFailures)
    }
    return Outcome(
      corrections: result.drafts.compactMap(\.correction),
      refusals: result.drafts.compactMap(\.refused), validation: result.after)
  }

  private typealias Corrected = (drafts: [Draft], before: Validation, after: Validation)

  /// Reverts corrections that are not proved. If what is left made another statement fail, refuses that too.
  ///
  /// - Returns: whether `start`, the scripts before the correction of their statements, has to be corrected again.
  private func prove(
    _ result: inout Corrected, in bundle: ScriptBundle, _ start: inout [Draft],
    keepsStatements: Bool
  ) -> Bool {
    let divergence = result.after.diagnostics.first { $0.id == "fresh-and-upgraded-differ" }
    // A version that nobody read so far says which updates new databases skip.
    let versioned = divergence.map { _ in
      start.indices.filter { result.drafts[$0].changesVersion }
    }
    if let finding = divergence, let versioned, !versioned.isEmpty {
      for index in versioned { start[index].takeBack(.bringsError(finding)) }
      return true
    }
    guard result.drafts.contains(where: \.isChanged) else { return false }
    if FixProof(bundle).judge(&result.drafts) { return false }
    let limit = Draft.maximumMistakes
    result.after = validate(bundle.replacing(result.drafts.contents), limit)
    return result.drafts.refuseBroken(
      in: &start, before: result.before, after: result.after, keepsStatements: keepsStatements)
  }

  /// Corrects the statements of all readable scripts at once. Scripts that get worse are excluded, and the rest is
  /// tried again.
  private func correctStatements(of drafts: inout [Draft], in bundle: ScriptBundle) -> Corrected {
    // Each validation would otherwise find the next thousand, in twice the time for twice as many.
    let limit = Draft.maximumMistakes
    let before = validate(bundle.replacing(drafts.contents), limit)
    guard before.diagnostics.contains(where: { $0.fixIt != nil }) else {
      return (drafts, before, before)
    }
    while true {
      var corrected = drafts
      var validation = before
      for _ in 0..<Draft.maximumStatementRounds {
        let isChanged = corrected.take(validation.diagnostics)
        guard isChanged else { break }
        validation = validate(bundle.replacing(corrected.contents), limit)
      }
      // Each round of this loop excludes all statements that fail, or a script.
      guard corrected.refuse(in: &drafts, before: before, after: validation) else {
        return (corrected, before, validation)
      }
    }
  }
}
