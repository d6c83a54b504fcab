import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// An update that makes the requested change and no other, proved on sample rows.
package struct GeneratedUpdate: Sendable {
  package enum Refusal: Error, Sendable {
    case generation(Generation.Refusal)
    case authoring(AuthoringError)
    /// The existing scripts fail.
    case migration(MigrationFailure)
    /// The update fails on sample rows.
    case trial(MigrationFailure)
    case database(SQLiteError)
    /// `validate` finds errors in the bundle with the update.
    case rehearsal([Diagnostic])
    /// The update would change more than requested: the other changes, as text.
    case changesMore([String])
  }

  package let fileName: String
  package let text: String
  /// The findings of `validate` about it.
  package let warnings: [Diagnostic]

  /// - Parameters:
  ///   - sentence: the description of the update; nil for a generated one.
  ///   - timestamp: the time as a number, used if the bundle has timestamp numbering.
  package init(
    _ generation: Generation, for sentence: String?, in library: ScriptLibrary,
    settings: BundleSettings, format: ScriptFile.Format?, timestamp: Int64
  ) throws(Refusal) {
    do {
      let database = try BundleDatabase(library, library.standIns)
      let schema = try WantedUpdate.snapshot(of: database.connection)
      let statements = try generation.statements(for: schema)
      let next = try NextUpdate(
        of: library.bundle, settings: settings, latest: database.version,
        for: sentence ?? generation.sentence, format: format, timestamp: timestamp, byTime: false)
      var trial = UpdateTrial(ScriptContent(statements), of: next, in: library)
      if trial.errors.contains(where: { $0.id == ColumnInUse.id }),
        let statements = try generation.rebuildingStatements(for: schema)
      {
        trial = UpdateTrial(ScriptContent(statements), of: next, in: library)
      }
      guard trial.errors.isEmpty else { throw Refusal.rehearsal(trial.errors) }
      let table = try Generation.table(generation.table, in: schema)
      let proof = try GenerationProof(generation, of: table, in: database, library.standIns)
      let differences: [String]
      do {
        differences = try proof.differences(after: trial.library)
      } catch let failure as MigrationFailure {
        throw Refusal.trial(failure)
      }
      guard differences.isEmpty else { throw Refusal.changesMore(differences) }
      fileName = next.fileName
      text = trial.text
      warnings = trial.warnings
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
