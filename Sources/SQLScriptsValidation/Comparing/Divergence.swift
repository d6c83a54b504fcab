import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Whether a new database is the same as an updated one.
///
/// They can differ where the default script makes a version that updates lead to as well. Where the updates
/// begin at nothing, both ways are gone, and compared in all; where the first of them is gone, only what the
/// updates make and take away is known. The cost is that of each script once.
package enum Divergence {
  package enum Outcome: Sendable {
    /// No update leads to the version of the default script.
    case oneWay
    /// Both ways lead to the same.
    case same(version: Int64)
    case different(Diagnostic)
    /// A script fails, which has findings of its own, or does what cannot be followed.
    case unknown
  }

  /// - Parameter updates: ascending, all that can be read.
  /// - Throws: `SQLiteError` if SQLite fails outside the scripts: there is no memory.
  package static func check(
    defaultScript: Script, updates: [Script]
  ) throws(SQLiteError) -> Outcome {
    let version = defaultScript.version
    let updates = updates.filter { $0.version <= version }
    guard version > 1, updates.last?.version == version else {
      return .oneWay
    }
    let fresh = try ScriptReplay()
    guard fresh.run(defaultScript) else { return .unknown }
    let new = try fresh.snapshot()
    let made = fresh.definitions
    var differences: [Difference]
    var updating: [RehearsedStatement]
    if RehearsalRoutes.beginsWithNothing(updates.map(\.version)) {
      let updated = try ScriptReplay()
      for update in updates where !updated.run(update) { return .unknown }
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
        // The database of the default script is that of the updates by now.
        let again = try ScriptReplay()
        guard again.run(defaultScript) else { return .unknown }
        let rows = SeedRows(random: again.randomTables)
        differences += try rows.missing(seeded, from: (fresh, old), to: (again, new))
      }
    }
    guard !differences.isEmpty else { return .same(version: version) }
    // The ones that matter first.
    differences = differences.filter { !$0.isCosmetic } + differences.filter(\.isCosmetic)
    return .different(
      .freshAndUpgradedDiffer(
        differences, defaultScript,
        places: differences.prefix(3).compactMap { $0.place(made: made, updating: updating) }))
  }

  /// One difference, as what a new user gets and others do not.
  struct Difference {
    var words: String
    var isCosmetic: Bool
    private var change: SchemaChange?

    init(words: String, isCosmetic: Bool = false) {
      self.words = words
      self.isCosmetic = isCosmetic
    }

    /// Of a change from the updated database to the new one.
    init(_ change: SchemaChange) {
      isCosmetic = change.isCosmetic
      self.change = change
      words =
        switch change.action {
        case .removed: "a new user gets no \(change.noun)"
        case .added: "only a new user gets the \(change.noun)"
        case .changed: "for a new user the \(change.noun) is another: \(change.detail)"
        }
    }

    /// The statement that makes what others lack, or in another way.
    ///
    /// - Parameters:
    ///   - made: what the default script defines.
    ///   - updating: what the updates define.
    func place(
      made: [RehearsedStatement], updating: [RehearsedStatement]
    ) -> Diagnostic.Related? {
      guard let change else { return nil }
      let isOfNew = change.action == .added
      let place = (isOfNew ? made : updating).last { $0.defines(change) }
      return place.map {
        Diagnostic.Related(
          span: $0.span,
          message: isOfNew ? "a new database gets it here" : "an update makes it here")
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
      "A new database and an updated one differ at version \(script.version): \(words.first ?? "")\(more)",
      at: script.versionSpan, label: "new users start here",
      why: words.count > 1 ? "The differences: \(shown)." : nil,
      help: "Make \(script.file.name) and the updates up to \(script.version) lead to the same.",
      related: places)
    if differences.allSatisfy(\.isCosmetic) { diagnostic.severity = .warning }
    return diagnostic
  }
}

extension RehearsedStatement {
  /// Whether it names all that a change is about.
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
  /// Where a default script says which version it makes; its start, if that is not known.
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
