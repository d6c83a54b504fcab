import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A rebuild of a table whose statements are spread over several scripts, which is usual where each script has one
/// statement.
struct SpreadRebuild: Sendable, Hashable {
  /// The new table, under the name with which it is created and filled.
  let new: SQLName
  /// The old table, under the name with which it is copied and dropped.
  let old: SQLName
  /// The index of the script that creates the new table, copies the rows, drops the old table, and of the last one.
  fileprivate(set) var creation: Int
  fileprivate(set) var copy: Int
  fileprivate(set) var drop: Int
  fileprivate(set) var end: Int

  /// A larger script has many rows, and no rebuild of other scripts.
  private static let largestScript = 256 * 1024

  /// The rebuilds that no script contains as a whole.
  static func all(in scripts: [Script]) -> [SpreadRebuild] {
    guard scripts.count > 1 else { return [] }
    var reading = SpreadRebuildReading()
    for (index, script) in scripts.enumerated()
    where script.document.source.count <= largestScript {
      ScriptReplay.eachUnrun(of: script) { reading.take(StatementOutline($0), of: index) }
    }
    return reading.rebuilds
  }

  /// Whether the new table waits for the rows of the old one after a script. Sample rows would be the same rows twice.
  func isUnfinished(after index: Int) -> Bool { (creation..<max(copy, end)).contains(index) }
}

/// The rebuilds found so far, and the parts of the next ones, by name.
private struct SpreadRebuildReading {
  private(set) var rebuilds: [SpreadRebuild] = []
  private var created: [SQLName: Int] = [:]
  /// The source of a copied table, and its script.
  private var copied: [SQLName: (source: SQLName, index: Int)] = [:]
  private var dropped: [SQLName: Int] = [:]
  /// The old name of a renamed table, and its script.
  private var renamed: [SQLName: (from: SQLName, index: Int)] = [:]

  mutating func take(_ statement: StatementOutline, of index: Int) {
    switch statement.word(0) {
    case "CREATE":
      guard statement.created?.kind == .table, let name = statement.createdName.map({ SQLName($0) })
      else { return }
      created[name] = index
      copied[name] = nil
      dropped[name] = nil
    case "INSERT", "REPLACE":
      guard let target = statement.target, let source = statement.source else { return }
      let name = SQLName(statement.name(target.name))
      if created[name] != nil { copied[name] = (SQLName(source), index) }
    case "DROP":
      guard statement.has("DROP", "TABLE", at: 0),
        let name = statement.droppedName.map({ SQLName($0) })
      else { return }
      dropped[name] = index
      // The old table may have given up its name first.
      guard let first = renamed[name], let creation = created[first.from],
        let copy = copied[first.from], copy.source == name
      else { return }
      add(
        SpreadRebuild(
          new: first.from, old: name, creation: creation, copy: copy.index, drop: index, end: index),
        from: first.index)
    case "ALTER":
      guard let from = statement.alteredTable.map({ SQLName($0) }),
        let to = statement.renamedTo.map({ SQLName($0) })
      else { return }
      if let creation = created[from], let copy = copied[from], copy.source == to,
        let drop = dropped[to]
      {
        add(
          SpreadRebuild(
            new: from, old: to, creation: creation, copy: copy.index, drop: drop, end: index),
          from: creation)
      } else {
        renamed[to] = (from, index)
      }
    default: break
    }
  }

  private mutating func add(_ rebuild: SpreadRebuild, from start: Int) {
    created[rebuild.new] = nil
    copied[rebuild.new] = nil
    if min(start, rebuild.creation) < rebuild.end { rebuilds.append(rebuild) }
  }
}
