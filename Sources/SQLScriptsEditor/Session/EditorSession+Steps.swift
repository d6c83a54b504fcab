import SQLScriptsAuthoring
import SQLScriptsReport
import SQLScriptsReporting
import SQLScriptsSchema

extension EditorSession {
  /// The steps of a script that a form can change.
  ///
  /// The result for another revision is empty, because the page asks again after each change.
  func steps(_ body: CallBody) async throws(EditorProblem) -> JSONText {
    let id = try body.required("script", \.integer)
    guard try body.required("revision", \.int) == revision, (try? editable(id)) != nil else {
      return ["steps": []]
    }
    let found = try await aside { (scripts) async throws(EditorProblem) -> [KnownStep] in
      if let entry = scripts.check.entries[id] { await scripts.steps(of: entry) } else { [] }
    }
    // “None” would stay on the page until the next change.
    guard let found else { return ["steps": .null] }
    let ranges = Set(found.filter { $0.form != nil }.map(\.step.numbers))
    return [
      "steps": .array(
        ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
          .map { .array($0.map { .int($0) }) })
    ]
  }

  /// A step as the form that makes it, with the tables before it.
  func readStep(_ body: CallBody) async throws(EditorProblem) -> JSONText {
    let id = try body.required("script", \.integer)
    let numbers = try body.required("items") { $0.all(\.int) }
    _ = try editable(id)
    let read = try await aside { (scripts) throws(EditorProblem) -> JSONText in
      let step = try scripts.step(numbers, of: id)
      let form = try scripts.form(of: step, in: id)
      let tables = step.before.names.compactMap { step.before[$0] }.filter { $0.kind == .table }
      return [
        "change": form.change.json, "answers": .array(form.answers.map(\.json)),
        "tables": .array(tables.map(\.json)),
      ]
    }
    guard let read else { throw .stale }
    return read
  }
}
