import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

extension RulePage {
  /// The advice of the finding for the first wrong example; nil if there is none.
  package var advice: String? {
    guard let example = wrong.first else { return nil }
    var files = example
    if !files.contains(where: { $0.name.hasPrefix("sql_") && !$0.name.hasPrefix("sql_update_2") }) {
      files.insert(.init(name: "sql_default", list: []), at: 0)
    }
    var (scripts, settings, lock): ([InMemoryScript], [UInt8]?, [UInt8]?) = ([], nil, nil)
    for file in files {
      let text = file.texts.map(\.text).joined()
      switch file.name {
      case BundleSettings.fileName: settings = Array(text.utf8)
      case ScriptBundle.lockFileName: lock = Array(text.utf8)
      case "sql_default" where file.isList: scripts.append(.default(file.texts.map(\.text)))
      default: scripts.append(file.script)
      }
    }
    let bundle = ScriptBundle(scripts: scripts, settings: settings, lock: lock)
    let found = Validator(ScriptLibrary(bundle)).validate()
    return (found.diagnostics + found.released).first { $0.id == id }?.help
  }
}

extension RulePage.File {
  fileprivate var script: InMemoryScript {
    let digits = name.dropFirst("sql_update_".count)
    if isList, let version = Int64(digits) { return .update(version, texts.map(\.text)) }
    // The text of some files does not matter.
    guard isList else { return .file(named: name, text: texts.map(\.text).joined()) }
    let empty = name.hasSuffix(".json") ? "[]" : name.hasSuffix(".plist") ? Self.emptyList : ""
    return .file(named: name, text: empty)
  }

  private static let emptyList = "<plist version=\"1.0\"><array/></plist>"
}
