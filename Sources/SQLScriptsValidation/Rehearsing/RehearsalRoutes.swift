import SQLScriptsDatabase
import SQLScriptsFiles

/// The routes on which the scripts of a bundle are rehearsed.
///
/// A default script that creates version 3 and the updates up to 3 are two routes to the same version, and no
/// database takes both.
struct RehearsalRoutes {
  /// Each route starts with an empty database. A new database takes the first one.
  var whole: [[Script]] = []
  /// Updates to a version that the default script already creates. Their starting schema is not known, because the
  /// scripts before them were deleted.
  var loose: [Script] = []

  /// - Parameters:
  ///   - scripts: the default script, if there is one, and the updates, ascending.
  ///   - kept: the released default script that all updates above its version continue.
  init(_ scripts: [Script], kept: Script? = nil) {
    guard let defaultScript = scripts.first, defaultScript.file.kind == .default else {
      whole = [scripts]
      return
    }
    let updates = Array(scripts.dropFirst())
    if Self.beginsWithNothing(updates.map(\.version)), !Self.isBelow(defaultScript, updates.first) {
      // Both go through the updates above the default script's version.
      whole = [[defaultScript] + updates.filter { $0.version > defaultScript.version }, updates]
    } else {
      whole = [[defaultScript] + updates.filter { $0.version > defaultScript.version }]
      let known = kept?.version ?? defaultScript.version
      if let kept { whole.append([kept] + updates.filter { $0.version > known }) }
      loose = updates.filter { $0.version <= known }
    }
  }

  /// Adds the routes of loose updates that begin with a reconstructed schema.
  ///
  /// - Returns: the scripts that create them.
  mutating func reconstruct(_ standIns: StandIns) throws(SQLiteError) -> [Script] {
    guard let defaultScript = whole.first?.first, !loose.isEmpty else { return [] }
    let routes = try StartReconstruction.routes(below: defaultScript, before: loose, standIns)
    whole += routes
    let known = Set(routes.flatMap { $0.dropFirst().map(\.version) })
    loose.removeAll { known.contains($0.version) }
    return routes.compactMap(\.first)
  }

  /// Whether the first update changes objects of the default script, although both have version 1.
  static func isBelow(_ defaultScript: Script, _ update: Script?) -> Bool {
    guard let update, update.version == 1, defaultScript.version == 1 else { return false }
    // Only the first statement counts: it expects a database that is not empty.
    guard let item = update.items.first else { return false }
    let first = Rehearsal.firstStatement(in: item.text, of: update)
    guard let token = RehearsedStatement.tokens(in: first, of: update).first else { return false }
    let start = first.lowerBound + token.range.lowerBound
    let word = update.text(start..<start + token.range.count).uppercased()
    return ["ALTER", "INSERT", "UPDATE", "DELETE"].contains(word)
  }

  /// Whether the updates can create a database from nothing, because none is missing.
  static func beginsWithNothing(_ updates: [Int64]) -> Bool {
    updates.first == 1 && zip(updates, updates.dropFirst()).allSatisfy { $1 - $0 == 1 }
  }
}
