import SQLScriptsFiles
import SQLScriptsScratch
import Testing

@testable import SQLScripts

/// Laws 5 to 11 without a database: from state and scripts to a plan or a refusal.
@Suite struct MigrationDecisionTests {
  private func update(_ version: Int64) -> ScriptFile {
    ScriptFile(
      kind: .update(version), format: .sql, name: "sql_update_\(version).sql",
      displayName: "sql_update_\(version).sql", content: .bytes([]))
  }

  private let defaultFile = ScriptFile(
    kind: .default, format: .sql, name: "sql_default.sql", displayName: "sql_default.sql",
    content: .bytes([]))

  private func decision(
    _ updates: [Int64], default version: Int64? = 1,
    _ numbering: BundleSettings.Numbering = .sequential
  ) -> MigrationDecision {
    MigrationDecision(
      updates: updates.map(update), defaultScript: version == nil ? nil : defaultFile,
      defaultVersion: version, numbering: numbering)
  }

  private func versions(
    _ decision: MigrationDecision, _ installed: InstalledVersion
  ) throws -> [Int64] {
    try decision.plan(for: installed).steps.map(\.version)
  }

  private func refusal(
    _ decision: MigrationDecision, _ installed: InstalledVersion
  ) -> MigrationRefusal? {
    #expect(throws: MigrationRefusal.self) { try decision.plan(for: installed) }
  }

  @Test func `law 5: a new database gets the default script, then the updates above its version`()
    throws
  {
    #expect(try versions(decision([2, 3]), .new) == [1, 2, 3])
    #expect(try versions(decision([2, 3], default: 3), .new) == [3])
    #expect(try versions(decision([5, 6, 7, 8], default: 7), .new) == [7, 8])
    #expect(try versions(decision([], default: 7), .new) == [7])
    #expect(try versions(decision([1, 2], default: nil), .new) == [1, 2])
    #expect(try versions(decision([2, 3, 4, 5], default: 7), .new) == [7])
    #expect(try decision([2], default: 1).plan(for: .new).from == nil)
  }

  @Test func `law 6: if the installed version is the latest, there is nothing to do`() throws {
    #expect(try decision([2, 3]).plan(for: .version(3)).isEmpty)
    #expect(try decision([]).plan(for: .version(1)).isEmpty)
    #expect(try decision([2, 3, 4, 5], default: 7).plan(for: .version(7)).isEmpty)
    #expect(try decision([.max]).plan(for: .version(.max)).isEmpty)
  }

  @Test func `law 7: every update above the installed version runs in order`() throws {
    #expect(try versions(decision([2, 3, 4, 5]), .version(2)) == [3, 4, 5])
    #expect(try versions(decision([2, 3]), .version(1)) == [2, 3])
    #expect(try versions(decision([1, 2], default: nil), .version(0)) == [1, 2])
    #expect(try versions(decision([4, 5], default: 3), .version(4)) == [5])
  }

  @Test func `law 8: a newer database is refused with both versions`() throws {
    #expect(
      refusal(decision([2, 3]), .version(4)) == .newerThanScripts(installed: 4, latest: 3))
    let text = "\(MigrationRefusal.newerThanScripts(installed: 4, latest: 3))"
    #expect(text.contains("4") && text.contains("3"))
    var open = decision([2])
    open.newerDatabase = .openAsItIs
    #expect(try open.plan(for: .version(.max)).isEmpty)
    open.existingVersion = .installed
    #expect(try open.plan(for: .unattested(9)).isEmpty)
  }

  @Test
  func
    `law 9: a missing version is refused, and so is a number without history until its meaning is declared`()
    throws
  {
    #expect(
      refusal(decision([2]), .unversioned(objects: ["t"])) == .unversioned(objects: ["t"]))
    #expect(refusal(decision([2, 3]), .unattested(2)) == .ambiguous(number: 2))
    #expect("\(MigrationRefusal.ambiguous(number: 2))".contains("version 1 is installed"))
    var said = decision([2, 3])
    said.existingVersion = .installed
    #expect(try said.plan(for: .unattested(2)).adoption?.version == 2)
    #expect(try versions(said, .unattested(2)) == [3])
    #expect(try versions(said, .unattested(3)) == [])
    #expect(try !said.plan(for: .unattested(3)).isEmpty)
    said.existingVersion = .nextStep
    #expect(try said.plan(for: .unattested(2)).adoption?.version == 1)
    #expect(try versions(said, .unattested(2)) == [2, 3])
    #expect(try said.plan(for: .unattested(4)).adoption?.version == 3)
    guard case .malformed = refusal(said, .unattested(0)) else {
      Issue.record("no step is next to 0")
      return
    }
  }

  @Test func `law 10: gaps, a missing start and a database that is too old are refused`() {
    #expect(refusal(decision([2, 4]), .version(1)) == .gap(missing: 3, from: 2))
    #expect(refusal(decision([3]), .version(1)) == .gap(missing: 2, from: 1))
    #expect(refusal(decision([3]), .new) == .gapInNew(missing: 2, from: 1))
    #expect(refusal(decision([2], default: nil), .new) == .noStart(firstUpdate: 2))
    #expect(
      refusal(decision([.max]), .version(.max - 2)) == .gap(missing: .max - 1, from: .max - 2))
    #expect(refusal(decision([], default: nil), .new) == .noScripts(folder: "scripts in memory"))
    #expect(refusal(decision([2, 3], default: 7), .version(6)) == .gap(missing: 7, from: 6))
    var minimum = decision([5, 6], default: 6)
    minimum.minimumVersion = 4
    #expect(refusal(minimum, .version(3)) == .belowMinimum(installed: 3, minimum: 4))
    #expect(throws: Never.self) { try minimum.plan(for: .version(4)) }
    #expect(throws: Never.self) { try minimum.plan(for: .new) }
  }

  @Test func `law 10: a gap below the installed version is ignored`() throws {
    #expect(try versions(decision([2, 5, 6]), .version(5)) == [6])
  }

  @Test(arguments: [
    MalformedVersion.noRow, .severalRows, .null, .negative(-1), .negative(.min), .notAnInteger("x"),
    .noColumn(table: "db_version", column: "db_version_num"), .missingTable(historyEndsAt: 3),
    .missingTable(historyEndsAt: nil),
  ])
  func `law 11: a value that is not a version is refused and shown`(_ found: MalformedVersion) {
    #expect(refusal(decision([2]), .malformed(found)) == .malformed(found))
    #expect("\(found)".count > 20)
  }

  @Test func `law 7: a target stops the migration early`() throws {
    var target = decision([2, 3, 4])
    target.target = 3
    #expect(try versions(target, .version(1)) == [2, 3])
    #expect(try versions(target, .version(3)) == [])
    #expect(try versions(target, .new) == [1, 2, 3])
    #expect(
      refusal(target, .version(4)) == .targetBelowInstalled(target: 3, installed: 4))
    target.target = 9
    #expect(refusal(target, .version(2)) == .unknownTarget(target: 9, latest: 4))
    target.target = .max
    #expect(refusal(target, .version(2)) == .unknownTarget(target: .max, latest: 4))
    target.target = 0
    #expect(refusal(target, .new) == .unknownTarget(target: 0, latest: 4))
    target.target = .min
    #expect(
      refusal(target, .version(2)) == .targetBelowInstalled(target: .min, installed: 2))
  }

  @Test func `law 10: an out-of-order update is refused or applied, depending on the settings`()
    throws
  {
    var late = decision([100, 200, 300, 400], default: nil, .timestamp)
    late.history = [100, 300]
    #expect(refusal(late, .version(300)) == .outOfOrder(versions: [200], installed: 300))
    late.appliesOutOfOrder = true
    #expect(try versions(late, .version(300)) == [200, 400])
    late.history = [250, 300]
    #expect(try versions(late, .version(300)) == [400])
    late.history = []
    #expect(try versions(late, .version(300)) == [400])
  }

  @Test
  func
    `law 7: every plan ascends, stays between the installed version and the target, and skips nothing`()
  {
    var generator = SeededGenerator(state: 20_261_121)
    for _ in 0..<4000 {
      let isTimed = Bool.random(using: &generator)
      let base: Int64 = Bool.random(using: &generator) ? 0 : .max - 12
      let updates = (1...12).filter { _ in isTimed ? .random(using: &generator) : true }
        .map { base + Int64($0) }.dropFirst(Int.random(in: 0...3, using: &generator))
      let start = base + Int64.random(in: 0...12, using: &generator)
      var decision = decision(
        Array(updates), default: Bool.random(using: &generator) ? start : nil,
        isTimed ? .timestamp : .sequential)
      let installed = base + Int64.random(in: 0...12, using: &generator)
      if Bool.random(using: &generator) {
        decision.target = base + Int64.random(in: 0...12, using: &generator)
      }
      let isNew = Bool.random(using: &generator)
      guard let plan = try? decision.plan(for: isNew ? .new : .version(installed)) else { continue }
      let versions = plan.steps.map(\.version)
      #expect(versions == versions.sorted() && Set(versions).count == versions.count)
      #expect(plan.to <= decision.target ?? .max)
      let from = isNew ? (decision.defaultVersion ?? 0) : installed
      let expected = updates.filter { $0 > from && $0 <= plan.to }
      #expect(versions.filter { $0 > from } == expected)
      #expect(versions.allSatisfy { isNew || $0 > installed })
      #expect(versions.last == nil || versions.last == plan.to)
    }
  }
}
