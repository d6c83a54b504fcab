import SQLScriptsSchema
import SQLScriptsValidation

/// The queries that forms write into `require`.
package enum FormChecks {
  /// All queries that forms could have written on the way from one schema to another.
  ///
  /// - Returns: nil if they are not known.
  package static func queries(
    from old: SchemaSnapshot, to wanted: SchemaSnapshot, standIns: StandIns = .none
  ) -> Set<String>? {
    var answers = SchemaAnswers()
    answers.guarded = Set(
      wanted.names.filter { wanted[$0]?.kind == .table }.map { SchemaPlace($0) })
    while let update = try? SchemaUpdate.make(
      from: old, to: wanted, answers: answers, standIns: standIns)
    {
      switch update {
      case .none: return []
      case .statements(let update): return Set(update.guards)
      case .questions(let questions):
        let before = answers
        for question in questions {
          if let likely = question.answers.first { answers.take(likely, to: question) }
        }
        if answers == before { return nil }
      }
    }
    return nil
  }
}
