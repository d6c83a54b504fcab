import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// Corrects the scripts of a bundle where it is certain what is meant, and writes nothing itself.
///
/// A corrected script is read and rehearsed again: it counts only if what was to be corrected has gone
/// and no new error has come. Then it must be proved: a script that ran before leaves the same schema and
/// the same rows behind, and one that did not runs to its end. All bytes that no fix-it names stay as they
/// are.
package struct Fixer {
  /// A script that can be corrected.
  package struct Correction: Sendable {
    package let file: ScriptFile
    package let before: [UInt8]
    package let after: [UInt8]
    /// What is corrected.
    package let diagnostics: [Diagnostic]
  }

  /// A script that has fix-its and stays as it is.
  package struct Refusal: Sendable {
    package enum Reason: Sendable, Hashable {
      /// Users have it already.
      case released
      /// This would be there afterwards, and was not there before.
      case bringsError(Diagnostic)
      /// This would still be there.
      case leavesFinding(Diagnostic)
      /// The script runs as it is, and would leave something else behind: what, in words.
      case changesResult([String])
      /// The corrected script was not reached or failed: where it stopped, in words.
      case notProved(String)
    }

    package let file: ScriptFile
    package let reason: Reason
  }

  package struct Outcome: Sendable {
    /// In the order in which a new database gets the scripts.
    package var corrections: [Correction] = []
    package var refusals: [Refusal] = []
    /// What the corrected bundle is found to be.
    package var validation: Validation
  }

  private let bundle: ScriptBundle
  private let isReleased: (ScriptFile) -> Bool
  private let validate: (ScriptBundle) -> Validation

  /// - Parameter isReleased: whether users may have a script, which then is never touched.
  /// - Parameter validate: how the bundle is judged.
  package init(
    _ bundle: ScriptBundle, isReleased: @escaping (ScriptFile) -> Bool = { _ in false },
    validate: @escaping (ScriptBundle) -> Validation = { Validator(ScriptLibrary($0)).validate() }
  ) {
    self.bundle = bundle
    self.isReleased = isReleased
    self.validate = validate
  }

  /// What can be corrected. To run it on the result finds nothing more.
  package func run() -> Outcome {
    var drafts: [Draft] = []
    for file in bundle.scripts {
      // A file that cannot be read is a finding of the validator.
      guard let source = try? bundle.source(of: file) else { continue }
      var draft = Draft(file: file, source: source, isReleased: isReleased(file))
      draft.correctFormat(in: bundle)
      drafts.append(draft)
    }
    var validation = correctStatements(of: &drafts)
    if drafts.contains(where: \.isChanged), !FixProof(bundle).judge(&drafts) {
      validation = validate(bundle.replacing(drafts.contents))
    }
    return Outcome(
      corrections: drafts.compactMap(\.correction), refusals: drafts.compactMap(\.refused),
      validation: validation)
  }

  /// Corrects what stands in scripts that can be read, all of them at once. Those that are worse
  /// afterwards are taken out, and the rest is tried again.
  private func correctStatements(of drafts: inout [Draft]) -> Validation {
    let before = validate(bundle.replacing(drafts.contents))
    guard before.diagnostics.contains(where: { $0.fixIt != nil }) else { return before }
    while true {
      var corrected = drafts
      var validation = before
      for _ in 0..<Draft.maximumStatementRounds {
        let isChanged = corrected.take(validation.diagnostics)
        guard isChanged else { break }
        validation = validate(bundle.replacing(corrected.contents))
      }
      // Each round of this loop leaves at least one script out.
      guard corrected.refuse(in: &drafts, before: before, after: validation) else {
        drafts = corrected
        return validation
      }
    }
  }
}
