import SQLScriptsFiles
import SQLScriptsSQL

/// The rebuilds of a bundle whose statements are spread over several scripts.
struct SpreadRebuilds {
  private let rebuilds: [SpreadRebuild]
  /// The positions of the scripts, if there are any rebuilds.
  private var positions: [ObjectIdentifier: Int] = [:]

  init(of scripts: [Script]) {
    rebuilds = SpreadRebuild.all(in: scripts)
    guard !rebuilds.isEmpty else { return }
    for (index, script) in scripts.enumerated() {
      positions[ObjectIdentifier(script.document.source)] = index
    }
  }

  /// Notes the parts that a script has in them.
  func note(in rehearsed: inout RehearsedScript) {
    guard let index = positions[ObjectIdentifier(rehearsed.script.document.source)] else { return }
    for rebuild in rebuilds {
      if rebuild.isUnfinished(after: index) { rehearsed.unfinishedTables.insert(rebuild.new) }
      if rebuild.drop == index { rehearsed.tablesRebuiltElsewhere.insert(rebuild.old) }
      if rebuild.end == index { rehearsed.tablesRebuiltElsewhere.insert(rebuild.new) }
    }
  }
}
