import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The update that leads from the latest version of a bundle to a wanted schema.
package enum WantedUpdate {
  /// What is wanted.
  package enum Goal {
    /// The schema of a database.
    case schema(Connection)
    case edit(SchemaEdit)
  }

  /// - Parameter otherRows: the tables that the scripts fill with other rows than the wanted database has.
  case none(otherRows: [String])
  case questions([SchemaQuestion])
  case update(GeneratedUpdate, otherRows: [String])

  /// - Parameters:
  ///   - answers: what the schemas do not say.
  ///   - sentence: the description of the update; nil for a generated one.
  ///   - timestamp: the time as a number, used if the bundle has timestamp numbering.
  /// - Throws: `SchemaRefusal`, `SchemaEdit.Refusal`, `GeneratedUpdate.Refusal`, `AuthoringError`,
  ///   `UpdateProof.Failure`, `SQLiteError`.
  package static func make(
    to goal: Goal, answers: SchemaAnswers, for sentence: String?, in library: ScriptLibrary,
    settings: BundleSettings, format: ScriptFile.Format?, timestamp: Int64
  ) throws -> WantedUpdate {
    let standIns = StandIns(settings)
    let database: BundleDatabase
    do throws(MigrationFailure) {
      database = try BundleDatabase(library, standIns)
    } catch {
      throw GeneratedUpdate.Refusal.migration(error)
    }
    let old = try snapshot(of: database.connection)
    let new: SchemaSnapshot
    var (answers, sentence, rebuilt) = (answers, sentence, nil as String?)
    var otherRows: [String] = []
    switch goal {
    case .schema(let connection):
      new = try snapshot(of: connection)
      if new.tables.isEmpty, !old.tables.isEmpty { throw SchemaRefusal.empty }
      otherRows = try OtherRows(database.connection, connection).tables(in: old, and: new)
    case .edit(let edit):
      new = try edit.goal(from: old, &answers, standIns)
      sentence = sentence ?? edit.sentence
      rebuilt = edit.rebuiltTable
    }
    let sqlite = Targets(settings).binding?.sqlite ?? .running
    let update = try SchemaUpdate.make(
      from: old, to: new, answers: answers, rebuilding: rebuilt, sqlite: sqlite,
      standIns: standIns)
    switch update {
    case .none: return .none(otherRows: otherRows)
    case .questions(let questions): return .questions(questions)
    case .statements(let statements):
      let next = try NextUpdate(
        of: library.bundle, settings: settings, latest: database.version,
        for: sentence ?? statements.sentence(answers), format: format, timestamp: timestamp,
        byTime: false)
      guard statements.guards.isEmpty || next.format != .sql else {
        throw SchemaRefusal.guardNeedsOtherFormat
      }
      var content = ScriptContent(statements.statements)
      content.require = statements.guards.map { ScriptContent.Item($0) }
      let trial = UpdateTrial(content, of: next, in: library)
      guard trial.errors.isEmpty else { throw GeneratedUpdate.Refusal.rehearsal(trial.errors) }
      try prove(statements) { kind, emptied in
        try UpdateProof(database, standIns, kind, emptying: emptied)
          .check(trial.library, from: old, to: new, answers)
      }
      return .update(
        GeneratedUpdate(fileName: next.fileName, text: trial.text, warnings: trial.warnings),
        otherRows: otherRows)
    }
  }

  /// Proves an update on the most hostile rows for which it runs.
  private static func prove(
    _ statements: UpdateStatements, _ check: (SampleRows.Kind, Set<SQLName>) throws -> Void
  ) throws {
    do {
      return try check(.hostile, [])
    } catch is MigrationFailure {
      // Values that no user would have may stop it.
    }
    do {
      return try check(.typical, [])
    } catch let failure as MigrationFailure {
      guard failure.isRequirement else { throw GeneratedUpdate.Refusal.trial(failure) }
    }
    // Sample rows may be those for which the guards are there.
    do {
      try check(.typical, statements.guardedTables)
    } catch let failure as MigrationFailure {
      throw GeneratedUpdate.Refusal.trial(failure)
    }
  }

  /// The schema with the triggers in the order of their creation.
  package static func snapshot(
    of connection: Connection
  ) throws(SQLiteError) -> SchemaSnapshot {
    let triggers = try connection.rows(
      "SELECT name FROM main.sqlite_schema WHERE type = 'trigger' ORDER BY rowid")
    return try VersionSchemas.snapshot(of: connection)
      .withTriggers(inOrderOf: triggers.compactMap { $0.first?.string })
  }

  /// The schema after some statements, likewise.
  package static func snapshot(
    after statements: [String], from old: SchemaSnapshot, _ standIns: StandIns
  ) throws(SQLiteError) -> SchemaSnapshot {
    try FormScratch(old.creations() + statements, standIns).schema
  }
}

extension UpdateStatements {
  /// The description of the update: “rename nick of user to nickname, add age to user”.
  fileprivate func sentence(_ answers: SchemaAnswers) -> String {
    let renames =
      answers.renamedTables.sorted { $0.key < $1.key }
      .map { "rename \($0.key.text) to \($0.value.text)" }
      + answers.renamedColumns.sorted { $0.key < $1.key }
      .map { "rename \($0.key.column?.text ?? "") of \($0.key.table.text) to \($0.value.text)" }
    // Views and triggers usually change with a table, and constraints with a column.
    let tables = changes.filter { $0.subject != .view && $0.subject != .trigger }
    var words = renames
    for change in tables.isEmpty && renames.isEmpty ? changes : tables
    where !words.contains(change.words) {
      let isKnown = change.isDetail && tables.contains { !$0.isDetail && $0.table == change.table }
      if !isKnown { words.append(change.words) }
    }
    return words.prefix(3).joined(separator: ", ") + (words.count > 3 ? " and more" : "")
  }
}

extension SchemaChange {
  /// Whether it is a constraint or an option of a table.
  fileprivate var isDetail: Bool {
    switch subject {
    case .column, .table, .virtualTable, .view, .trigger, .index: false
    default: true
    }
  }

  fileprivate var words: String {
    let (verb, preposition) =
      switch action {
      case .added: ("add", "to")
      case .removed: ("drop", "from")
      case .changed, .renamed: ("change", "of")
      }
    return switch subject {
    case .column: "\(verb) \(name) \(preposition) \(table)"
    case .table, .virtualTable, .view, .trigger, .index: "\(verb) \(name)"
    default: "change \(table)"
    }
  }
}

extension SchemaSnapshot {
  /// The snapshot with the triggers of each table in the order of their creation.
  ///
  /// - Parameter triggers: the names of all triggers in this order.
  fileprivate func withTriggers(inOrderOf triggers: [String]) -> SchemaSnapshot {
    let places = Dictionary(
      triggers.enumerated().map { (SQLName($0.element), $0.offset) },
      uniquingKeysWith: { first, _ in first })
    var snapshot = self
    for var table in tables.values where table.triggers.count > 1 {
      table.triggers.sort {
        places[SQLName($0.name), default: 0] < places[SQLName($1.name), default: 0]
      }
      snapshot.set(table, named: SQLName(table.name))
    }
    return snapshot
  }
}
