import SQLScriptsAuthoring
import SQLScriptsSQL
import SQLScriptsSchema

extension FormResult {
  /// The result without the indexes that are elsewhere in the script already. There they have the names from before the
  /// change, so each index is compared by its place among the others.
  ///
  /// - Parameters:
  ///   - indexes: those that are elsewhere.
  ///   - old: what the form made before the change.
  func without(_ indexes: Set<CanonicalSQL>, insteadOf old: FormResult) -> FormResult {
    let (before, after) = (old.indexes, self.indexes)
    let isAlike = before.count == after.count
    let dropped = after.enumerated().filter { place, index in
      indexes.contains(CanonicalSQL(isAlike ? old.statements[before[place]] : statements[index]))
    }
    var result = self
    for (_, index) in dropped.reversed() { result.statements.remove(at: index) }
    return result
  }

  private var indexes: [Int] {
    statements.indices.filter { SQLText(statements[$0]).created?.kind == .index }
  }
}
