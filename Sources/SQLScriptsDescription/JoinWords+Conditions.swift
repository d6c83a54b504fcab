import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What the conditions of joins say about each table.
extension JoinWords {
  /// “where **team** equals the **id** of **team**”, “by **id**”
  func words(_ condition: Range<Int>, in scope: ExpressionScope? = nil) -> Words {
    let range = condition.dropFirst()
    if statement.word(condition.lowerBound) == "USING" {
      return "by " + range.filter(statement.isName).map { statement.name($0) }.names
    }
    let words = ConditionWords(statement, range, in: scope ?? self.scope)
    return words.clause == nil ? Self.untold + words.aside : words.words
  }

  /// What is too much for words.
  static let untold: Words = "by a condition"

  /// “by **id**”, of NATURAL.
  var natural: Words? { common.isEmpty ? nil : "by \(common.names)" }

  private var scope: ExpressionScope { ExpressionScope(selecting: statement, from: from) }

  /// Whether nobody would assume other conditions.
  var isUsual: Bool { natural == nil && conditions.allSatisfy(isUsual) }

  /// “ (where **state** is 'gone')”; empty if nobody would assume other conditions.
  ///
  /// - Parameter isOuter: which joins it is about; nil for all.
  func unusual(isOuter: Bool? = nil) -> Words {
    let conditions = conditions.filter { condition in
      let join = joins.last { $0 < condition.lowerBound }
      return !isUsual(condition) && (isOuter == nil || join.map(self.isOuter) == isOuter)
    }
    let on = conditions.filter { statement.word($0.lowerBound) == "ON" }
    let using = conditions.filter { statement.word($0.lowerBound) == "USING" }
    let whole = ConditionWords(statement, on.map { $0.dropFirst() }, in: scope)
    // Together, they may be too much for words.
    let told = on.count < 2 || whole.clause == nil ? on.map { words($0) } : [whole.words]
    let parts = told + using.map { words($0) } + [natural].compactMap { $0 }
    return parts.isEmpty ? "" : " (\(parts.list()))"
  }

  /// “looks up rows of **team** where …”, for each outer join whose condition nobody would assume.
  var lookups: [Words] {
    let sources = scope.sources
    guard sources.count == joins.count + 1 else { return [] }
    return zip(joins, sources.dropFirst()).compactMap { join, source in
      let next = joins.first { $0 > join } ?? from.upperBound
      guard isOuter(join), !source.name.isEmpty,
        let condition = conditions.first(where: { join < $0.lowerBound && $0.lowerBound < next }),
        !isUsual(condition)
      else { return nil }
      return "looks up rows of \(name: source.name) \(words(condition))"
    }
  }

  /// The tables of which each row needs a match; nil if that is not known.
  var partners: [SQLName]? {
    let sources = scope.sources
    guard sources.count == joins.count + 1, sources.allSatisfy({ $0.table != nil }) else {
      return nil
    }
    let inner = zip(joins, sources.dropFirst()).filter { !isOuter($0.0) }.map(\.1)
    return (sources.prefix(1) + inner).map { SQLName($0.name) }
  }

  /// Whether it only says that a row has the key to which the only reference between two tables points.
  private func isUsual(_ condition: Range<Int>) -> Bool {
    let range = condition.dropFirst()
    guard statement.word(condition.lowerBound) == "ON",
      let expression = ExpressionReader(statement, range, texts: statement.doubleQuotedTexts)
        .expression
    else { return false }
    let parts = if case .all(let parts) = expression { parts } else { [expression] }
    let pairs = parts.compactMap { part -> (Side, Side)? in
      guard case .comparison(.equal, let left, let right) = part, let left = side(left),
        let right = side(right)
      else { return nil }
      return (left, right)
    }
    guard pairs.count == parts.count, let (left, right) = pairs.first else { return false }
    return [(left, right), (right, left)].contains { child, parent in
      let references = [child, parent].flatMap { side in
        side.table.foreignKeys.filter { reference in
          [child, parent].contains { SQLName($0.table.name) == SQLName(reference.parent) }
        }
      }
      guard SQLName(child.table.name) != SQLName(parent.table.name), references.count == 1,
        let reference = references.first, reference.columns.count == pairs.count,
        SQLName(reference.parent) == SQLName(parent.table.name)
      else { return false }
      let keys = reference.keys.isEmpty ? parent.table.primaryKey : reference.keys
      return zip(reference.columns, keys).allSatisfy { column, key in
        pairs.contains { pair in
          [(pair.0, pair.1), (pair.1, pair.0)].contains { own, other in
            own.qualifier == child.qualifier && other.qualifier == parent.qualifier
              && own.column == SQLName(column) && other.column == SQLName(key)
          }
        }
      }
    }
  }

  private struct Side {
    var qualifier: SQLName
    var table: SchemaTable
    var column: SQLName
  }

  private func side(_ expression: SQLExpression) -> Side? {
    guard case .column(let column, let qualifier) = expression else { return nil }
    let found = scope.sources.filter { source in
      qualifier.map { $0 == source.qualifier } ?? source.has(column)
    }
    guard found.count == 1, let table = found[0].table else { return nil }
    return Side(qualifier: found[0].qualifier, table: table, column: column)
  }
}
