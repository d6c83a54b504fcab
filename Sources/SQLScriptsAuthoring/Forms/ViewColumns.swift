import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// The columns of a view, some of which may be left out.
struct ViewColumns {
  /// The statement that creates the view.
  private(set) var sql: String
  /// The columns that were left out, as SQLite names them.
  private(set) var removed: [String] = []

  private let text: SQLText
  /// The index of SELECT, and the expressions behind it.
  private let select: Int
  private let terms: [Range<Int>]
  /// The names in parentheses before AS; none if the expressions name the columns.
  private let names: [Range<Int>]

  /// Nil if it is not a view of one SELECT.
  init?(_ sql: String) {
    let text = SQLText(sql)
    guard let created = text.created, created.kind == .view,
      let select = text.outerIndex(of: "SELECT", from: created.name.end),
      let from = text.outerIndex(of: "FROM", from: select),
      !["UNION", "EXCEPT", "INTERSECT", "WITH"].contains(where: { text.outerIndex(of: $0) != nil })
    else { return nil }
    let start = ["DISTINCT", "ALL"].contains(text.word(select + 1)) ? select + 2 : select + 1
    guard start < from else { return nil }
    terms = text.parts(of: start..<from)
    names =
      text.kind(created.name.end) == .leftParenthesis ? text.arguments(created.name.end) : []
    guard names.isEmpty || names.count == terms.count else { return nil }
    (self.sql, self.text, self.select) = (sql, text, select)
  }

  /// The view with the columns that can be read; nil if it cannot be read without others.
  func readable(in scratch: FormScratch, quotedText: Bool) -> ViewColumns? {
    var view = self
    while true {
      do throws(SQLiteError) {
        let query = view.text.source(of: view.select..<view.text.tokens.count)
        try scratch.check(query, quotedText: quotedText)
        return view.removed.isEmpty ? nil : view
      } catch {
        guard case .noSuchColumn(let column) = SQLiteMessage(error.message),
          let next = view.without(column)
        else { return nil }
        view = next
      }
    }
  }

  /// The view without the expressions that use a column; nil if there are none, or no others.
  private func without(_ column: String) -> ViewColumns? {
    let gone = terms.indices.filter { uses(column, in: terms[$0]) }
    guard !gone.isEmpty, gone.count < terms.count else { return nil }
    var bytes = text.bytes
    // From the end on, so that the places before stay.
    for list in [terms, names] where !list.isEmpty {
      let kept = list.indices.filter { !gone.contains($0) }.map { text.source(of: list[$0]) }
      guard let first = list.first?.first, let last = list.last?.last else { return nil }
      let range = text.tokens[first].range.lowerBound..<text.tokens[last].range.upperBound
      bytes.replaceSubrange(range, with: Array(kept.joined(separator: ", ").utf8))
    }
    var view = ViewColumns(String(decoding: bytes, as: UTF8.self))
    view?.removed = removed + [column]
    return view
  }

  /// Whether an expression uses a column. It may have a table before it: `user.nick`.
  private func uses(_ column: String, in term: Range<Int>) -> Bool {
    let parts = column.split(separator: ".").map { SQLName(String($0)) }
    guard let name = parts.last else { return false }
    let table = parts.dropLast().last
    return term.contains { index in
      guard SQLName(text.name(index)) == name else { return false }
      let isQualified = text.kind(index - 1) == .dot
      return table == nil ? !isQualified : isQualified && SQLName(text.name(index - 2)) == table
    }
  }
}
