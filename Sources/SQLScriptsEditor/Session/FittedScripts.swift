import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSchema

/// The scripts in which later steps fit a change.
struct FittedScripts: Sendable {
  /// The changed scripts by file name; empty if there is nothing to adapt, or if a later step cannot be.
  var contents: [String: [UInt8]] = [:]
  let change: StepChange
  let misfits: [StepAdaptation.Misfit]

  /// The numbers are those after the change.
  var json: JSONText {
    let steps = misfits.map { misfit -> JSONText in
      let isOwn = misfit.script == change.script
      let numbers = isOwn ? change.numbers(now: misfit.numbers) : misfit.numbers
      return [
        "script": .integer(misfit.script), "items": .array(numbers.map { .int($0) }),
        "kind": .string(misfit.kind.rawValue), "released": .bool(misfit.isReleased),
        "adaptable": .bool(misfit.form != nil),
        "lost": .array(misfit.lost.map { .string($0.undone) }),
        "uses": .array(
          misfit.uses.map { place in
            ["table": .string(place.table.text), "column": .string(place.column?.text)]
          }),
      ]
    }
    return ["adaptable": .bool(!contents.isEmpty), "steps": .array(steps)]
  }
}

extension CheckedScripts {
  /// What fits a change of these scripts.
  ///
  /// - Parameter released: the files that stay as they are.
  func fitted(to change: StepChange, released: Set<String>) async -> FittedScripts? {
    guard let script = check.entries[change.script]?.rehearsed, let targets,
      case let statements = script.statements.filter({ change.numbers.contains($0.number) }),
      statements.count == change.numbers.count,
      case let first = script.statements.first(where: { $0.number == change.first }),
      let before = try? first.map({ try schema(before: $0, of: change.script) })
        ?? schema(after: change.script)
    else { return nil }
    let require = check.entries.compactMapValues { entry in
      entry.rehearsed.map { all in all.script.require.map { all.script.text($0.text) } }
    }
    let adaptation = try? await StepAdaptation(
      of: change, from: before,
      replacing: StepUnit(
        script: change.script, statements: change.isMove ? [] : statements,
        isReleased: false),
      before: units(after: change, released: released), targets, require: require, known: forms)
    guard let adaptation else { return nil }
    var fitted = FittedScripts(change: change, misfits: adaptation.misfits)
    guard adaptation.isComplete else { return fitted }
    let made = Dictionary(grouping: adaptation.misfits.filter { $0.form != nil }, by: \.script)
    for (id, misfits) in made {
      guard let file = file(id),
        let bytes = try? await writing(misfits.compactMap(\.form), to: file, after: change)
      else { return FittedScripts(change: change, misfits: adaptation.misfits) }
      fitted.contents[file.name] = bytes
    }
    // Without its own change, the others would be those of another script.
    if !fitted.contents.isEmpty, let file = file(change.script),
      fitted.contents[file.name] == nil
    {
      fitted.contents[file.name] = change.bytes
    }
    return fitted
  }

  private func writing(
    _ steps: [StepAdaptation.Remake], to file: ScriptFile, after change: StepChange
  ) async throws -> [UInt8] {
    let isChanged = file.kind.version == change.script
    var bytes = try isChanged ? change.bytes : file.content.bytes()
    bytes = try edited(file.with(bytes)).replacing(
      steps.map { ((isChanged ? change.numbers(now: $0.numbers) : $0.numbers), $0.statements) })
    let checks = steps.flatMap(\.newChecks)
    let idle = Set(steps.flatMap(\.oldChecks)).subtracting(checks)
    let numbers = Set(steps.flatMap(\.numbers) + (isChanged ? change.numbers : []))
    bytes = try removing(await ownChecks(idle, of: numbers, in: file), bytes, of: file)
    let edited = try edited(file.with(bytes))
    let known = Set(edited.requirements)
    return try edited.requiring(checks.filter { !known.contains($0) })
  }
}

extension SchemaChange {
  /// What is seen once the change is undone: “the column “age” in “user” is gone again”.
  fileprivate var undone: String {
    switch action {
    case .added: "the \(noun) is gone again"
    case .removed: "the \(noun) is back"
    case .changed: "the \(noun) is as it was before your change"
    case .renamed: "the \(noun) has its old name “\(detail)” again"
    }
  }
}
