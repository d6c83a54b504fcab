import SQLScriptsAuthoring
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The steps after a change that do not fit it, and what they have to be.
///
/// All later steps run once as if nothing had changed, and once after the change. A step fits if it runs, and if it takes
/// nothing of the change back. The form of another one is made again for the tables that there are now.
struct StepAdaptation {
  /// A step that does not fit.
  struct Misfit: Sendable {
    enum Kind: String, Sendable {
      case fails
      /// It has a name that was changed.
      case oldName
      /// It runs, and takes the change back.
      case undoes
    }

    let script: Int64
    let numbers: ClosedRange<Int>
    let kind: Kind
    let isReleased: Bool
    /// What it takes back.
    var lost: [SchemaChange] = []
    /// The columns from before the change that it names.
    var uses: [SchemaPlace] = []
    /// What it has to be; nil if that is not known.
    var form: Remake?
  }

  private(set) var misfits: [Misfit] = []
  /// Whether all later steps run with what is known.
  private(set) var isComplete = false

  var old: FormReplay
  var new: FormReplay
  private(set) var names: FormNewNames
  let targets: (sqlite: SQLiteVersion, standIns: StandIns)
  let require: [Int64: [String]]
  let known: FormMemory

  /// - Parameters:
  ///   - schema: the one before the change.
  ///   - statements: those that the change replaces or deletes.
  ///   - require: the queries of the scripts.
  ///   - known: may know the forms of the steps.
  init(
    of change: StepChange, from schema: SchemaSnapshot, replacing statements: StepUnit,
    before units: [StepUnit], _ targets: (sqlite: SQLiteVersion, standIns: StandIns),
    require: [Int64: [String]], known: FormMemory
  ) async throws {
    old = try FormReplay(schema, targets.standIns)
    new = try FormReplay(schema, targets.standIns)
    (names, self.targets, self.require, self.known) = (change.names, targets, require, known)
    try old.run(statements.replay)
    try new.run(change.statements.map { FormReplay.Statement($0, allowsQuotedText: true) })
    names.follow(from: (schema, schema), to: (old.schema, new.schema))
    try await walk(units)
  }

  private mutating func walk(_ units: [StepUnit]) async throws {
    var rest = units[...]
    var moving = units.count { $0.move != nil }
    while moving > 0 || old.schema != new.schema, let unit = rest.first, unit.succeeded,
      !Task.isCancelled
    {
      old.keep()
      new.keep()
      // There may be hundreds, and as few processors as tasks.
      await Task.yield()
      let start = (old: old.schema, new: new.schema)
      if let move = unit.move {
        // If it fails at its new place, the page shows that.
        guard (try? move == .away ? old.run(unit.replay) : new.run(unit.replay)) != nil else {
          return
        }
        moving -= 1
        rest.removeFirst()
        names.follow(from: start, to: (old.schema, new.schema))
        continue
      }
      // What fails by itself needs nothing.
      guard (try? old.run(unit.replay)) != nil else { break }
      let runs = (try? new.run(unit.replay)) != nil
      let lost = runs ? Self.lost(between: start, and: (old.schema, new.schema)) : []
      let isOutdated = names.isOutdated(unit.texts)
      guard !runs || !lost.isEmpty || isOutdated else {
        rest.removeFirst()
        names.follow(from: start, to: (old.schema, new.schema))
        continue
      }
      if runs { new.takeBack() }
      if unit.canHaveForm, let remake = remake(rest, from: start) {
        let left = Self.lost(between: start, and: (old.schema, new.schema))
        if remake.isOther, !runs || isOutdated || left.count < lost.count {
          misfits.append(
            Misfit(
              script: unit.script, numbers: remake.made.numbers,
              kind: !runs ? .fails : lost.isEmpty ? .oldName : .undoes, isReleased: false,
              lost: lost.filter { !left.contains($0) }, form: remake.made))
          rest = rest.dropFirst(remake.units)
          names.follow(from: start, to: (old.schema, new.schema))
          continue
        }
        new.takeBack()
        for _ in 1..<remake.units { old.takeBack() }
      }
      let meant = SchemaDifference(from: start.old, to: old.schema).changes
      if let rebuilt = rebuild(unit, from: start, meaning: meant) {
        misfits.append(
          Misfit(
            script: unit.script, numbers: unit.numbers, kind: runs ? .undoes : .fails,
            isReleased: false, lost: lost, form: rebuilt))
        rest.removeFirst()
        names.follow(from: start, to: (old.schema, new.schema))
        continue
      }
      let own = lost.filter { lost in !meant.contains { $0.concerns(lost) } }
      if !runs || !own.isEmpty {
        misfits.append(
          Misfit(
            script: unit.script, numbers: unit.numbers, kind: runs ? .undoes : .fails,
            isReleased: unit.isReleased, lost: own, uses: columns(usedBy: unit, from: start)))
      }
      guard runs else { return }
      try new.run(unit.replay)
      rest.removeFirst()
      names.follow(from: start, to: (old.schema, new.schema))
    }
    isComplete = !Task.isCancelled
  }

  /// What the change did before a step and does not do after it.
  static func lost(
    between start: (old: SchemaSnapshot, new: SchemaSnapshot),
    and end: (old: SchemaSnapshot, new: SchemaSnapshot)
  ) -> [SchemaChange] {
    if start.old == end.old, start.new == end.new { return [] }
    let left = Set(SchemaDifference(from: end.old, to: end.new).changes)
    return SchemaDifference(from: start.old, to: start.new).changes
      .filter { $0.subject != .columnOrder && !left.contains($0) }
  }
}

extension SchemaChange {
  /// Whether it is about the same thing, or about its whole table.
  func concerns(_ other: SchemaChange) -> Bool {
    guard table.isSameName(as: other.table) else {
      return subject == .table && detail.isSameName(as: other.table)
    }
    return [.table, .view, .virtualTable].contains(subject)
      || subject == other.subject && name.isSameName(as: other.name)
  }
}
