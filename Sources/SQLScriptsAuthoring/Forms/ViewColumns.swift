import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// The columns of a view, some of which may be left out without an effect on the others and on the rows.
struct ViewColumns {
  /// The statement that creates the view.
  private(set) var sql: String
  /// The columns of the view that were left out.
  private(set) var removed: [String] = []

  private let text: SQLText
  /// The index of SELECT, the expressions behind it, and the index of FROM.
  private let select: Int
  private let terms: [Range<Int>]
  private let from: Int
  /// The names in parentheses before AS; none if the expressions name the columns.
  private let names: [Range<Int>]

  /// Nil if it is not a view of one SELECT, or if its rows or their order may depend on all of its columns.
  init?(_ sql: String) {
    let text = SQLText(sql)
    guard let created = text.created, created.kind == .view,
      let select = text.outerIndex(of: "SELECT", from: created.name.end),
      let from = text.outerIndex(of: "FROM", from: select),
      !["UNION", "EXCEPT", "INTERSECT", "WITH"].contains(where: { text.outerIndex(of: $0) != nil }),
      text.word(select + 1) != "DISTINCT", !text.hasOrdinals(from: from)
    else { return nil }
    let start = text.word(select + 1) == "ALL" ? select + 2 : select + 1
    guard start < from else { return nil }
    terms = text.parts(of: start..<from)
    names =
      text.kind(created.name.end) == .leftParenthesis ? text.arguments(created.name.end) : []
    guard names.isEmpty || names.count == terms.count else { return nil }
    (self.sql, self.text, self.select, self.from) = (sql, text, select, from)
  }

  /// The view with the columns that can be read; nil if it cannot be read without others.
  ///
  /// - Parameter strict: makes a statement of this view one in which no text is in double quotes.
  func readable(in scratch: FormScratch, strict: (String) -> String) -> ViewColumns? {
    var view = self
    while true {
      do throws(SQLiteError) {
        let query = view.text.source(of: view.select..<view.text.tokens.count)
        try scratch.check(strict(query))
        return view.removed.isEmpty ? nil : view
      } catch {
        guard case .noSuchColumn(let column) = SQLiteMessage(error.message),
          let aggregates = try? scratch.aggregates, let next = view.without(column, aggregates)
        else { return nil }
        view = next
      }
    }
  }

  /// The view without the expressions that use a column; nil if there are none, or no others, or if the rest depends on
  /// them.
  private func without(_ column: String, _ aggregates: Set<SQLName>) -> ViewColumns? {
    // A name with a dot in it is never found.
    let parts = column.split(separator: ".").map { SQLName(String($0)) }
    guard let name = parts.last, !text.isInSubquery(name, besides: select) else { return nil }
    var gone: [Int] = []
    for index in terms.indices {
      guard let uses = text.uses(name, of: parts.dropLast().last, in: terms[index]) else {
        return nil
      }
      if uses { gone.append(index) }
    }
    guard !gone.isEmpty, gone.count < terms.count, gone.allSatisfy({ isOnlyRead($0, aggregates) })
    else { return nil }
    var bytes = text.bytes
    // From the end on, so that the places before stay.
    for list in [terms, names] where !list.isEmpty {
      for range in text.ranges(of: gone, in: list).reversed() { bytes.removeSubrange(range) }
    }
    var view = ViewColumns(String(decoding: bytes, as: UTF8.self))
    view?.removed =
      removed
      + gone.map { index in
        if !names.isEmpty { return text.name(names[index].lowerBound) }
        return text.resultName(of: terms[index]) ?? text.source(of: terms[index])
      }
    return view
  }

  /// Whether neither the number of the rows nor their order depends on an expression.
  private func isOnlyRead(_ index: Int, _ aggregates: Set<SQLName>) -> Bool {
    guard
      !terms[index].contains(where: {
        text.kind($0 + 1) == .leftParenthesis && aggregates.contains(SQLName(text.name($0)))
      })
    else { return false }
    // Without it, the same name may be another column.
    guard let name = text.resultName(of: terms[index]).map({ SQLName($0) }) else { return true }
    return !text.indices[from...].contains {
      text.isName($0) && text.kind($0 - 1) != .dot && SQLName(text.name($0)) == name
    }
  }
}
