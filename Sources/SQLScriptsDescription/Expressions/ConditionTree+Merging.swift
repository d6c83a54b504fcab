import SQLScriptsSQL

extension ConditionTree {
  /// Without clauses that others imply, and with equal predicates put together.
  static func merged(
    _ parts: [ConditionTree], _ word: String, _ isImplied: (Clause, Clause) -> Bool
  ) -> [ConditionTree] {
    let clauses = parts.compactMap { if case .clause(let clause) = $0 { clause } else { nil } }
    var result: [ConditionTree] = []
    for part in parts {
      guard case .clause(let clause) = part else {
        result.append(part)
        continue
      }
      if clauses.contains(where: { isImplied(clause, $0) }) { continue }
      result.append(part)
    }
    return withSubjects(result, word)
  }

  /// “**a** and **b** have no value”
  private static func withSubjects(_ parts: [ConditionTree], _ word: String) -> [ConditionTree] {
    var groups: [(subjects: [Words], part: ConditionTree)] = []
    for part in parts {
      if case .clause(let clause) = part, clause.plural != nil,
        case .clause(let last)? = groups.last?.part,
        last.plural != nil, last.predicate == clause.predicate, last.subject != clause.subject
      {
        groups[groups.count - 1].subjects.append(clause.subject)
      } else if case .clause(let clause) = part {
        groups.append(([clause.subject], part))
      } else {
        groups.append(([], part))
      }
    }
    return groups.map { subjects, part in
      guard case .clause(var clause) = part, subjects.count > 1 else { return part }
      clause.subject =
        ([subjects[0]] + subjects.dropFirst().map(\.withoutPronoun)).list(word)
      clause.column = nil
      if word == "and", let plural = clause.plural { clause.predicate = plural }
      return .clause(clause)
    }
  }
}

extension Words {
  /// “**a**”, of “its **a**”
  fileprivate var withoutPronoun: Words {
    guard pieces.first == .text("its ") else { return self }
    return with(pieces.dropFirst())
  }
}
