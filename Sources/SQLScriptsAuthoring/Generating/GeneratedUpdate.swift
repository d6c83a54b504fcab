import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// An update that was validated together with the existing scripts.
package struct GeneratedUpdate: Sendable {
  package enum Refusal: Error, Sendable {
    case authoring(AuthoringError)
    /// The existing scripts fail.
    case migration(MigrationFailure)
    /// The update fails on sample rows.
    case trial(MigrationFailure)
    case database(SQLiteError)
    /// `validate` finds errors in the bundle with the update.
    case rehearsal([Diagnostic])
  }

  package let fileName: String
  package let text: String
  /// The findings of `validate` about it.
  package let warnings: [Diagnostic]

  /// The update that creates again what released scripts dropped by mistake.
  ///
  /// - Returns: nil if there is nothing to repair.
  package static func repairing(
    _ library: ScriptLibrary, for sentence: String?, settings: BundleSettings,
    format: ScriptFile.Format?, timestamp: Int64
  ) throws(Refusal) -> GeneratedUpdate? {
    let repairs = Validator(library).validate().repairs
    guard !repairs.isEmpty else { return nil }
    let names = repairs.map(\.name)
    do {
      let next = try NextUpdate(
        of: library.bundle, settings: settings,
        latest: try BundleDatabase(library, library.standIns).version,
        for: sentence ?? "create \(names.prefix(3).joined(separator: " ")) again", format: format,
        timestamp: timestamp, byTime: false)
      let trial = UpdateTrial(ScriptContent(repairs.map(\.sql)), of: next, in: library)
      guard trial.errors.isEmpty else { throw Refusal.rehearsal(trial.errors) }
      return GeneratedUpdate(fileName: next.fileName, text: trial.text, warnings: trial.warnings)
    } catch let refusal as Refusal {
      throw refusal
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

  init(fileName: String, text: String, warnings: [Diagnostic]) {
    self.fileName = fileName
    self.text = text
    self.warnings = warnings
  }
}
