import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The values of a SELECT, with the columns that `*` stands for.
struct SelectedValues {
  enum Value {
    case expression(Range<Int>)
    /// A column that `*` stands for, of the table with this name.
    case column(String, of: String)
  }

  /// Empty if the columns of a `*` are not known.
  let values: [Value]

  init(_ statement: RehearsedStatement, select: Int) {
    let joins = JoinWords(statement, select: select)
    let scope = ExpressionScope(selecting: statement, from: joins.from.isEmpty ? nil : joins.from)
    var values: [Value] = []
    for range in statement.results(of: select) {
      guard range.last.map(statement.word) == "*", range.count == 1 || range.count == 3 else {
        values.append(.expression(range))
        continue
      }
      let qualifier = range.count == 3 ? SQLName(statement.name(range.lowerBound)) : nil
      let sources = scope.sources.filter { qualifier == nil || $0.qualifier == qualifier }
      // USING and NATURAL merge columns.
      guard !sources.isEmpty, sources.allSatisfy({ $0.table != nil }),
        sources.count == 1 || !joins.mergesColumns
      else {
        self.values = []
        return
      }
      for source in sources {
        values += (source.table?.columns ?? []).map { .column($0.name, of: source.name) }
      }
    }
    self.values = values
  }

  /// The values by columns; empty if they are not as many.
  func stored(in columns: [String]) -> [(column: String, value: Value)] {
    columns.count == values.count ? Array(zip(columns, values)) : []
  }
}
