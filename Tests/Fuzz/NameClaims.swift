import SQLScriptsDiagnostics
import SQLScriptsFiles
import TestSupport

/// Properties of any file names.
enum NameClaims {
  static func hold(_ bytes: [UInt8]) {
    let names = bytes.split(separator: 0).prefix(20).map { String(decoding: $0, as: UTF8.self) }
    for name in names {
      guard let script = ScriptName(name) else { continue }
      claim(
        ScriptName(script.canonicalFileName) == script,
        "a script's name, as it should be written, is the name of that script: \(name)")
    }
    let memory = ScriptBundle(scripts: names.map { .file(named: $0, text: "SELECT 1;") })
    hold(memory)
    // In a folder, names are unique and contain no slash.
    let files = Set(names.filter { !$0.contains("/") && $0.utf8.count < 256 })
      .subtracting([".", "..", BundleSettings.fileName, ScriptBundle.lockFileName])
    listing(files)
  }

  private static func hold(_ bundle: ScriptBundle) {
    let diagnostics = bundle.diagnostics
    claim(diagnostics == bundle.diagnostics, "names are judged alike twice")
    ShownClaims.hold(diagnostics, in: [])
    let versions = bundle.updateVersions
    claim(zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 }, "updates ascend")
    for version in [nil, 1, Int64.max] {
      let gaps = bundle.gapDiagnostics(defaultVersion: version, settings: BundleSettings())
      ShownClaims.hold(gaps, in: [])
    }
  }

  /// Exactly the scripts that were put into a folder are found.
  private static func listing(_ names: Set<String>) {
    guard let folder = try? TemporaryFolder(in: "/dev/shm") else {
      return claim(false, "a folder is created")
    }
    defer { withExtendedLifetime(folder) {} }
    for name in names { try? folder.write("SELECT 1;", to: name) }
    guard let bundle = try? ScriptBundle(directory: folder.path) else {
      return claim(false, "a folder is listed")
    }
    let scripts = bundle.scripts + bundle.duplicates.map(\.file)
    claim(
      Set(scripts.map(\.name)) == names.filter { ScriptName($0) != nil },
      "the scripts of a folder are those whose names say so")
    hold(bundle)
    for file in scripts {
      guard let read = try? bundle.read(file) else { return claim(false, "a script is read") }
      ShownClaims.hold(
        read.diagnostics, in: [SourceFile(name: file.displayName, bytes: Array("SELECT 1;".utf8))])
    }
  }
}
