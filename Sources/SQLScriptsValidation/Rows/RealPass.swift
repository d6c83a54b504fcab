import SQLScriptsSQL

/// A script that passed on real rows. They outweigh sample rows, which are only guesses.
package struct RealPass: Sendable {
  /// The start of each statement whose tables all had rows.
  var statements: Set<Int> = []

  /// The tables that had rows before the script.
  var filledTables: Set<SQLName> = []
}

extension RehearsedScript {
  /// Whether a statement that fails with sample rows passes on real rows.
  func passesOnRealRows(_ failure: SampleFailure) -> Bool {
    guard let realPass, let statement = statement(of: failure) else { return false }
    return realPass.statements.contains(statement.range.lowerBound)
  }

  /// Whether the foreign keys that sample rows violate hold for real rows.
  func passesOnRealRows(_ orphan: ForeignKeyOrphan) -> Bool {
    guard let filled = realPass?.filledTables else { return false }
    return [orphan.table, orphan.parent].allSatisfy { !names(of: $0).isDisjoint(with: filled) }
  }
}
