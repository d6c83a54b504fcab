import SQLScriptsSQL
import SQLScriptsValidation

/// A series of INSERTs of plain rows into one table.
struct Inserts {
  private let table: SQLName
  private let name: String
  private let manner: InsertManner
  private let triggered: Words
  private var count = 0
  private var values: InsertedValues
  /// What they did to the sample rows; nil if that is not known.
  private var effect: RowEffect?
  private(set) var items: [Int] = []

  /// A series that begins with a statement; nil if it is not an INSERT of rows.
  init?(_ statement: RehearsedStatement, _ effect: RowEffect?) {
    guard statement.succeeded, !statement.changesSchema, let verb = statement.verb,
      ["INSERT", "REPLACE"].contains(statement.word(verb)),
      statement.outerIndex(of: "SELECT", from: verb) == nil,
      let table = statement.writtenTable.flatMap({ statement.before[$0] }), table.kind == .table,
      case let count = statement.valueRows.count, count > 0
    else { return nil }
    self.table = SQLName(table.name)
    name = table.name
    manner = InsertManner(statement, verb)
    triggered = TriggeredWords(statement: statement).words
    values = InsertedValues(statement, table)
    (self.count, self.effect, items) = (count, effect, [statement.number])
  }

  /// The series with another statement; nil if that is something else.
  func adding(_ statement: RehearsedStatement, _ effect: RowEffect?) -> Inserts? {
    guard let next = Inserts(statement, effect), next.table == table, next.manner == manner,
      next.triggered == triggered
    else {
      return nil
    }
    var more = self
    more.count += next.count
    more.values.add(next.values)
    more.effect = next.effect.flatMap { next in
      guard var both = self.effect else { return nil }
      both.changed += next.changed
      both.updated += next.updated
      return both
    }
    if more.items.last != next.items.last { more.items += next.items }
    return more
  }

  var words: Words {
    let observed = InsertWords.observed(effect, of: count)
    let words = manner.words(count: count, to: name) + observed + values.words
    return words + manner.otherwise(isOne: count == 1) + triggered
  }
}
