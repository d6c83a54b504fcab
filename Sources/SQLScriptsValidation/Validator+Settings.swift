import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// What the settings say that the scripts do not keep.
extension Validator {
  /// Where a key or a name stands in the settings; nil if there are none.
  func settingsSpan(of name: String) -> SourceSpan? { settingsSpans(of: [name])[name] }

  /// Where keys or names stand in the settings first; at their beginning what stands nowhere, and nothing if there
  /// are no settings.
  func settingsSpans(of names: some Collection<String>) -> [String: SourceSpan] {
    guard let document = try? library.bundle.settingsDocument()?.document else { return [:] }
    let start = SourceSpan(file: document.source, range: 0..<0)
    var spans = Dictionary(names.map { ($0, start) }) { first, _ in first }
    for node in document.nodes.reversed() where node.kind == .string {
      let name = document.string(of: node)
      if spans[name] != nil { spans[name] = document.span(of: node) }
    }
    return spans
  }

  /// The rows that “sampleData” names: a file with SQL, its path seen from the folder of the scripts.
  func sampleRows() throws(RealRows.Unusable) -> RealRows? {
    guard let name = try? library.settings().sampleData,
      case .path(let settings)? = library.bundle.settingsFile
    else { return nil }
    let folder = settings.dropLast(BundleSettings.fileName.utf8.count)
    let path = name.hasPrefix("/") ? name : folder + name
    do throws(ScriptBundleError) {
      return .statements(try ScriptDirectory.source(ofFile: path, name: path))
    } catch {
      throw RealRows.Unusable(message: "“sampleData” in \(BundleSettings.fileName): \(error)")
    }
  }

  /// Versions that no database can have: a minimum above what the scripts make, which refuses every database
  /// as soon as there is another update, and a number that its store cannot hold (law 4).
  func unreachableVersions(_ settings: BundleSettings, latest: Int64?) -> [Diagnostic] {
    guard let latest else { return [] }
    var found: [Diagnostic] = []
    if let minimum = settings.minimumVersion, minimum > latest,
      let span = settingsSpan(of: SettingsKey.minimumVersion.name)
    {
      found.append(.minimumAboveLatest(minimum, latest, at: span))
    }
    if let store = settings.versionStore.flatMap({ VersionStore(rawValue: $0.rawValue) }),
      latest > store.greatestVersion, let span = settingsSpan(of: SettingsKey.versionStore.name)
    {
      found.append(.versionDoesNotFit(latest, store, at: span))
    }
    return found
  }
}

extension Diagnostic {
  fileprivate static func minimumAboveLatest(
    _ minimum: Int64, _ latest: Int64, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "minimum-above-latest", .error,
      "“minimumVersion” is \(minimum), but these scripts only lead to version \(latest)", at: span,
      why: "With the next update, every database would be refused as too old.",
      help: "Write a version that users have: \(latest) at most.")
  }

  fileprivate static func versionDoesNotFit(
    _ latest: Int64, _ store: VersionStore, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "version-too-large", .error, "\(store) cannot hold version \(latest)", at: span,
      why: "It holds numbers up to \(store.greatestVersion).",
      help: "Write \"versionStore\": \"table\", or number the updates 2, 3, 4.")
  }
}
