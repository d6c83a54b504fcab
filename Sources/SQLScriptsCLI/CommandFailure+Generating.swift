import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsDiagnostics

extension CommandFailure {
  /// The failure of a command that writes an update.
  init(generating error: any Error) {
    switch error {
    case let refusal as SchemaEdit.Refusal: self.init(refusal)
    case let refusal as SchemaRefusal: self.init(.findings, "\(refusal)")
    case let refusal as GeneratedUpdate.Refusal: self.init(refusal)
    case let error as AuthoringError: self.init(authoring: error)
    case let failure as UpdateProof.Failure:
      self.init(
        .defect,
        "the update would not lead to the wanted schema, so it was not written: "
          + failure.differences.prefix(5).joined(separator: "; "),
        help: "Please report this. Until then, write the update by hand.")
    case let failure as MigrationFailure: self.init(.findings, failure.summary)
    case let error as SQLiteError: self.init(.couldNotRun, error.message)
    case let failure as CommandFailure: self = failure
    default: self.init(.defect, "\(error)")
    }
  }

  private init(_ refusal: GeneratedUpdate.Refusal) {
    switch refusal {
    case .authoring(let error): self.init(authoring: error)
    case .migration(let failure):
      self.init(
        .findings, failure.summary, help: "“sqlscripts validate” shows the details.",
        diagnostics: failure.diagnostics)
    case .trial(let failure):
      self.init(
        .findings, "the update would fail, so it was not written: \(failure.summary)",
        diagnostics: failure.diagnostics)
    case .database(let error): self.init(.couldNotRun, error.message)
    case .rehearsal(let diagnostics):
      self.init(
        .findings, "the update would have errors, so it was not written",
        diagnostics: diagnostics)
    }
  }

  private init(_ refusal: SchemaEdit.Refusal) {
    let mean = { (guess: String?) in guess.map { "Did you mean “\($0)”?" } }
    switch refusal {
    case .noTable(let name, let guess):
      self.init(.findings, "no table named “\(name)”", help: mean(guess))
    case .noColumn(let name, let table, let guess):
      self.init(.findings, "“\(table)” has no column “\(name)”", help: mean(guess))
    case .notATable(let name):
      self.init(.findings, "“\(name)” is a view or a virtual table, which cannot be altered")
    case .notADefinition(let name):
      self.init(
        .findings, "--as must be a CREATE TABLE statement for “\(name)”",
        help: "Write it as “CREATE TABLE \(name) (…)”.")
    case .notOneStatement:
      self.init(
        .findings, "the definition must not contain “;”",
        help: "Make one update for each change.")
    case .exists(let name): self.init(.findings, "“\(name)” already exists")
    case .notOneColumn:
      self.init(
        .findings, "the definition must be that of one column",
        help: "Write a name and what follows it in CREATE TABLE: \"age INTEGER DEFAULT 0\".")
    case .repeated(let name): self.init(.findings, "“\(name)” is named twice")
    case .isNeeded(let column, let table):
      self.init(
        .findings,
        "“\(column)” of “\(table)” cannot be dropped alone: a key, a CHECK or a generated column needs it",
        help:
          "Change these, too: edit the CREATE TABLE in a file, and run “sqlscripts generate update --to”."
      )
    case .invalid(let message):
      self.init(.findings, "SQLite does not accept the new schema: \(message)")
    }
  }
}
