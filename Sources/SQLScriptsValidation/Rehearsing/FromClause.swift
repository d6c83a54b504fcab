import SQLScriptsSQL
import SQLScriptsSchema

/// A FROM of a statement: its tables and queries, and the conditions that join them.
struct FromClause {
  struct Source {
    /// Its alias, or its name.
    let name: String
    /// Nil for a query, a view or a common table expression.
    let table: SchemaTable?
    /// The first word of the join before it, such as LEFT; “,” for a comma, and “” for the first source.
    let join: String
    /// The conditions after its ON that must all be true.
    var conditions: [Range<Int>] = []
  }

  private(set) var sources: [Source] = []
  /// The index of FROM.
  let start: Int
  /// The index after the clause, which is WHERE if there is one.
  private(set) var end: Int
  private let statement: RehearsedStatement

  private static let joins: Set = [
    "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL",
  ]
  private static let ends: Set = [
    "WHERE", "GROUP", "ORDER", "LIMIT", "HAVING", "WINDOW", "UNION", "EXCEPT", "INTERSECT",
    "RETURNING",
  ]
  private static let notAliases: Set = ["ON", "USING", "NOT", "INDEXED", "OUTER", "SET"]

  /// All of a statement that join something.
  static func joining(in statement: RehearsedStatement) -> [FromClause] {
    guard !statement.isLong else { return [] }
    return statement.indices.compactMap { index in
      guard statement.word(index) == "FROM", statement.kind(index) == .word,
        statement.word(index - 1) != "DISTINCT", statement.word(0) != "DELETE" || index != 1
      else { return nil }
      let clause = FromClause(statement, from: index)
      return clause.sources.count > 1 ? clause : nil
    }
  }

  /// Whether an outer join gives NULL for all columns of a source where it has no row.
  static func isOptional(_ alias: String, in statement: RehearsedStatement) -> Bool {
    joining(in: statement).contains { clause in
      clause.sources.indices.contains { index in
        clause.sources[index].name.isSameName(as: alias)
          && (["LEFT", "FULL"].contains(clause.sources[index].join)
            || clause.sources[(index + 1)...].contains { ["RIGHT", "FULL"].contains($0.join) })
      }
    }
  }

  init(_ statement: RehearsedStatement, from start: Int) {
    self.statement = statement
    self.start = start
    let depth = statement.depth(start)
    var index = start + 1
    var join = ""
    while index < statement.tokens.count, statement.depth(index) == depth {
      let (source, next) = Self.source(at: index, after: join, statement)
      sources.append(source)
      index = Self.next(from: next, at: depth, statement) { Self.joins.contains($0) || $0 == "," }
      if statement.word(next) == "ON" {
        sources[sources.count - 1].conditions = statement.conjuncts(in: next + 1..<index)
      } else if statement.has("USING", "(", at: next) {
        sources[sources.count - 1].conditions = [next..<index]
      }
      guard Self.joins.contains(statement.word(index)) || statement.kind(index) == .comma else {
        break
      }
      join = statement.word(index)
      while Self.joins.contains(statement.word(index)) || statement.word(index) == "OUTER" {
        index += 1
      }
      if join == "," { index += 1 }
    }
    end = index
  }

  /// The source whose name begins at an index, and the index after it.
  private static func source(
    at index: Int, after join: String, _ statement: RehearsedStatement
  ) -> (Source, Int) {
    var end = index + 1
    var table: SchemaTable?
    var name = ""
    if statement.kind(index) == .leftParenthesis {
      end = statement.end(ofParenthesis: index) + 1
    } else if let qualified = statement.qualifiedName(at: index) {
      end = qualified.end
      name = statement.name(qualified.name)
      if statement.kind(end) == .leftParenthesis {
        end = statement.end(ofParenthesis: end) + 1
      } else if !statement.isCommonTable(name) {
        table = statement.before[SQLName(name)].flatMap { $0.kind == .table ? $0 : nil }
      }
    }
    if statement.word(end) == "AS" {
      name = statement.name(end + 1)
      end += 2
    } else if statement.isName(end),
      statement.kind(end) == .quotedName
        || !(joins.union(ends).union(notAliases)).contains(statement.word(end))
    {
      name = statement.name(end)
      end += 1
    }
    return (Source(name: name, table: table, join: join), end)
  }

  /// The first index with the depth of a clause that ends it, or that a condition accepts.
  private static func next(
    from index: Int, at depth: Int, _ statement: RehearsedStatement,
    _ isWanted: (String) -> Bool
  ) -> Int {
    var index = index
    while index < statement.tokens.count {
      let here = statement.depth(index)
      if here < depth || here == depth && statement.kind(index) == .semicolon { return index }
      if here == depth, statement.kind(index) != .quotedName {
        let word = statement.word(index)
        if ends.contains(word) || isWanted(word) { return index }
      }
      index += 1
    }
    return index
  }

  /// The source of the column at an index; nil if it is ambiguous.
  func source(ofColumn index: Int) -> Int? {
    guard statement.isName(index), statement.kind(index + 1) != .leftParenthesis,
      statement.kind(index + 1) != .dot
    else { return nil }
    if statement.kind(index - 1) == .dot {
      return sources.firstIndex { $0.name.isSameName(as: statement.name(index - 2)) }
    }
    guard sources.allSatisfy({ $0.table != nil }) else { return nil }
    let found = sources.indices.filter {
      sources[$0].table?.column(statement.name(index)) != nil
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The sources whose columns a range names.
  func sources(in range: Range<Int>) -> Set<Int> {
    Set(range.compactMap { source(ofColumn: $0) })
  }

  /// The conditions of its WHERE that must all be true.
  var conditions: [Range<Int>] {
    guard statement.word(end) == "WHERE" else { return [] }
    let last = Self.next(from: end + 1, at: statement.depth(start), statement) { _ in false }
    return statement.conjuncts(in: end + 1..<last)
  }
}

extension RehearsedStatement {
  /// Whether WITH defines a name.
  func isCommonTable(_ name: String) -> Bool {
    guard indices.contains(where: { word($0) == "WITH" }) else { return false }
    return indices.contains { index in
      guard isName(index), self.name(index).isSameName(as: name) else { return false }
      let next = kind(index + 1) == .leftParenthesis ? end(ofParenthesis: index + 1) + 1 : index + 1
      return word(next) == "AS"
        && (kind(next + 1) == .leftParenthesis || word(next + 1).hasSuffix("MATERIALIZED")
          || word(next + 1) == "NOT")
    }
  }
}

extension SQLStatement {
  /// The parts of a condition between its ANDs, without parentheses around the whole; the whole if it contains OR.
  func conjuncts(in condition: Range<Int>) -> [Range<Int>] {
    var condition = condition
    while let first = condition.first, kind(first) == .leftParenthesis, condition.count > 2,
      word(first + 1) != "SELECT", end(ofParenthesis: first) == condition.upperBound - 1
    {
      condition = first + 1..<condition.upperBound - 1
    }
    guard let first = condition.first else { return [] }
    var parts: [Range<Int>] = []
    var (start, cases, isBetween) = (first, 0, false)
    for index in condition where depth(index) == depth(first) && kind(index) == .word {
      switch word(index) {
      case "CASE": cases += 1
      case "END": cases -= 1
      case "BETWEEN": isBetween = true
      case "OR" where cases == 0: return [condition]
      case "AND" where cases == 0:
        if !isBetween {
          parts.append(start..<index)
          start = index + 1
        }
        isBetween = false
      default: continue
      }
    }
    parts.append(start..<condition.upperBound)
    return parts.filter { !$0.isEmpty }
  }
}
