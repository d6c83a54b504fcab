import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// What the scripts of a bundle do, in words, with the findings of `validate`. Each script runs once for both.
package struct BundleDescription: Sendable {
  package struct Entry: Sendable {
    package let file: ScriptFile
    /// What it does; nil if it could not be run.
    package let description: ScriptDescription?
    /// The rehearsed script; nil if it could not be run.
    package let rehearsed: RehearsedScript?
    /// Why it could not be run, in words; nil if it was run.
    package let problem: String?
    /// The script whose result it starts from; nil if it starts with nothing, or with a schema that no script creates.
    package let previous: ScriptFile?
    package let isReleased: Bool
    /// All findings in the script.
    package let findings: [Diagnostic]
    /// Those that `validate` sets apart, because the script was released.
    package let pastFindings: Set<Diagnostic>

    /// The findings that `validate` counts.
    package var openFindings: [Diagnostic] { findings.filter { !pastFindings.contains($0) } }

    /// Whether it does not run to its end. What fails only with sample rows counts until it is released, as in `validate`.
    package var fails: Bool {
      guard let rehearsed else { return true }
      return rehearsed.statements.contains { !$0.succeeded }
        || !isReleased && rehearsed.failsOnTypicalRows != nil
    }

    /// The version that it migrates to; nil for a default script that cannot be read.
    package var version: Int64? {
      if let rehearsed { return rehearsed.script.version }
      if case .update(let version) = file.kind { return version }
      return nil
    }

    /// The words in its file name; nil if it has none.
    package var label: String? {
      ScriptName(file.name)?.label?.split { "_- ".contains($0) }.joined(separator: " ")
    }
  }

  package let entries: [Entry]

  /// The result of `validate`.
  package let validation: Validation

  /// The findings that belong to no script.
  package let otherFindings: [Diagnostic]

  /// - Parameter memory: receives the states between the scripts, for an editor.
  package init(
    _ validator: Validator, of library: ScriptLibrary, memory: RehearsalMemory? = nil
  ) {
    var rehearsed: [String: (script: RehearsedScript, previous: ScriptFile?)] = [:]
    let validation = validator.validate(
      { script, previous in
        let name = script.script.file.displayName
        if rehearsed[name] == nil { rehearsed[name] = (script, previous?.file) }
      }, memory: memory)
    let released = validation.releasedFiles
    let all = Dictionary(
      grouping: validation.diagnostics + validation.released, by: \.span.file.name)
    let past = Set(validation.released)
    entries = library.bundle.scripts.map { file in
      let run = rehearsed[file.displayName]
      return Entry(
        file: file, description: run.map { ScriptDescription($0.script) }, rehearsed: run?.script,
        problem: run == nil ? Entry.problem(of: file, in: library) : nil, previous: run?.previous,
        isReleased: released.contains(file.name),
        findings: (all[file.displayName] ?? []).sorted(by: Diagnostic.inReportOrder),
        pastFindings: past)
    }
    let names = Set(entries.map(\.file.displayName))
    otherFindings = validation.diagnostics.filter { !names.contains($0.span.file.name) }
    self.validation = validation
  }
}

extension BundleDescription.Entry {
  /// One script that was edited, checked without those after it.
  package init(
    _ file: ScriptFile, _ validator: Validator, _ memory: RehearsalMemory, isReleased: Bool
  ) {
    var run: (script: RehearsedScript, previous: ScriptFile?)?
    let found = validator.check(file, memory) { run = ($0, $1?.file) }
    self.init(
      file: file, description: run.map { ScriptDescription($0.script) }, rehearsed: run?.script,
      problem: run == nil ? Self.problem(of: file, in: validator.library) : nil,
      previous: run?.previous, isReleased: isReleased, findings: found,
      pastFindings: isReleased ? Set(found) : [])
  }

  /// Why a script could not be run. One that cannot be read stops all that follow.
  fileprivate static func problem(of file: ScriptFile, in library: ScriptLibrary) -> String {
    let scripts = library.bundle.allScripts
    let isUnreadable = { (script: ScriptFile) in (try? library.script(script)) == nil }
    if isUnreadable(file) { return "could not be run, because of an error in it" }
    let cause = scripts.prefix { $0.name != file.name }.first(where: isUnreadable)
    return "could not be run, because of an error in \(cause?.name ?? "the scripts folder")"
  }
}
