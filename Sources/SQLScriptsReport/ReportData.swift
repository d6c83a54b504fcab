import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

/// What the scripts do to a copy of a real database. The database itself is only read.
package struct ReportData: Sendable {
  package let json: JSONText

  /// - Parameters:
  ///   - path: the database.
  ///   - folder: the folder for temporary files of SQLite.
  ///   - cancellation: stops the migration of the copy.
  /// - Throws: `MigrationFailure` if the database cannot be read or does not fit the scripts, `RealRows.LoadError` if
  ///   there is not enough disk space.
  package init(
    _ library: ScriptLibrary, on path: String, temporaryFolder folder: String,
    cancellation: MigrationCancellation? = nil
  ) throws {
    // For a migration, a file that does not exist is a new database.
    guard DatabasePath.hasContents(path) else {
      throw RealRows.LoadError(message: "“\(path)” does not exist, or is empty")
    }
    var options = MigrationOptions().adding(library.standIns)
    options.cancellation = cancellation
    let copy = try DatabaseCopy(of: path, temporaryFolder: folder, options: options)
    let plan = try copy.plan(library, options, to: nil).plan
    var verdict = RealRowsVerdict()
    if let settings = try? library.settings() {
      verdict = copy.judge(
        plan, of: library, settings: settings, cancellation: cancellation)
    }
    let result: Result<MigrationRehearsal, MigrationFailure>
    do throws(MigrationFailure) {
      result = .success(try copy.rehearse(library, options, to: nil))
    } catch {
      result = .failure(error)
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    json = Self.json(name, plan, verdict, result)
  }

  private static func json(
    _ name: String, _ plan: MigrationPlan, _ verdict: RealRowsVerdict,
    _ result: Result<MigrationRehearsal, MigrationFailure>
  ) -> JSONText {
    var (tables, milliseconds, failure) = (JSONText.array([]), JSONText.null, JSONText.null)
    var findings = verdict.diagnostics
    switch result {
    case .success(let rehearsal):
      tables = .array(rehearsal.tables.map(\.json))
      milliseconds = .milliseconds(rehearsal.report.milliseconds)
    case .failure(let error):
      failure = .string("\(error.summary). The copy is at version \(error.report.to).")
      findings += verdict.unexplained(error.diagnostics)
    }
    return .object([
      .init("name", .string(name)), .init("from", .integer(plan.from)),
      .init("to", .integer(plan.to)),
      .init("milliseconds", milliseconds), .init("tables", tables), .init("failure", failure),
      .init("findings", .array(findings.advised().map { $0.json() })),
    ])
  }
}

extension TableRows {
  fileprivate var json: JSONText {
    var was: String?
    if case .renamed(let old) = outcome { was = old }
    return .object([
      .init("table", .string(name)), .init("was", .string(was)),
      .init("before", .integer(before.map { Int64($0) })),
      .init("after", .integer(after.map { Int64($0) })), .init("lost", .int(removed)),
      .init("changed", .int(changed)), .init("added", .int(added)), .init("sample", .null),
    ])
  }
}
