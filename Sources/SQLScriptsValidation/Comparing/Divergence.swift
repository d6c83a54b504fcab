import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// The comparison of a new database with a migrated one.
///
/// They can differ if the default script creates a version that updates also migrate to. If the updates start from
/// nothing, both databases are built and compared completely. If the first updates were deleted and
/// the lock keeps no default script from before them, only what the remaining ones create and drop is known. Each script runs once.
package enum Divergence {
  package enum Outcome: Sendable {
    /// No update migrates to the version of the default script.
    case oneWay
    /// Both databases are the same.
    case same(version: Int64)
    case different(Diagnostic)
    /// A script fails, which is reported separately, or does something that cannot be tracked.
    case unknown
  }

  /// - Parameters:
  ///   - updates: all readable updates, ascending.
  ///   - kept: the released default script that the updates continue.
  ///   - standIns: what stands in for the functions of the app.
  /// - Throws: `SQLiteError` if SQLite fails outside the scripts, for example without memory.
  package static func check(
    defaultScript: Script, updates: [Script], kept: Script? = nil, _ standIns: StandIns = .none
  ) throws(SQLiteError) -> Outcome {
    let version = defaultScript.version
    let updates = updates.filter { $0.version <= version }
    guard version > 1, updates.last?.version == version else {
      return .oneWay
    }
    let fresh = try ScriptReplay(standIns)
    guard fresh.run(defaultScript) else { return .unknown }
    let new = try fresh.snapshot()
    let made = fresh.definitions
    var differences: [Difference]
    var updating: [RehearsedStatement]
    if kept != nil || RehearsalRoutes.beginsWithNothing(updates.map(\.version)) {
      let updated = try ScriptReplay(standIns)
      let start = kept.map { [$0] } ?? []
      for update in start + updates.filter({ $0.version > kept?.version ?? 0 })
      where !updated.run(update) { return .unknown }
      let old = try updated.snapshot()
      differences = SchemaDifference(from: old, to: new).changes.map(Difference.init)
      let rows = SeedRows(random: fresh.randomTables.union(updated.randomTables))
      differences += try rows.differences(from: (updated, old), to: (fresh, new))
      updating = updated.definitions
    } else {
      var replay = UpdateReplay(fresh, new, updates)
      for update in updates where !replay.run(update) { return .unknown }
      let old = try fresh.snapshot()
      differences = SchemaDifference(from: old, to: new).changes
        .filter(replay.counts).map(Difference.init)
      updating = Array(fresh.definitions.dropFirst(made.count))
      let seeded = replay.seededTables.subtracting(fresh.randomTables)
      if !seeded.isEmpty {
        // The database of the default script now contains the result of the updates.
        let again = try ScriptReplay(standIns)
        guard again.run(defaultScript) else { return .unknown }
        let rows = SeedRows(random: again.randomTables)
        differences += try rows.missing(seeded, from: (fresh, old), to: (again, new))
      }
    }
    guard !differences.isEmpty else { return .same(version: version) }
    // The important ones first.
    differences = differences.filter { !$0.isCosmetic } + differences.filter(\.isCosmetic)
    return .different(
      .freshAndUpgradedDiffer(
        differences, defaultScript,
        places: differences.prefix(3).compactMap { $0.place(made: made, updating: updating) }))
  }

  /// One difference between new and migrated databases.
  struct Difference {
    var words: String
    var isCosmetic: Bool
    private var change: SchemaChange?

    init(words: String, isCosmetic: Bool = false) {
      self.words = words
      self.isCosmetic = isCosmetic
    }

    /// Creates the difference for a change from the migrated database to the new one.
    init(_ change: SchemaChange) {
      isCosmetic = change.isCosmetic
      self.change = change
      words =
        switch change.action {
        case .removed: "new databases lack the \(change.noun)"
        case .added: "only new databases have the \(change.noun)"
        case .changed: "the \(change.noun) differs in new databases: \(change.detail)"
        case .renamed: "compared with migrated databases, a new one \(change)"
        }
    }

    /// The statement that creates the differing object.
    ///
    /// - Parameters:
    ///   - made: the statements of the default script.
    ///   - updating: the statements of the updates.
    func place(
      made: [RehearsedStatement], updating: [RehearsedStatement]
    ) -> Diagnostic.Related? {
      guard let change else { return nil }
      let isOfNew = change.action == .added
      let place = (isOfNew ? made : updating).last { $0.defines(change) }
      return place.map {
        Diagnostic.Related(
          span: $0.span,
          message: isOfNew ? "created here in new databases" : "created here by an update")
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func freshAndUpgradedDiffer(
    _ differences: [Divergence.Difference], _ script: Script, places: [Diagnostic.Related]
  ) -> Diagnostic {
    let words = differences.map(\.words)
    let more = words.count > 1 ? " (and \(words.count - 1) more)" : ""
    let shown = words.prefix(12).joined(separator: "; ") + (words.count > 12 ? "; …" : "")
    var diagnostic = Diagnostic(
      "fresh-and-upgraded-differ", .error,
      "version \(script.version) differs between new and migrated databases: \(words.first ?? "")\(more)",
      at: script.versionSpan, label: "new databases start here",
      why: words.count > 1 ? "The differences: \(shown)." : nil,
      help:
        "Change \(script.file.name) or the updates up to \(script.version) so that both create the same schema and rows.",
      related: places)
    if differences.allSatisfy(\.isCosmetic) { diagnostic.severity = .warning }
    return diagnostic
  }
}

extension RehearsedStatement {
  /// Whether the statement names everything that a change affects.
  fileprivate func defines(_ change: SchemaChange) -> Bool {
    var wanted: Set = [change.table.asciiLowercased]
    switch change.subject {
    case .column, .index, .trigger: wanted.insert(change.name.asciiLowercased)
    default: break
    }
    return wanted.isSubset(of: Set(tokens.map { name($0).asciiLowercased }))
  }
}

extension Script {
  /// The range of the version in a default script; the start of the script if it is not known.
  fileprivate var versionSpan: SourceSpan {
    if let root = document.nodes.first, root.kind == .dictionary {
      let children = document.children(of: 0)
      for at in stride(from: 0, to: children.count - 1, by: 2)
      where document.string(of: document.nodes[children[at]]) == "version" {
        return document.span(of: document.nodes[children[at + 1]])
      }
    }
    let source = document.source
    return SourceSpan(file: source, range: source.line(around: source.hasByteOrderMark ? 3 : 0))
  }
}
