import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// What holds of every script that is corrected.
enum FixingClaims {
  static func hold(_ bytes: [UInt8], _ format: ScriptFile.Format) {
    let name = "sql_update_2.\(format.rawValue)"
    let bundle = ScriptBundle(scripts: [
      .default([
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER)",
        "CREATE TABLE post (id INTEGER PRIMARY KEY, user_id REFERENCES user)",
        "CREATE INDEX post_user ON post (user_id)",
      ]), .file(named: name, bytes: bytes),
    ])
    guard let file = bundle.updates.first else { return claim(false, "the update is there") }
    let outcome = Fixer(bundle).run()
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
    guard let correction = outcome.corrections.first else { return }
    claim(correction.file == file && correction.before == bytes, "only the update is corrected")
    claim(correction.after != bytes && !correction.diagnostics.isEmpty, "a correction says what")
    keeps(file, in: bundle, before: sources, after: fixedSources)
    // How long a statement takes is not the same twice.
    let isTimed = outcome.validation.diagnostics.contains { $0.id == "runs-too-long" }
    guard !isTimed else { return }
    let again = Fixer(fixed).run()
    claim(again.corrections.isEmpty, "what is corrected stays so")
    claim(
      again.validation.diagnostics == outcome.validation.diagnostics,
      "what is said of a corrected bundle is what is found in it")
  }

  /// No statement that could be read is lost, and a file that could be read can be.
  private static func keeps(
    _ file: ScriptFile, in bundle: ScriptBundle, before: [SourceFile], after: [SourceFile]
  ) {
    guard let old = before.last, let new = after.last else { return }
    let (script, diagnostics) = bundle.read(file, in: old)
    let read = bundle.read(file, in: new)
    claim(!read.diagnostics.hasErrors || diagnostics.hasErrors, "a sound file stays sound")
    guard let script else { return }
    guard let fixed = read.script else { return claim(false, "what could be read still can be") }
    claim(fixed.items.count >= script.items.count, "no statement is lost")
    claim(fixed.verify.count >= script.verify.count, "no check is lost")
    claim(
      diagnostics.hasErrors || fixed.isTransactional == script.isTransactional,
      "a correction changes no key")
  }
}
