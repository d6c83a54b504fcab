import Foundation

/// A folder with scripts: a bundle.
struct ScriptFolder {
  let url: URL

  /// The files on which the verdict about the bundle depends.
  let inputs: [URL]

  /// The bundles among the files and folders of a target, in the order of their paths.
  static func all(in files: [URL]) -> [ScriptFolder] {
    let scripts = files.flatMap(contents).filter(isScript)
    let folders = Set(scripts.map { $0.deletingLastPathComponent().standardizedFileURL.path })
    return folders.sorted().map { path in
      let url = URL(fileURLWithPath: path, isDirectory: true)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return ScriptFolder(
        url: url, inputs: names.filter(isInput).sorted().map(url.appendingPathComponent))
    }
  }

  /// The files below a folder, which a target may have as one resource; any other file itself.
  private static func contents(of url: URL) -> [URL] {
    let values = try? url.resourceValues(forKeys: [.isDirectoryKey])
    guard values?.isDirectory == true else { return [url] }
    let found = FileManager.default.enumerator(
      at: url, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return found?.compactMap { $0 as? URL } ?? []
  }

  /// Whether a file makes a bundle of its folder. Names such as `1_init.sql` do so only in a folder
  /// that is called `SQLScripts`: any other may belong to another tool.
  private static func isScript(_ url: URL) -> Bool {
    let name = url.lastPathComponent.lowercased()
    let isOurs =
      name.hasPrefix("sql_default") || name.hasPrefix("sql_update")
      || name == "sqlscripts.json"
    let folder = url.deletingLastPathComponent().lastPathComponent
    return isData(name) && (isOurs || folder == "SQLScripts")
  }

  /// Whether a file can change the verdict: a script, a near miss of one, settings, sample rows. The
  /// sources of the app may lie in the same folder, and are none of it.
  private static func isInput(_ name: String) -> Bool {
    let isNearMiss = name.lowercased().hasPrefix("sql") && !name.hasSuffix(".swift")
    return !name.hasPrefix(".") && (isNearMiss || isData(name) || name.hasSuffix(".lock"))
  }

  private static func isData(_ name: String) -> Bool {
    ["plist", "json", "sql"].contains((name as NSString).pathExtension.lowercased())
  }
}
