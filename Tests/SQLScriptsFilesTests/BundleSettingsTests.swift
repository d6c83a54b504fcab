import SQLScriptsDiagnostics
import Testing

@testable import SQLScriptsFiles

struct BundleSettingsTests {
  @Test func `every key is read`() throws {
    let (settings, diagnostics) = try read(
      #"""
      { "numbering": "timestamp", "minimumVersion": 4, "outOfOrder": "apply",
        "targets": { "iOS": "15.0", "android": 30 },
        "rules": { "drop-table": "off", "smart-quotes": "warning" },
        "sampleData": "samples.json", "existingVersionMeans": "nextStep",
        "versionStore": "userVersion" }
      """#)
    #expect(diagnostics.isEmpty)
    #expect(settings.numbering == .timestamp && settings.minimumVersion == 4)
    #expect(settings.outOfOrder == .apply && settings.sampleData == "samples.json")
    #expect(settings.targets == ["iOS": "15.0", "android": "30"])
    #expect(settings.rules == ["drop-table": .off, "smart-quotes": .warning])
    #expect(settings.existingVersionMeans == .nextStep && settings.versionStore == .userVersion)
  }

  @Test(arguments: [
    ("[]", "wrong-root"), (#"{"numbring": "timestamp"}"#, "unknown-key"),
    (#"{"numbering": "random"}"#, "wrong-value-type"),
    (#"{"versionStore": "user-version"}"#, "wrong-value-type"),
    (#"{"minimumVersion": "3"}"#, "wrong-value-type"),
    (#"{"minimumVersion": -1}"#, "wrong-value-type"),
    (#"{"minimumVersion": 1.5}"#, "wrong-value-type"),
    (#"{"minimumVersion": 9223372036854775808}"#, "wrong-value-type"),
    (#"{"targets": {"iOS": []}}"#, "wrong-value-type"),
    (#"{"rules": {"a": "loud"}}"#, "wrong-value-type"), (#"{"rules": []}"#, "wrong-value-type"),
  ])
  func `an invalid value of a setting is an error`(text: String, id: String) throws {
    let (settings, diagnostics) = try read(text)
    #expect(settings == BundleSettings())
    #expect(diagnostics.map(\.id) == [id])
  }

  private func read(
    _ text: String
  ) throws -> (settings: BundleSettings, diagnostics: [Diagnostic]) {
    try ScriptBundle(scripts: [], settings: Array(text.utf8)).settings()
  }
}
