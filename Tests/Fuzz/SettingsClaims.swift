import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// Properties of every settings file.
enum SettingsClaims {
  /// Settings that were already validated, because that takes much longer than reading settings.
  nonisolated(unsafe) private static var validated: Set<BundleSettings> = []

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
    // With a mistake in the settings, no script is rehearsed.
    if validated.count > 100_000 { validated.removeAll() }
    guard diagnostics.hasErrors || validated.insert(gist(of: settings)).inserted else { return }
    let validation = Validator(ScriptLibrary(bundle)).validate()
    let scripts = bundle.scripts.compactMap { try? bundle.source(of: $0) }
    ShownClaims.hold(validation.diagnostics, in: [source] + scripts)
    claim(
      !diagnostics.hasErrors || validation.diagnostics.hasErrors,
      "a mistake in the settings is a finding")
  }

  /// The part of settings that affects scripts. Settings with the same effect have the same.
  private static func gist(of settings: BundleSettings) -> BundleSettings {
    var gist = settings
    gist.minimumVersion = settings.minimumVersion.map { min($0, 6) }
    gist.sampleData = settings.sampleData.map(rarities)
    gist.rules = Dictionary(
      settings.rules.map { (rules.contains($0) ? $0 : rarities(of: $0), $1) },
      uniquingKeysWith: { $1 })
    return gist
  }

  private static let rules = Set(RulePage.all.map(\.id))

  /// The characters of a name that are shown in a special way.
  private static func rarities(of name: String) -> String {
    String(name.unicodeScalars.filter { !("a"..."z").contains($0) })
  }
}
