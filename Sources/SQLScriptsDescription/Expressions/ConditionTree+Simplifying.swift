import SQLScriptsSQL

extension ConditionTree {
  /// Without repetition, and with equal parts put together.
  var simplified: ConditionTree {
    switch self {
    case .clause: return self
    case .all(let parts):
      let parts = Self.merged(
        Self.withBounds(Self.withOthers(Self.withValues(parts.map(\.simplified)))), "and"
      ) {
        one, other in
        // All comparisons except IS NULL say that there is a value.
        one.isValue && one.subject == other.subject && !other.isValue && !other.acceptsNoValue
          && other.predicate != Clause.noValue
      }
      return parts.count == 1 ? parts[0] : .all(parts)
    case .any(let parts):
      let flat = parts.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } }
      let parts = Self.merged(Self.withLists(flat.map(\.simplified)), "or") { _, _ in false }
      return parts.count == 1 ? parts[0] : .any(parts)
    }
  }

  /// `a = 1 OR a = 2 OR a > 9` as one clause.
  private static func withLists(_ parts: [ConditionTree]) -> [ConditionTree] {
    var result: [ConditionTree] = []
    for part in parts {
      if case .clause(let next) = part, !next.alternatives.isEmpty,
        case .clause(var last)? = result.last, !last.alternatives.isEmpty,
        last.subject == next.subject, last.alternatives.count + next.alternatives.count <= 4
      {
        last.literals = last.alternatives + next.alternatives
        last.bound = nil
        last.predicate = "is \(last.literals.list("or"))"
        result[result.count - 1] = .clause(last)
      } else {
        result.append(part)
      }
    }
    return result
  }

  /// `a IS NOT 1 AND a IS NOT NULL` as `a <> 1`.
  private static func withValues(_ parts: [ConditionTree]) -> [ConditionTree] {
    let subjects = parts.compactMap { part in
      if case .clause(let clause) = part, clause.isValue { clause.subject } else { nil }
    }
    return parts.map { part in
      guard case .any(let choices) = part else { return part }
      let rest = choices.filter { choice in
        guard case .clause(let clause) = choice, clause.predicate == Clause.noValue else {
          return true
        }
        return !subjects.contains(clause.subject)
      }
      return rest.count == 1 ? rest[0] : rest.isEmpty ? part : .any(rest)
    }
  }

  /// `a <> 1 AND a <> 2` as one clause.
  private static func withOthers(_ parts: [ConditionTree]) -> [ConditionTree] {
    parts.reduce(into: []) { result, part in
      if case .clause(let next) = part, !next.others.isEmpty,
        case .clause(var last)? = result.last, !last.others.isEmpty, last.subject == next.subject
      {
        last.others += next.others
        last.predicate = "has a value other than \(last.others.list())"
        result[result.count - 1] = .clause(last)
      } else {
        result.append(part)
      }
    }
  }

  /// `a >= 1 AND a <= 5` as one clause.
  private static func withBounds(_ parts: [ConditionTree]) -> [ConditionTree] {
    parts.reduce(into: []) { result, part in
      if case .clause(let next) = part, let bound = next.bound,
        case .clause(var last)? = result.last, let first = last.bound, last.subject == next.subject
      {
        last.predicate = "is \(first) and \(bound)"
        last.bound = nil
        result[result.count - 1] = .clause(last)
      } else {
        result.append(part)
      }
    }
  }
}

extension ConditionTree.Clause {
  static var noValue: Words { "has no value" }

  /// “3” and “at least 9”, of which one is true.
  fileprivate var alternatives: [Words] { literals.isEmpty ? [bound].compactMap { $0 } : literals }
}
