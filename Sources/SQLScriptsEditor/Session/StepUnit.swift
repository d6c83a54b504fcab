import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsValidation

/// Statements that run after a change, and belong together because they share a sentence.
struct StepUnit: Sendable {
  let script: Int64
  let statements: [RehearsedStatement]
  /// Whether users have the script, so that it stays as it is.
  let isReleased: Bool
  /// What a moved step is at one of its places.
  var move: Move?

  enum Move: Sendable {
    /// Where it was, and where it is now.
    case away, here
  }

  var numbers: ClosedRange<Int> {
    (statements.first?.number ?? 0)...(statements.last?.number ?? 0)
  }

  var texts: [String] { statements.map(\.text) }
  var succeeded: Bool { statements.allSatisfy(\.succeeded) }
  var changesSchema: Bool { statements.contains(where: \.changesSchema) }

  /// Whether a form may have made it.
  var canHaveForm: Bool {
    !isReleased && statements.allSatisfy { $0.script.options(of: $0.item)?.onlyIf == nil }
  }

  /// Whether the form of a table may have added it to the table.
  var isIndex: Bool {
    statements.count == 1 && statements[0].created?.kind == .index
  }

  var replay: [FormReplay.Statement] {
    statements.map { statement in
      // An ALTER or DROP compiles all views and triggers again, whose texts are not its own.
      let isOther = ["ALTER", "DROP"].contains(statement.word(0))
      return FormReplay.Statement(
        statement.text, isRun: statement.changesSchema,
        allowsQuotedText: isOther || !statement.doubleQuotedTexts.isEmpty)
    }
  }
}

extension CheckedScripts {
  /// What runs after a change, in the script and in those that continue from it.
  func units(after change: StepChange, released: Set<String>) -> [StepUnit] {
    var units: [StepUnit] = []
    var last: ScriptFile?
    for id in check.order {
      guard let entry = check.entries[id], let script = entry.rehearsed,
        id == change.script || last.map({ entry.previous?.name == $0.name }) == true
      else { continue }
      last = entry.file
      // What is added to the end runs after all of them.
      if id == change.script, change.first == nil { continue }
      if id == change.script, change.isMove, let target = change.target {
        units += moved(change.numbers, before: target, in: entry)
        continue
      }
      let changed = id == change.script ? change.numbers : []
      let isReleased = released.contains(entry.file.name)
      let known = Dictionary(script.statements.map { ($0.number, $0) }) { first, _ in first }
      // What is added before a group leaves it whole.
      let inside = id == change.script ? change.target : nil
      let first = (id == change.script ? change.first : nil) ?? 0
      for group in groups(of: entry, splitting: changed, at: inside) {
        let statements = group.compactMap { known[$0] }
        guard statements.count == group.count, group[0] >= first,
          !changed.contains(group[0])
        else { continue }
        units.append(StepUnit(script: id, statements: statements, isReleased: isReleased))
      }
    }
    return units
  }

  /// The statements that run from the first place of moved ones on, with those at both places.
  private func moved(
    _ numbers: [Int], before target: Int, in entry: BundleDescription.Entry
  ) -> [StepUnit] {
    guard let script = entry.rehearsed else { return [] }
    let unit = { (group: [Int], move: StepUnit.Move?) in
      StepUnit(
        script: entry.file.kind.version,
        statements: script.statements.filter { group.contains($0.number) }, isReleased: false,
        move: move)
    }
    let first = min(target, numbers.first ?? target)
    let rest = groups(of: entry, splitting: []).flatMap { parts(of: $0, moving: numbers, target) }
      .filter { $0[0] >= first }.sorted { $0[0] < $1[0] }
    let here = rest.firstIndex { $0[0] >= target } ?? rest.endIndex
    return rest[..<here].map { unit($0, numbers.contains($0[0]) ? .away : nil) }
      + [unit(numbers, .here)]
      + rest[here...].map { unit($0, numbers.contains($0[0]) ? .away : nil) }
  }

  /// One sentence may tell a moved statement together with those that stay.
  private func parts(of group: [Int], moving numbers: [Int], _ target: Int) -> [[Int]] {
    var parts: [[Int]] = []
    for number in group {
      let isMoved = numbers.contains(number)
      if let last = parts.last?.last, !isMoved, !numbers.contains(last), number != target {
        parts[parts.count - 1].append(number)
      } else {
        parts.append([number])
      }
    }
    return parts
  }

  /// The statements that belong together, in their order. Some are on their own.
  private func groups(
    of entry: BundleDescription.Entry, splitting changed: [Int], at place: Int? = nil
  ) -> [[Int]] {
    let changing = Set(
      entry.rehearsed?.statements.filter(\.changesSchema).map(\.number) ?? [])
    return entry.groups.flatMap { group in
      // Each of several rows has a form of its own.
      let isOne = group.isRange && group.contains(where: changing.contains)
      let isSplit =
        group.contains(where: changed.contains) || group.dropFirst().contains { $0 == place }
      return isOne && !isSplit ? [group] : group.map { [$0] }
    }.sorted { $0[0] < $1[0] }
  }
}
