import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// An update that makes a change which was asked for, rehearsed on sample rows.
package struct GeneratedUpdate: Sendable {
  package enum Refusal: Error, Sendable {
    case generation(Generation.Refusal)
    case authoring(AuthoringError)
    /// The scripts that are there do not run.
    case migration(MigrationFailure)
    case database(SQLiteError)
    /// With the update `validate` finds errors in it.
    case rehearsal([Diagnostic])
  }

  package let fileName: String
  package let text: String
  /// What `validate` has to say about it.
  package let warnings: [Diagnostic]

  /// - Parameters:
  ///   - sentence: what the update is for; nil for words of its own.
  ///   - timestamp: the time as a number, used where the bundle numbers by time.
  package init(
    _ generation: Generation, for sentence: String?, in library: ScriptLibrary,
    settings: BundleSettings, format: ScriptFile.Format?, timestamp: Int64
  ) throws(Refusal) {
    let database: BundleDatabase
    let statements: [String]
    do {
      database = try BundleDatabase(library)
      statements = try generation.statements(for: try database.snapshot())
      let next = try NextUpdate(
        of: library.bundle, settings: settings, latest: database.version,
        for: sentence ?? generation.sentence, format: format, timestamp: timestamp, byTime: false)
      let name = next.fileName
      fileName = name
      var content = ScriptContent(statements)
      content.summary = next.description
      let format = next.format
      text = content.text(format)
      let file = ScriptFile(
        kind: .update(next.version), format: format, name: name, displayName: name,
        content: .bytes(Array(text.utf8)))
      let findings = Validator(ScriptLibrary(library.bundle.adding(file))).validate()
        .diagnostics.filter { $0.span.file.name == name }
      let errors = findings.filter { $0.severity == .error }
      guard errors.isEmpty else { throw Refusal.rehearsal(errors) }
      warnings = findings.filter { $0.severity == .warning }
    } catch let refusal as Refusal {
      throw refusal
    } catch let refusal as Generation.Refusal {
      throw .generation(refusal)
    } catch let error as AuthoringError {
      throw .authoring(error)
    } catch let failure as MigrationFailure {
      throw .migration(failure)
    } catch let error as SQLiteError {
      throw .database(error)
    } catch {
      throw .rehearsal([])
    }
  }
}
