import Foundation

/// A folder with scripts.
struct ScriptFolder {
  let url: URL

  /// The files that affect the result of the validation.
  let inputs: [URL]

  /// The scripts folders among the files and folders of a target, in the order of their paths.
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

  /// The files below a folder, which a target may have as one resource; for any other file, the file itself.
  private static func contents(of url: URL) -> [URL] {
    let values = try? url.resourceValues(forKeys: [.isDirectoryKey])
    guard values?.isDirectory == true else { return [url] }
    let found = FileManager.default.enumerator(
      at: url, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return found?.compactMap { $0 as? URL } ?? []
  }

  /// Whether a file is a script, so that its folder is a scripts folder. Names such as `1_init.sql` only count in a
  /// folder that is called `SQLScripts`. Elsewhere they may belong to another tool.
  private static func isScript(_ url: URL) -> Bool {
    let name = url.lastPathComponent.lowercased()
    let isOurs =
      name.hasPrefix("sql_default") || name.hasPrefix("sql_update")
      || name == "sqlscripts.json"
    let folder = url.deletingLastPathComponent().lastPathComponent
    return isData(name) && (isOurs || folder == "SQLScripts")
  }

  /// Whether a file can affect the result: a script, a misnamed script, settings, or sample rows. The app's source
  /// files may be in the same folder, and do not count.
  private static func isInput(_ name: String) -> Bool {
    let isNearMiss = name.lowercased().hasPrefix("sql") && !name.hasSuffix(".swift")
    return !name.hasPrefix(".") && (isNearMiss || isData(name) || name.hasSuffix(".lock"))
  }

  private static func isData(_ name: String) -> Bool {
    ["plist", "json", "sql"].contains((name as NSString).pathExtension.lowercased())
  }
}
