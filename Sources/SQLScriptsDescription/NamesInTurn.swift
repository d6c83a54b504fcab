import SQLScriptsSQL
import SQLScriptsValidation

/// The names that one table has while a script runs. Followed once: statements ask for them by the thousand.
struct NamesInTurn {
  let first: SQLName

  /// The other names, each with the first statement before which the table has it; nil after its DROP.
  private var changes: [(index: Int, name: SQLName?)] = []

  /// - Parameter statements: those to follow; nil for all.
  init(of name: SQLName, in script: RehearsedScript, _ statements: Range<Int>? = nil) {
    first = name
    var current = name
    for index in statements ?? script.statements.indices {
      let statement = script.statements[index]
      guard statement.succeeded else { continue }
      if statement.droppedTable == current {
        changes.append((index + 1, nil))
        return
      }
      if let (old, new) = statement.renamedTable, old == current {
        changes.append((index + 1, new))
        current = new
      }
    }
  }

  var all: Set<SQLName> { Set([first] + changes.compactMap(\.name)) }

  /// The name before a statement; nil if the table is gone by then.
  subscript(index: Int) -> SQLName? {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].index <= index { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : changes[low - 1].name
  }
}
