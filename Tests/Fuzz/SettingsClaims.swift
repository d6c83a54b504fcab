import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// What holds of every settings file.
enum SettingsClaims {
  static func hold(_ bytes: [UInt8]) {
    let bundle = ScriptBundle(
      scripts: [
        .default(["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"], version: 2),
        .update(2, ["ALTER TABLE user ADD COLUMN name TEXT"]), .update(4, []),
      ], settings: bytes)
    guard let (settings, diagnostics) = try? bundle.settings(),
      let document = try? bundle.settingsDocument()?.document
    else { return claim(false, "settings in memory are read") }
    let source = document.source
    ShownClaims.hold(diagnostics, in: [source])
    let again = try? bundle.settings()
    claim(again?.settings == settings, "settings are read alike twice")
    claim(again?.diagnostics == diagnostics, "settings are read alike twice: findings")
    ShownClaims.hold(Targets.reading(document).diagnostics, in: [source])
    ShownClaims.hold(bundle.gapDiagnostics(defaultVersion: 2, settings: settings), in: [source])
    let validation = Validator(ScriptLibrary(bundle)).validate()
    let scripts = bundle.scripts.compactMap { try? bundle.source(of: $0) }
    ShownClaims.hold(validation.diagnostics, in: [source] + scripts)
    claim(
      !diagnostics.hasErrors || validation.diagnostics.hasErrors,
      "a mistake in the settings is a finding")
  }
}
