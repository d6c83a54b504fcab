import SQLScripts
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension FormChange {
  /// The statements that make the change.
  ///
  /// SQLite renames and drops nothing in a table while any view or trigger is broken, even one of other tables. So a form
  /// that does this deletes those first.
  ///
  /// - Parameters:
  ///   - schema: the schema at the end of the script. Its triggers are in the order of their creation.
  ///   - emptyTables: the tables that have no rows on any device, such as one that the same script creates.
  ///   - answers: the answers to questions of earlier results, in any order. Those to other questions are ignored.
  ///   - sqlite: the oldest SQLite that runs the script.
  ///   - standIns: what stands in for the functions of the app.
  /// - Throws: `FormRefusal` if the change cannot be made; `SQLiteError` if SQLite fails outside the statements.
  package func result(
    on schema: SchemaSnapshot, emptyTables: Set<SQLName> = [], answers: [FormAnswer] = [],
    sqlite: SQLiteVersion = .running, standIns: StandIns = .none
  ) throws -> FormResult {
    let make = { schema in
      try resultOfWorking(schema, emptyTables: emptyTables, answers, sqlite, standIns)
    }
    guard mayAlterTables,
      case let scratch = try FormScratch(schema.creations(), standIns),
      case let broken = try scratch.broken(quotedText: true).sorted(by: { $0.key < $1.key }),
      !broken.isEmpty
    else { return try make(schema) }
    // The triggers of a view go with it, so they come first.
    let drops = [SQLObjectKind.trigger, .view].flatMap { kind in
      broken.filter { $0.key.kind == kind }.map {
        "DROP \(kind.rawValue.uppercased()) \($0.key.name.quotedName)"
      }
    }
    try scratch.run(drops)
    var result = try make(scratch.schema)
    if result.questions.isEmpty, !result.statements.contains(where: { SQLText($0).checksSchema }) {
      return try make(schema)
    }
    // These may work in the app.
    let foreign = broken.first { SQLiteMessage($0.value).isAboutConnection }
    if result.questions.isEmpty, let foreign {
      throw FormRefusal(foreign.key, needs: foreign.value)
    }
    let open = broken.filter { !SQLiteMessage($0.value).isAboutConnection }.map { key, message in
      FormQuestion(
        id: "unusable\(key.kind) \(key.name)",
        text: "The \(key.kind) “\(key.name)” does not work (\(message)), "
          + "and SQLite makes no such change while it is there.",
        answers: ["delete the \(key.kind)"])
    }.filter { question in
      !answers.contains { $0.question == question.id && $0.answer == 0 }
    }
    if !open.isEmpty { return FormResult(questions: open + result.questions) }
    if result.questions.isEmpty { result.statements = drops + result.statements }
    return result
  }

  /// Whether it may rename or drop something in a table. Deleting a table changes those that refer to it.
  private var mayAlterTables: Bool {
    switch self {
    case .changeTable, .dropTable: true
    default: false
    }
  }
}

extension FormRefusal {
  /// - Parameter message: what the view or trigger lacks, in the words of SQLite.
  fileprivate init(_ key: SchemaHealth.Key, needs message: String) {
    let help =
      switch SQLiteMessage(message) {
      case .noSuchFunction, .unknownFunction:
        "; name a function that stands in for it under “functions” in sqlscripts.json"
      case .noSuchCollation:
        "; name a collation that stands in for it under “collations” in sqlscripts.json"
      default: ""
      }
    self.init(
      "the \(key.kind) “\(key.name)” needs something that only your app has (\(message)), "
        + "and SQLite makes no such change without it" + help)
  }
}

extension SQLText {
  /// Whether SQLite looks at all views and triggers before it runs this.
  fileprivate var checksSchema: Bool {
    switch alteration {
    case .dropColumn, .renameTable, .renameColumn: true
    default: false
    }
  }
}
