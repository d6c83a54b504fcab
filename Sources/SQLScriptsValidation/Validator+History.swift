import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// The layers that check databases of older versions.
extension Validator {
  /// A new database must have the same schema and script rows as a migrated one.
  func compareWays(_ validation: inout Validation) {
    guard !validation.isWithoutSettings, !library.bundle.diagnostics.hasErrors else { return }
    let (scripts, unreadable) = readScripts()
    guard unreadable.isEmpty, let defaultScript = scripts.first, defaultScript.file.kind == .default
    else { return }
    do throws(MigrationFailure.Reason) {
      let settings = try settings()
      do throws(SQLiteError) {
        switch try Divergence.check(
          defaultScript: defaultScript, updates: Array(scripts.dropFirst()),
          kept: library.keptScript?.script(of: library.bundle), StandIns(settings))
        {
        case .same(let version): validation.comparedVersion = version
        case .different(let diagnostic):
          let start = validation.diagnostics.count
          validation.diagnostics += settings.judged(diagnostic).map { [$0] } ?? []
          validation.setReleasedApart(from: start)
        case .oneWay, .unknown: break
        }
      } catch {
        throw .database(error, during: .opening)
      }
    } catch {
      validation.diagnostics += error.diagnostics(at: defaultScript.file)
    }
  }

  /// Released scripts must exist unchanged.
  func checkReleased(_ validation: inout Validation) {
    guard !validation.isWithoutSettings, let reading = LockFile.reading(library.bundle) else {
      return
    }
    var (scripts, unreadable) = readScripts()
    // The released one of several scripts with one number may not be the first.
    scripts += library.bundle.duplicates.compactMap { try? library.script($0.file) }
    let settings = (try? settings()) ?? BundleSettings()
    validation.diagnostics += reading.diagnostics
    validation.diagnostics += reading.lock.check(
      scripts, unreadable: unreadable, settings: settings)
  }

  /// The readable scripts, and the files of the others.
  package func readScripts() -> (scripts: [Script], unreadable: [ScriptFile]) {
    var (scripts, unreadable): ([Script], [ScriptFile]) = ([], [])
    for file in library.bundle.scripts {
      do throws(MigrationFailure.Reason) {
        scripts.append(try library.script(file))
      } catch {
        unreadable.append(file)
      }
    }
    return (scripts, unreadable)
  }
}
