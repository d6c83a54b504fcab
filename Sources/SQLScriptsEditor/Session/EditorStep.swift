import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Neighboring statements of a script between two states of the schema, by their numbers.
struct EditorStep: Sendable, Hashable {
  let numbers: ClosedRange<Int>
  let statements: [String]
  let before: SchemaSnapshot
  let after: SchemaSnapshot
  /// The indexes of its table that come later in the script. Its form may have added them, and somebody moved them.
  let laterIndexes: Set<CanonicalSQL>
  /// The tables that have no rows on any device before it.
  let emptyTables: Set<SQLName>

  /// A form that adds a table also adds an index for each reference.
  static let mostIndexes = 8

  /// Nil if a change of the schema did not run, if they depend on a condition, or if they are not neighbors.
  init?(_ numbers: ClosedRange<Int>, in script: RehearsedScript) {
    let all = script.statements.filter { numbers.contains($0.number) }
    guard all.map(\.number) == Array(numbers), let first = all.first, let last = all.last,
      all.allSatisfy({ script.script.options(of: $0.item)?.onlyIf == nil }),
      all.allSatisfy({ $0.succeeded || $0.isOfRows })
    else { return nil }
    self.numbers = numbers
    statements = all.map(\.text)
    (before, after) = (first.before, last.after)
    laterIndexes = Self.indexes(after: all, in: script)
    emptyTables = script.emptyTables(before: first.number)
  }

  private static func indexes(
    after statements: [RehearsedStatement], in script: RehearsedScript
  ) -> Set<CanonicalSQL> {
    let tables = Set(
      statements.filter(\.changesSchema).flatMap(\.actions)
        .filter { $0.kind == .createTable || $0.kind == .alterTable }.map { SQLName($0.name) })
    guard !tables.isEmpty, let last = statements.last?.number else { return [] }
    let later = script.statements.filter { statement in
      statement.number > last && statement.succeeded
        && script.script.options(of: statement.item)?.onlyIf == nil
        && statement.actions.contains {
          $0.kind == .createIndex && tables.contains(SQLName($0.detail))
        }
    }
    return Set(later.map { CanonicalSQL($0.text) })
  }

  init(
    _ numbers: ClosedRange<Int>, _ statements: [String], from before: SchemaSnapshot,
    to after: SchemaSnapshot
  ) {
    (self.numbers, self.statements, self.before, self.after) = (numbers, statements, before, after)
    (laterIndexes, emptyTables) = ([], [])
  }

  /// The step with the indexes that may have been added with it, and all shorter ones, the longest first.
  static func all(from numbers: ClosedRange<Int>, in script: RehearsedScript) -> [EditorStep] {
    var steps = EditorStep(numbers, in: script).map { [$0] } ?? []
    guard !steps.isEmpty else { return [] }
    for last in (numbers.upperBound + 1..<numbers.upperBound + 1 + mostIndexes) {
      guard let step = EditorStep(numbers.lowerBound...last, in: script),
        let added = step.statements.last.map({ SQLText($0) }), added.created?.kind == .index
      else { break }
      steps.append(step)
    }
    return steps.reversed()
  }

  /// Whether another step does the same, whatever its numbers.
  func isSame(as other: EditorStep) -> Bool {
    statements == other.statements && before == other.before && after == other.after
      && laterIndexes == other.laterIndexes
  }

  /// The form that makes exactly this step; nil if there is none.
  func form(_ require: [String], _ sqlite: SQLiteVersion, _ standIns: StandIns) -> FormStep? {
    FormStep(
      statements, require: require, from: before, to: after, emptyTables: emptyTables,
      without: laterIndexes, sqlite: sqlite, standIns: standIns)
  }
}

extension RehearsedStatement {
  /// Whether it is about rows, so that the tables are known although it fails.
  fileprivate var isOfRows: Bool {
    !changesSchema && verb.map { ["INSERT", "UPDATE", "DELETE"].contains(word($0)) } == true
  }
}
