import SQLScripts
import SQLScriptsDescription
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

extension EditorSession {
  /// Both files of one version, so that people can decide which of them to keep.
  func rivals(_ name: EditorEdit.FindingName) throws(EditorProblem) -> JSONText {
    guard let check else { throw .malformed }
    let finding = try finding(name, in: nil)
    guard
      case .duplicateVersion(_, let first)? = Suggestion.nameMistake(of: finding, check.library)
    else { throw .noFinding }
    let names = [first.file.name, finding.span.file.name]
    let offered = check.suggestions(for: finding, in: nil)
    let files = names.map { file -> JSONText in
      let choices = offered.indices.filter { offered[$0].file == file }
      return .object(
        [
          .init("file", .string(file)), .init("released", .bool(folder.locked.contains(file))),
          .init(
            "choices",
            .array(
              choices.map { ["choice": .int($0), "text": .string(offered[$0].message)] })),
        ] + contents(of: file, without: Set(names).subtracting([file])))
    }
    return ["files": .array(files)]
  }

  /// What a script would do if its rivals did not exist.
  private func contents(of name: String, without rivals: Set<String>) -> [JSONText.Member] {
    let bundle = folder.bundle(history.present.filter { !rivals.contains($0.key) })
    let file = bundle.scripts.first { $0.name == name }
    let reading = file.flatMap { try? bundle.read($0) }
    let script = reading?.script
    let isRead = reading?.diagnostics.contains { $0.severity == .error } == false
    let entry = file.flatMap { file in
      check.map { check in
        BundleDescription.Entry(
          file, Validator(ScriptLibrary(bundle, sharing: check.library)), memory, isReleased: false)
      }
    }
    let statements = script.map { script in
      ListedStatement.all(of: script).map { JSONText.string(script.text($0.range)) }
    }
    return [
      .init("description", .string(script?.summary)),
      .init("sentences", .array((entry?.description?.sentences ?? []).map(\.json))),
      .init("items", .array(statements ?? [])), .init("isRead", .bool(isRead)),
    ]
  }
}
