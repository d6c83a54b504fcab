import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// An update together with the existing scripts, validated.
struct UpdateTrial {
  let text: String
  let library: ScriptLibrary
  let errors: [Diagnostic]
  let warnings: [Diagnostic]

  init(_ content: ScriptContent, of next: NextUpdate, in library: ScriptLibrary) {
    let name = next.fileName
    var content = content
    content.summary = next.description
    text = content.text(next.format)
    let file = ScriptFile(
      kind: .update(next.version), format: next.format, name: name, displayName: name,
      content: .bytes(Array(text.utf8)))
    self.library = ScriptLibrary(library.bundle.adding(file))
    let findings = Validator(self.library).validate()
      .diagnostics.filter { $0.span.file.name == name }
    errors = findings.filter { $0.severity == .error }
    warnings = findings.filter { $0.severity == .warning }
  }
}
