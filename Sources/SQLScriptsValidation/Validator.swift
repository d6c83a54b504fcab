import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// Judges the scripts of a bundle, layer by layer, and reports all that every layer finds.
///
/// A layer is a function that adds to the validation; a later one passes over what an earlier one
/// found unusable, and no further.
package struct Validator: Sendable {
  private let library: ScriptLibrary

  package init(_ library: ScriptLibrary) {
    self.library = library
  }

  package func validate() -> Validation {
    var validation = Validation(scriptCount: library.bundle.scripts.count)
    for layer in [checkNames, checkFormat, rehearse] { layer(&validation) }
    // The rehearsal reads what the format layer has reported already.
    var seen: Set<Diagnostic> = []
    validation.diagnostics = validation.diagnostics.filter { seen.insert($0).inserted }
      .sorted(by: Diagnostic.inReportOrder)
    return validation
  }

  private func checkNames(_ validation: inout Validation) {
    validation.diagnostics += library.bundle.diagnostics
  }

  /// Every script is read, and the numbers are held against what the default script and the settings
  /// say.
  private func checkFormat(_ validation: inout Validation) {
    var isDefaultKnown = true
    var defaultVersion: Int64?
    for file in library.bundle.scripts {
      do throws(MigrationFailure.Reason) {
        validation.diagnostics += try library.load([file])
        if file.kind == .default { defaultVersion = try library.script(file).version }
      } catch {
        if file.kind == .default { isDefaultKnown = false }
        validation.diagnostics += error.diagnostics(at: file)
      }
    }
    do throws(MigrationFailure.Reason) {
      let settings = try library.settings()
      guard isDefaultKnown else { return }
      validation.diagnostics += library.bundle.gapDiagnostics(
        defaultVersion: defaultVersion, settings: settings)
    } catch {
      validation.isWithoutSettings = true
      if let file = library.bundle.scripts.first {
        validation.diagnostics += error.diagnostics(at: file)
      }
    }
  }

  private func rehearse(_ validation: inout Validation) {
    guard !validation.isWithoutSettings else { return }
    switch Rehearsal(library).run() {
    case .reached(let rehearsal): validation.rehearsal = rehearsal
    case .stopped(let diagnostics): validation.diagnostics += diagnostics
    case .notPossible: break
    }
  }
}
