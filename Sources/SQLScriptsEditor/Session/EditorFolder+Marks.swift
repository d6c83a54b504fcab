import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsSchema
import SQLScriptsValidation

/// How an editor that starts again knows the scripts for which changes were kept.
extension EditorFolder {
  /// What each script is known by, by file name.
  ///
  /// That is its steps, which are the same in another format or layout. Without steps of its own, it could be that of any
  /// project, like the example of a new one, so it is known by its file. So is a folder without scripts.
  var marks: [String: String] {
    guard !saved.isEmpty else { return ["": Self.identity(of: path)] }
    return Dictionary(
      saved.map { name, bytes in
        let steps = ownSteps(of: name, bytes).map { $0.tokens.joined(separator: "\u{1F}") }
        let mark =
          steps.isEmpty
          ? Self.identity(of: ScriptDirectory.path(of: name, in: path))
          : SHA256.hexadecimal(of: steps.joined(separator: "\u{1E}").utf8)
        return (name, mark)
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func identity(of path: String) -> String { FileTime(path)?.identity ?? "" }

  /// The steps of a script without those of the example that each new project has; none if it cannot be read.
  func ownSteps(of name: String, _ bytes: [UInt8]) -> [CanonicalSQL] {
    steps(of: name, bytes).filter { !$0.tokens.isEmpty && !Self.example.contains($0) }
  }

  private func steps(of name: String, _ bytes: [UInt8]) -> [CanonicalSQL] {
    guard let file = ScriptFile(named: name, bytes), let script = (try? bundle.read(file))?.script
    else { return [] }
    return ListedStatement.all(of: script).map { CanonicalSQL(script.text($0.range)) }
  }

  private static let example: Set<CanonicalSQL> = {
    let (format, name) = (ScriptFile.Format.sql, "sql_default.sql")
    let bytes = Array(ScriptText.default(format).utf8)
    guard let file = ScriptFile(named: name, bytes),
      let script = (try? ScriptBundle(scripts: []).read(file))?.script
    else { return [] }
    return Set(ListedStatement.all(of: script).map { CanonicalSQL(script.text($0.range)) })
  }()

  /// Whether changes belong to these scripts, or to an earlier state of them. If nothing tells, they do not: another
  /// project may have had its folder here.
  func fits(_ contents: JournalContents) -> Bool {
    let known = Set(contents.marks.values)
    if marks.values.contains(where: { !$0.isEmpty && known.contains($0) }) { return true }
    // A kill between saving and the next journal leaves changes that are in the files already.
    // That a file is missing says nothing, because most projects lack it.
    let changes = contents.changes
    if changes.contains(where: { $1.after != nil }),
      changes.allSatisfy({ saved[$0.key] == $0.value.after })
    {
      return true
    }
    return contents.changes.contains { name, change in
      guard let kind = ScriptName(name)?.kind else { return false }
      let versions = [change.before, change.after].compactMap { $0 }
        .map { Set(ownSteps(of: name, $0)) }
      return saved.contains { other, bytes in
        guard ScriptName(other)?.kind == kind else { return false }
        let steps = Set(ownSteps(of: other, bytes))
        return versions.contains { !$0.isEmpty && $0.intersection(steps).count * 2 >= $0.count }
      }
    }
  }
}
