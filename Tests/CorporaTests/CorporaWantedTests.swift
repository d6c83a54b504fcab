import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation
import TestSupport
import Testing

/// For every two versions of a history, the update from the older to the newer schema.
///
/// What is gone is dropped, because the scripts of a history do not say more to a program. Renames have tests of their
/// own.
@Suite struct CorporaWantedTests {
  private struct Version {
    let number: Int64
    let connection: Connection
    let schema: SchemaSnapshot
  }

  private func versions(of corpus: Corpus) throws -> [Version] {
    let library = ScriptLibrary(try ScriptBundle(directory: corpus.path))
    let wanted = Set(Sweep.part(of: Array(1...corpus.latest), atMost: 6))
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let migrator = Migrator(connection: connection, library: library, options: MigrationOptions())
    return try migrator.plan().steps.compactMap { step in
      try migrator.migrate(to: step.version)
      guard wanted.contains(step.version) else { return nil }
      let copy = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
      try copy.copyAll(of: connection, busyTimeout: Milliseconds(0))
      return Version(
        number: step.version, connection: copy, schema: try WantedUpdate.snapshot(of: copy))
    }
  }

  /// The answers that drop what is gone and guard the rest, until no question is left.
  private func update(from old: SchemaSnapshot, to new: SchemaSnapshot) throws -> UpdateStatements?
  {
    var answers = SchemaAnswers()
    while true {
      switch try SchemaUpdate.make(from: old, to: new, answers: answers) {
      case .none: return nil
      case .statements(let statements): return statements
      case .questions(let questions):
        for question in questions {
          let answer = try #require(
            question.answers.first { $0.choice == .drop }
              ?? question.answers.first { $0.choice == .fill(nil) } ?? question.answers.first)
          answers.take(answer, to: question, expression: "'0'")
          if answer.choice != .drop {
            answers.guarded.insert(SchemaPlace(question.place.table.text))
          }
        }
      }
    }
  }

  @Test(arguments: Corpus.histories(.tool))
  func `each pair of versions ends at the newer schema`(corpus: Corpus) throws {
    let versions = try versions(of: corpus)
    var refused: [String] = []
    var count = 0
    for (index, old) in versions.enumerated() {
      for new in versions.dropFirst(index + 1) {
        count += 1
        let place = "\(corpus.name) \(old.number) to \(new.number)"
        let statements: UpdateStatements?
        do {
          statements = try update(from: old.schema, to: new.schema)
        } catch let refusal as SchemaRefusal {
          refused.append("\(place): \(refusal)")
          continue
        }
        guard let statements else { continue }
        let copy = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
        try copy.copyAll(of: old.connection, busyTimeout: Milliseconds(0))
        let isStopped = try statements.guards.contains { try !copy.rows($0).isEmpty }
        if isStopped { continue }
        do {
          try copy.execute("PRAGMA foreign_keys = OFF")
          try copy.execute("BEGIN")
          for statement in statements.statements { try copy.execute(statement) }
          try copy.execute("COMMIT")
        } catch {
          Issue.record("\(place): \(error)")
          continue
        }
        let found = try WantedUpdate.snapshot(of: copy)
        let words = SchemaDifference(from: found, to: new.schema).changes.map(\.description)
        #expect(words == [], "\(place)")
      }
    }
    print("wanted", corpus.name, count, "refused", refused.count, refused.prefix(3))
    #expect(refused.count * 50 <= count, "\(refused)")
  }
}
