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
    let known = stepMarks
    return saved.reduce(into: [:]) { marks, entry in
      let place = ScriptDirectory.path(of: entry.key, in: path)
      marks[entry.key] = known[entry.key] ?? Self.identity(of: place)
    }
  }

  /// The marks of the scripts with steps of their own.
  private var stepMarks: [String: String] {
    saved.reduce(into: [:]) { marks, entry in
      let steps = ownSteps(of: entry.key, entry.value)
        .map { $0.tokens.joined(separator: "\u{1F}") }
      guard !steps.isEmpty else { return }
      marks[entry.key] = SHA256.hexadecimal(of: steps.joined(separator: "\u{1E}").utf8)
    }
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
    // A kill between saving and the next journal leaves changes that are in the files already. That a file is missing
    // says nothing, because most projects lack it.
    let changes = contents.changes
    if changes.contains(where: { $1.after != nil }),
      changes.allSatisfy({ saved[$0.key] == $0.value.after })
    {
      return true
    }
    return changes.contains { name, change in
      [change.before, change.after].contains { $0.map { resembles(name, $0) } ?? false }
    }
  }

  /// Whether a folder has these scripts, or an earlier or later state of them, or no script.
  func isContinued(by other: EditorFolder) -> Bool {
    if other.saved == saved || !other.hasScripts { return true }
    let known = Set(other.stepMarks.values)
    return stepMarks.values.contains { known.contains($0) }
      || saved.contains { other.resembles($0, $1) }
  }

  /// Whether a script of the same version has half of a script's own steps, or more.
  private func resembles(_ name: String, _ bytes: [UInt8]) -> Bool {
    guard let kind = ScriptName(name)?.kind else { return false }
    let wanted = Set(ownSteps(of: name, bytes))
    return !wanted.isEmpty
      && saved.contains { other, bytes in
        ScriptName(other)?.kind == kind
          && wanted.intersection(ownSteps(of: other, bytes)).count * 2 >= wanted.count
      }
  }
}
