import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// Checks of the settings against the scripts.
extension Validator {
  /// The range of a key or name in the settings; nil if there are no settings.
  func settingsSpan(of name: String) -> SourceSpan? { settingsSpans(of: [name])[name] }

  /// The first ranges of keys or names in the settings; the start of the settings for missing ones; empty if there
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

  /// The rows of “sampleData”: a file with SQL, with its path relative to the scripts folder.
  func sampleRows() throws(RealRows.LoadError) -> RealRows? {
    guard let name = try? library.settings().sampleData,
      case .path(let settings)? = library.bundle.settingsFile
    else { return nil }
    let folder = settings.dropLast(BundleSettings.fileName.utf8.count)
    let path = name.hasPrefix("/") ? name : folder + name
    do throws(ScriptBundleError) {
      return .statements(try ScriptDirectory.source(ofFile: path, name: path))
    } catch {
      throw RealRows.LoadError(message: "“sampleData” in \(BundleSettings.fileName): \(error)")
    }
  }

  /// Versions that no database can have: a minimum above the latest version, which would refuse every database after
  /// the next update, and a version that its store cannot hold (law 4).
  func unreachableVersions(_ settings: BundleSettings, latest: Int64?) -> [Diagnostic] {
    guard let latest else { return [] }
    var found: [Diagnostic] = []
    if let minimum = settings.minimumVersion, minimum > latest,
      let span = settingsSpan(of: SettingsKey.minimumVersion.name)
    {
      found.append(.minimumAboveLatest(minimum, latest, at: span))
    }
    if let store = settings.versionStore, latest > store.greatestVersion,
      let span = settingsSpan(of: SettingsKey.versionStore.name)
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
      "“minimumVersion” is \(minimum), but the latest version is \(latest)", at: span,
      why: "After the next update, every database would be refused as too old.",
      help: "Write a version that users have, at most \(latest).")
  }

  fileprivate static func versionDoesNotFit(
    _ latest: Int64, _ store: VersionStore, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "version-too-large", .error, "\(store) cannot hold version \(latest)", at: span,
      why: "It can hold versions up to \(store.greatestVersion).",
      help: "Write \"versionStore\": \"table\", or number the updates 2, 3, 4.")
  }
}
