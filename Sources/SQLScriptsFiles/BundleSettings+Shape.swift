package import SQLScriptsDiagnostics

extension BundleSettings {
  /// The file name of a bundle's settings.
  package static let fileName = "sqlscripts.json"

  /// Converts a parsed `sqlscripts.json` into settings. Mistakes are reported and left out.
  package static func shape(
    _ document: Document
  ) -> (settings: BundleSettings, diagnostics: [Diagnostic]) {
    var shape = BundleSettingsShape(reader: ValueReader(document: document))
    shape.read()
    return (shape.settings, shape.reader.diagnostics)
  }
}

private struct BundleSettingsShape {
  var reader: ValueReader
  var settings = BundleSettings()

  mutating func read() {
    guard let root = reader.document.nodes.first else { return }
    guard root.kind == .dictionary else {
      reader.report(.settingsAreNoDictionary, at: reader.document.span(of: root))
      return
    }
    let entries = reader.entries(of: 0)
    for (key, value) in entries {
      switch SettingsKey(rawValue: reader.text(key)) {
      case .numbering: settings.numbering = reader.choice(value, of: key)
      case .minimumVersion:
        settings.minimumVersion = reader.integer(value, of: key, from: 0)
      case .outOfOrder: settings.outOfOrder = reader.choice(value, of: key) ?? .refuse
      case .targets: readTargets(value, key)
      case .rules:
        for (rule, level) in reader.dictionary(value, of: key) {
          settings.rules[reader.text(rule)] = reader.choice(level, of: rule)
        }
      case .sampleData: settings.sampleData = reader.string(value, of: key)
      case .existingVersionMeans: settings.existingVersionMeans = reader.choice(value, of: key)
      case .versionStore: settings.versionStore = reader.choice(value, of: key)
      case .functions:
        for (signature, expression) in reader.dictionary(value, of: key) {
          settings.functions[reader.text(signature)] = reader.string(expression, of: signature)
        }
      case .collations:
        for (name, collation) in reader.dictionary(value, of: key) {
          settings.collations[reader.text(name)] = reader.choice(collation, of: name)
        }
      case nil where reader.text(key) == "$schema": _ = reader.string(value, of: key)
      case nil: reader.reportUnknown(key, among: SettingsKey.self, present: entries)
      }
    }
  }

  private mutating func readTargets(_ value: Int, _ key: Int) {
    for (platform, version) in reader.dictionary(value, of: key) {
      switch reader.document.nodes[version].kind {
      case .string, .integer, .real:
        settings.targets[reader.text(platform)] = reader.text(version)
      default:
        reader.reportWrongValue(version, of: platform, wanted: "a version such as \"15.0\"")
      }
    }
  }
}
