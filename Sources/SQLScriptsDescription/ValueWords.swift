import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What a column is set to: “'x'”, “the value of **name**”, or cases; otherwise its SQL at the end of the sentence.
struct ValueWords {
  /// “the value of **name**”; nil if there are cases.
  private(set) var words: Words?
  /// Whether it is only SQL at the end of the sentence.
  private var isUntold: Bool { words?.plain == Self.untold.plain }
  private static let untold: Words = "the result of an expression"
  /// Whether it has conditions of its own, which what follows must not be mixed up with.
  var isLong: Bool { !cases.isEmpty || hasConditions }
  private var hasConditions = false
  /// “removes every '-' from **phone**”, instead of the other words; nil for values that are no such change.
  var change: Words?
  /// The column of the same row that it is the value of.
  var source: SQLName?
  /// “no value where **state** is 'new'”, “otherwise the value of **date**”; empty without CASE.
  let cases: [Words]

  private static let manyCases = 4

  /// - Parameters:
  ///   - own: the name under which the value of the column before is in the scope, if it is another one.
  ///   - isChange: whether that value is in the scope.
  init(
    _ statement: RehearsedStatement, _ range: Range<Int>, in scope: ExpressionScope,
    of column: String, own: String? = nil, isChange: Bool = true
  ) {
    var scope = scope
    if isChange { scope.own = SQLName(own ?? column) }
    let target = statement.writtenTable.flatMap { statement.before[$0] }.flatMap { table in
      (table.column(column) ?? own.flatMap(table.column)).map {
        ExpressionScope.Column(words: "", column: $0, table: table)
      }
    }
    scope.stored = target?.column?.affinity
    let expression = ExpressionReader(statement, range, texts: statement.doubleQuotedTexts)
      .expression.flatMap(scope.resolved)?.withAnswers
    if let expression, case .choice(let choices, let otherwise) = expression,
      let cases = Self.cases(choices, otherwise, scope, target)
    {
      (words, self.cases) = (nil, cases)
      return
    }
    cases = []
    if case .column(let name, let qualifier)? = expression,
      let column = scope.column(name, qualifier: qualifier), column.joined == nil
    {
      source = column.name
    }
    if isChange {
      change = expression.flatMap { OwnChangeWords(column: column, scope: scope).words($0) }
    }
    if let known = expression.flatMap({ NounWords(scope: scope).value($0) }) {
      guard case .query(let query)? = expression else {
        // ClearedValues tells it of an UPDATE that computes a value from the old one.
        let isTold =
          statement.verb.map(statement.word) == "UPDATE"
          && scope.own.map { expression?.needs($0, in: scope) == true } ?? false
        words = isTold ? known : known + (expression.map { scope.lack(in: $0, for: target) } ?? "")
        return
      }
      hasConditions = true
      let isRow = !query.sources.isEmpty && query.values.first?.isAggregate == false
      words = isRow ? known + Self.none : known
    } else if case .text(let text)? = expression {
      words = Self.rough(text)
    } else {
      let label: Words = "Expression for \(name: column)"
      let sources = Self.sources(statement, range, scope)
      let value: Words =
        sources.isEmpty ? Self.untold : "a value computed from \(sources.names)"
      words = "\(value)\(aside: label, statement.code(of: range))"
    }
  }

  /// A text that is too long for a sentence, that has lines, or whose spaces matter.
  private static func rough(_ text: String) -> Words {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
    if lines > 1 { return "a text of \(lines) lines" }
    if text.count > NounWords.longText { return "a long text" }
    return "\(code: "'\(text.replacing("'", with: "''"))'")"
  }

  init(_ words: Words, source: SQLName? = nil) {
    (self.words, cases, self.source) = (words, [], source)
  }

  /// The value of another column of the same row.
  static func column(_ name: String, in scope: ExpressionScope) -> ValueWords {
    let old = scope.changing.contains(SQLName(name)) ? "old " : ""
    return ValueWords("the \(old)value of \(name: name)", source: SQLName(name))
  }

  /// With the words of a value that not every row has.
  var ifAny: ValueWords { words.map { ValueWords($0 + ", if there is one") } ?? self }

  /// With the words of a value that not every row has, and that replaces another one.
  var orNone: ValueWords { words.map { ValueWords($0 + Self.none) } ?? self }
  private static let none: Words = ", or no value where there is none"

  /// The other tables that an expression reads.
  private static func sources(
    _ statement: RehearsedStatement, _ range: Range<Int>, _ scope: ExpressionScope
  ) -> [String] {
    let named = Set(range.filter(statement.isName).map { SQLName(statement.name($0)) })
    let own = scope.sources.map { SQLName($0.name) }
    return statement.readTables.intersection(named).subtracting(own)
      .compactMap { statement.before[$0]?.name }.sorted()
  }

  private static func cases(
    _ choices: [SQLExpression.Choice], _ otherwise: SQLExpression, _ scope: ExpressionScope,
    _ target: ExpressionScope.Column?
  ) -> [Words]? {
    // Which rows the conditions leave for a value is too much to find out.
    var lacks = scope
    for choice in choices { lacks.condition?.add(choice.condition) }
    var scope = scope
    var plain = scope
    plain.own = nil
    plain.stored = nil
    if let own = scope.own { plain.changing.remove(own) }
    guard choices.count < manyCases else { return nil }
    let cases = choices.compactMap { choice -> Words? in
      defer {
        if let (column, numbers) = choice.condition.exclusion {
          scope.numbers[column] = Set(numbers)
        }
      }
      guard let value = NounWords(scope: scope).value(choice.value),
        let condition = ConditionReading(scope: plain).tree(choice.condition)?.words()
      else { return nil }
      return "\(value) where \(condition)\(lacks.lack(in: choice.value, for: target))"
    }
    guard cases.count == choices.count, let last = NounWords(scope: scope).value(otherwise) else {
      return nil
    }
    // What comes later applies only where nothing before it does.
    let further = cases.dropFirst().map { "otherwise " + $0 as Words }
    let rest: Words =
      last == "its value"
      ? "it stays as it is" : last + lacks.lack(in: otherwise, for: target)
    return cases.prefix(1) + further + ["otherwise \(rest)"]
  }

  /// Two columns that get each other's values.
  private static func swap(_ values: [(column: String, value: ValueWords)]) -> [SQLName]? {
    for (column, value) in values {
      guard let source = value.source, source != SQLName(column),
        let other = values.first(where: { SQLName($0.column) == source }),
        other.value.source == SQLName(column)
      else { continue }
      return [SQLName(column), source]
    }
    return nil
  }

  /// The value of a row that is not added, because there is one with its key.
  static let new: Words = "the new value"

  /// Columns that get the same value.
  private static func grouped(
    _ values: [(column: String, value: ValueWords)]
  ) -> [(columns: [String], value: ValueWords)] {
    var groups: [(columns: [String], value: ValueWords)] = []
    for (column, value) in values {
      let same = groups.firstIndex {
        value.isUntold && $0.value.isUntold
          || $0.value.words == value.words && value.isSame(for: column)
      }
      if let same {
        groups[same].columns.append(column)
        groups[same].value.words = groups[same].value.words.flatMap { first in
          value.words.map { first.with(first.pieces, andAsidesOf: $0) }
        }
      } else {
        groups.append(([column], value))
      }
    }
    return groups
  }

  /// Whether its words mean the same for each column: “its value” is another one, and two random numbers differ.
  private func isSame(for column: String) -> Bool {
    guard let words else { return false }
    let isLiteral = words.plain.hasPrefix("'") || words.plain.allSatisfy { $0.isNumber }
    return words.asides.isEmpty && (isLiteral || source != nil || words == Self.new)
  }

  /// “sets **a** to 0 and **b** to the value of **a**”, with cases in parentheses.
  ///
  /// - Parameter isOneVerb: whether “sets” must be the only verb.
  static func sets(
    _ values: [(column: String, value: ValueWords)], isOneVerb: Bool = false
  ) -> Words {
    if let swap = swap(values), !isOneVerb {
      let rest = values.filter { !swap.contains(SQLName($0.column)) }
      let words: Words = "swaps \(swap.map(\.text).names)"
      return rest.isEmpty ? words : "\(words) and \(sets(rest))"
    }
    let clears = { (value: ValueWords) in
      values.count > 1 && !isOneVerb && value.words == "no value"
    }
    let cleared = values.filter { $0.value.change == nil && clears($0.value) }.map(\.column)
    let changes = values.compactMap { column, value -> Words? in
      value.change ?? (column == cleared.first ? "clears \(cleared.names)" : nil)
    }
    let others = values.filter { $0.value.change == nil && !clears($0.value) }
    let sets = grouped(others).map { columns, value -> Words in
      var words = value.words.map { "to " + $0 } ?? "case by case (\(value.cases.joined(by: "; ")))"
      if columns.count > 1, value.words == Self.new { words = "to the new values" }
      if columns.count > 1, value.isUntold {
        words = words.with([.text("to the results of expressions")])
      }
      return "\(columns.names) \(words)"
    }
    return ((sets.isEmpty ? [] : ["sets \(sets.list())"]) + changes).list()
  }
}
