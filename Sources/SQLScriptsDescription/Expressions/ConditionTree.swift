import SQLScriptsSQL

/// A condition as clauses of a sentence.
indirect enum ConditionTree {
  /// “**age** has no value”
  struct Clause {
    var subject: Words
    /// The column that is its subject, if “it” can mean that.
    var column: SQLName?
    var predicate: Words
    /// The literals of an equation; of several, one is the value.
    var literals: [Words] = []
    /// The literals that it is not.
    var others: [Words] = []
    /// “at least 3”
    var bound: Words?
    /// Whether it only says that there is a value.
    var isValue = false
    /// Whether it can be true without a value.
    var acceptsNoValue = false
    /// The predicate of several subjects, if they can share it: “**a** and **b** have no value”.
    var plural: Words?

    var words: Words { subject.isEmpty ? predicate : subject + " " + predicate }
  }

  case clause(Clause)
  case all([ConditionTree])
  case any([ConditionTree])

  /// The number of clauses.
  var count: Int {
    switch self {
    case .clause: 1
    case .all(let parts), .any(let parts): parts.map(\.count).reduce(0, +)
    }
  }

  private var depth: Int {
    switch self {
    case .clause: 0
    case .all(let parts), .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
    }
  }

  private static let manyClauses = 5

  /// Nil if a reader would lose track.
  ///
  /// - Parameter it: the column that “it” means.
  func words(it: SQLName? = nil) -> Words? {
    let tree = simplified
    guard tree.depth <= 2, tree.count <= Self.manyClauses else { return nil }
    switch tree {
    case .clause(let clause): return Self.list([clause], "and", it)
    case .all(let parts): return Self.parts(parts, "and", it)
    case .any(let parts): return Self.parts(parts, "or", it)
    }
  }

  /// “a and either b or c”, “a, or b and c”; nil if that could be read in two ways.
  private static func parts(_ parts: [ConditionTree], _ word: String, _ it: SQLName?) -> Words? {
    let simple = parts.compactMap { if case .clause(let clause) = $0 { clause } else { nil } }
    if simple.count == parts.count { return list(simple, word, it) }
    // “it” would be clear only until another column is named.
    let groups = parts.compactMap { part -> Words? in
      switch part {
      case .clause: nil
      case .all(let parts): group(parts, "and", after: "both ")
      case .any(let parts): group(parts, "or", after: "either ")
      }
    }
    guard groups.count + simple.count == parts.count else { return nil }
    let separator = Words(", \(word) ")
    let plain = simple.filter { !$0.words.hasRelativeClause }
    let others = simple.filter(\.words.hasRelativeClause).map(\.words)
    let rest = groups.filter { !$0.hasRelativeClause } + groups.filter(\.hasRelativeClause) + others
    // What follows a relative clause would be a part of it.
    guard !rest.dropLast().contains(where: \.hasRelativeClause) else { return nil }
    if plain.isEmpty { return rest.joined(by: separator) }
    let first = list(plain, word, nil)
    let isPlain = word == "and" && rest.count == 1 && !first.hasConjunction
    return first + (isPlain ? " and " : separator) + rest.joined(by: separator)
  }

  /// “either b or c”, “b and c”, “both b and c is 1 or 2”; nil if that could be read in two ways.
  ///
  /// - Parameter start: what “or” begins with, and “and” if another conjunction follows.
  private static func group(
    _ parts: [ConditionTree], _ word: String, after start: Words
  ) -> Words? {
    let clauses = parts.compactMap { if case .clause(let clause) = $0 { clause } else { nil } }
    let plain = clauses.filter { !$0.words.hasConjunction && !$0.words.hasRelativeClause }
    let others = clauses.filter { $0.words.hasConjunction || $0.words.hasRelativeClause }
    guard clauses.count == parts.count, others.count < 2, others.allSatisfy(\.canEndGroup),
      plain.allSatisfy({ !$0.words.hasComma })
    else { return nil }
    if others.isEmpty, word == "or" || plain.count == 2 {
      return (word == "or" ? start : "") + list(plain, word, nil)
    }
    let words = (plain + others).map(\.words)
    if word == "or" { return start + words.list(word) }
    let isPair = words.count == 2 && others.contains(where: \.words.hasConjunction)
    return (isPair ? start : "") + words.joined(by: " and ")
  }

  /// Whether several predicates can follow one subject: “it has no value or is at most 0”. After the name of another
  /// column, a reader would take a predicate for one of that.
  private static func hasOneSubject(_ clauses: [Clause]) -> Bool {
    guard let subject = clauses.first?.subject, !subject.isEmpty, clauses.count > 1 else {
      return false
    }
    return clauses.allSatisfy { $0.subject == subject }
      && clauses.dropLast().allSatisfy { clause in
        !clause.predicate.pieces.contains { if case .name = $0 { true } else { false } }
      }
  }

  /// A comma separates clauses that contain “and” or “or” themselves. What is about rows of another table comes last,
  /// because what follows it would be about them, too.
  private static func list(_ clauses: [Clause], _ word: String, _ it: SQLName?) -> Words {
    let plain = clauses.filter { !$0.words.hasRelativeClause }
    let others = clauses.filter { $0.words.hasRelativeClause }
    let clauses = plain + others
    let count = clauses.prefix { it != nil && $0.column == it }.count
    let isShared = hasOneSubject(clauses)
    let words = clauses.enumerated().map { place, clause in
      isShared && place > 0
        ? clause.predicate : place < count ? "it " + clause.predicate : clause.words
    }
    let hasComma = others.count > 1 || words.contains(where: \.hasConjunction)
    return words.list(before: hasComma ? ", \(word) " : " \(word) ")
  }
}

extension ConditionTree.Clause {
  /// Whether its conjunction joins values only: “**a** is 1, 2 or 3”.
  fileprivate var canEndGroup: Bool {
    if words.hasRelativeClause { return !words.hasConjunction && !words.hasComma }
    return !subject.hasConjunction && !subject.hasComma
      && [", or ", ", and "].allSatisfy { !predicate.plain.contains($0) }
  }
}
