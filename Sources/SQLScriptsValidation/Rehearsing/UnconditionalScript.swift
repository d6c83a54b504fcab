import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A script as it runs where every `onlyIf` is true.
///
/// In the rehearsal some conditions are false, and their statements have no effect. Some user's device runs them, so
/// rules check this script, too.
package struct UnconditionalScript {
  package internal(set) var script: RehearsedScript

  /// The statements that succeed, and those that fail without a condition.
  var statements = StatementList()

  /// The statements with a false `onlyIf` that fail on sample rows.
  var typicalFailures: [SampleFailure] = [] {
    didSet { script.failsOnTypicalRows = typicalFailures.first }
  }
  var hostileFailures: [SampleFailure] = [] {
    didSet { script.failsOnHostileRows = hostileFailures.first }
  }

  /// The statements with a condition.
  private var conditional: [Place: RehearsedStatement] = [:]

  private struct Place: Hashable {
    var item: UInt32
    var ordinal: Int

    init(_ statement: RehearsedStatement) {
      (item, ordinal) = (statement.item.number, statement.ordinal)
    }
  }

  init(_ script: Script, before: SchemaSnapshot) {
    self.script = RehearsedScript(script: script, statements: [], before: before, after: before)
  }

  mutating func append(_ statement: RehearsedStatement) {
    if statement.isQuery { return }
    let isConditional = statement.script.options(of: statement.item)?.onlyIf != nil
    // Conditions may exclude each other. Then one of them is not true where such a statement fails.
    guard statements.append(statement, unless: isConditional && !statement.succeeded) else {
      return
    }
    if isConditional { conditional[Place(statement)] = statement }
  }

  /// The same statement, after all others before it.
  subscript(statement: RehearsedStatement) -> RehearsedStatement? {
    var other = conditional[Place(statement)]
    other?.isRuledOut = true
    return other
  }

  /// Marks the statements whose `onlyIf` is false, and keeps the tables whose rows each condition reads.
  mutating func ruleOut(_ items: Set<UInt32>, reading tables: [UInt32: Set<SQLName>]) {
    for index in script.statements.indices {
      let item = script.statements[index].item.number
      script.statements[index].isRuledOut = items.contains(item)
      script.statements[index].conditionReads = tables[item] ?? []
    }
    // The condition may be about those rows.
    let read = tables.filter { items.contains($0.key) }.values.reduce(into: Set<SQLName>()) {
      $0.formUnion($1)
    }
    script.orphansWithoutSamples.removeAll {
      read.contains(SQLName($0.table)) || read.contains(SQLName($0.parent))
    }
    readTables = read
  }

  /// The tables whose rows the conditions read.
  private var readTables: Set<SQLName> = []

  /// The ranges of the statements whose `onlyIf` is false, in the file, ascending.
  package var ruledOutRanges: [Range<Int>] {
    script.statements.filter(\.isRuledOut).map(\.span.range)
      .sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The statements that fail on sample rows, except the first one, each as a script.
  package var otherFailures: [RehearsedScript] {
    let known = Set(typicalFailures.map(\.place))
    let hostile = hostileFailures.dropFirst(known.isEmpty ? 1 : 0)
    return typicalFailures.dropFirst().compactMap { alone($0, \.failsOnTypicalRows) }
      + hostile.filter { !known.contains($0.place) }.compactMap { alone($0, \.failsOnHostileRows) }
  }

  private func alone(
    _ failure: SampleFailure, _ kind: WritableKeyPath<RehearsedScript, SampleFailure?>
  ) -> RehearsedScript? {
    guard let statement = script.statement(of: failure) else { return nil }
    var single = RehearsedScript(
      script: script.script, statements: [statement], before: script.before, after: script.after)
    single[keyPath: kind] = SampleFailure(.statement(0), failure.error)
    return single
  }
}
