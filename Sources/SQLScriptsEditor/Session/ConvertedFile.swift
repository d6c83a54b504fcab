import SQLScriptsAuthoring
import SQLScriptsFiles

/// A script in another format.
struct ConvertedFile: Sendable, Hashable {
  let file: String
  let name: String
  let bytes: [UInt8]

  private init?(_ script: ScriptFile, to format: ScriptFile.Format) {
    guard var name = ScriptName(script.name),
      let bytes = Conversion.bytes(of: script, in: format)
    else { return nil }
    name.format = format
    (file, self.name, self.bytes) = (script.name, name.canonicalFileName, bytes)
  }

  /// What gives all scripts of two formats the same one: that of the first script, or the other one if users have that
  /// script. Empty if users have scripts of both, or if a script cannot be converted.
  static func all(in bundle: ScriptBundle, _ released: ReleasedFiles) -> [Suggestion] {
    let scripts = bundle.scripts.filter { $0.format != .sql }
    guard let first = scripts.first?.format else { return [] }
    for format in [first, first == .json ? .plist : .json] {
      let others = scripts.filter { $0.format != format }
      let files = others.compactMap { ConvertedFile($0, to: format) }
      guard !others.contains(where: { released.locked.contains($0.name) }),
        files.count == others.count, !files.isEmpty
      else { continue }
      return [.convert(files, to: format)]
    }
    return []
  }
}
