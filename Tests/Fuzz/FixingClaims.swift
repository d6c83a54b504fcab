import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// Properties of every script that is corrected.
enum FixingClaims {
  /// Scripts that were already rehearsed, because that takes much longer than correcting the file.
  nonisolated(unsafe) private static var rehearsed: Set<ScriptContent> = []

  static func hold(_ bytes: [UInt8], _ format: ScriptFile.Format) {
    let name = "sql_update_2.\(format.rawValue)"
    let bundle = ScriptBundle(scripts: [
      .default(["CREATE TABLE a (b)"]), .file(named: name, bytes: bytes),
    ])
    guard let file = bundle.updates.first else { return claim(false, "the update is there") }
    let read = corrects(file, in: bundle, by: Self.read)
    // With a mistake in its format, no statement of a file is checked.
    guard let read, !read.diagnostics.hasErrors, let script = read.script else { return }
    if rehearsed.count > 100_000 { rehearsed.removeAll() }
    guard rehearsed.insert(ScriptContent(script)).inserted else { return }
    corrects(file, in: bundle) { Validator(ScriptLibrary($0)).validate() }
  }

  /// Checks the format of the scripts only.
  private static func read(_ bundle: ScriptBundle) -> Validation {
    var validation = Validation(scripts: bundle.scripts.map(\.displayName))
    validation.diagnostics = bundle.scripts.flatMap { (try? bundle.read($0))?.diagnostics ?? [] }
    return validation
  }

  /// Corrects a script, and checks the result.
  ///
  /// - Returns: the script afterwards; nil if it does not exist any more.
  @discardableResult
  private static func corrects(
    _ file: ScriptFile, in bundle: ScriptBundle, by judge: @escaping (ScriptBundle) -> Validation
  ) -> (script: Script?, diagnostics: [Diagnostic])? {
    let outcome = Fixer(bundle, validate: { bundle, _ in judge(bundle) }).run()
    let sources = bundle.scripts.compactMap { try? bundle.source(of: $0) }
    let contents = Dictionary(
      outcome.corrections.map { ($0.file.name, $0.after) }, uniquingKeysWith: { $1 })
    let fixed = bundle.replacing(contents)
    let fixedSources = fixed.scripts.compactMap { try? fixed.source(of: $0) }
    ShownClaims.hold(outcome.validation.diagnostics, in: fixedSources)
    for refusal in outcome.refusals {
      if case .bringsError(let diagnostic) = refusal.reason {
        ShownClaims.hold([diagnostic], in: [diagnostic.span.file])
      }
    }
    guard let old = sources.last, let new = fixedSources.last else { return nil }
    guard let correction = outcome.corrections.first else { return bundle.read(file, in: new) }
    let before = Array(old.bytes)
    claim(correction.file == file && correction.before == before, "only the update is corrected")
    claim(
      correction.after != before && !correction.diagnostics.isEmpty, "a correction says what")
    let read = keeps(file, in: bundle, before: old, after: new)
    // A time limit does not give the same result twice.
    let isTimed = outcome.validation.diagnostics.contains { $0.id == "runs-too-long" }
    guard !isTimed else { return read }
    let again = Fixer(fixed, validate: { bundle, _ in judge(bundle) }).run()
    claim(again.corrections.isEmpty, "what is corrected stays so")
    claim(
      again.validation.diagnostics == outcome.validation.diagnostics,
      "what is said of a corrected bundle is what is found in it")
    return read
  }

  /// Checks that no readable statement is lost, and that a readable file stays readable.
  private static func keeps(
    _ file: ScriptFile, in bundle: ScriptBundle, before old: SourceFile, after new: SourceFile
  ) -> (script: Script?, diagnostics: [Diagnostic]) {
    let (script, diagnostics) = bundle.read(file, in: old)
    let read = bundle.read(file, in: new)
    claim(!read.diagnostics.hasErrors || diagnostics.hasErrors, "a sound file stays sound")
    guard let script else { return read }
    guard let fixed = read.script else {
      claim(false, "what could be read still can be")
      return read
    }
    claim(fixed.items.count >= script.items.count, "no statement is lost")
    claim(fixed.verify.count >= script.verify.count, "no check is lost")
    claim(
      diagnostics.hasErrors || fixed.isTransactional == script.isTransactional,
      "a correction changes no key")
    return read
  }
}
