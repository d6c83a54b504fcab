import SQLScripts
import SQLScriptsSQL
import SQLScriptsSchema

/// The number of queries in a statement after expanding each view and each common table expression.
///
/// SQLite expands them while compiling, again for each mention, and before 3.41 it does not call its progress
/// handler meanwhile. If each of forty views reads the previous one twice, the last one expands to 10¹² queries.
/// None of SQLite's limits prevents this, so the queries are counted before compiling.
struct QueryExpansion {
  /// SQLite joins at most 64 tables, and ordinary statements expand to some dozens of queries. A thousand
  /// compile in a tenth of a second.
  static let limit = 1000

  /// The number of queries of each view, by lowercase name.
  private var views: [String: Int] = [:]

  /// The views that were not created, because they expand to too many queries.
  private var refused: Set<String> = []

  /// The number of queries that a statement expands to, at most one above the limit.
  func count(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    guard !views.isEmpty || StatementText(text).mentions("with") else { return 1 }
    var counting = Counting(text, known: views)
    return counting.count()
  }

  func count(of text: String) -> Int {
    var text = text
    return text.withUTF8(count)
  }

  /// Records a created view with its number of queries; nil if it was dropped.
  mutating func note(view name: String, _ count: Int?) {
    views[name.asciiLowercased] = count
    refused.remove(name.asciiLowercased)
  }

  /// Records that the view of a statement was not created.
  mutating func refuse(_ text: UnsafeBufferPointer<UInt8>) {
    let counting = Counting(text, known: [:])
    if let view = counting.madeView { refused.insert(view) }
  }

  /// Why a statement is not compiled: it expands to too many queries, or reads a view that does.
  mutating func refusal(of text: UnsafeBufferPointer<UInt8>, _ queries: Int?) -> SQLiteError? {
    let missing = refusedView(in: text)
    let isTooMuch = queries.map { $0 > Self.limit } ?? false
    guard isTooMuch || missing != nil else { return nil }
    refuse(text)
    return missing.map { SQLiteError(code: .error, message: "no such table: \($0)") }
      ?? .refused(.queries(Self.limit), code: .interrupted)
  }

  /// Records which views a statement created and dropped.
  mutating func note(_ actions: [RehearsedAction], _ queries: Int?) {
    for action in actions {
      switch action.kind {
      case .createView: note(view: action.name, queries)
      case .dropView, .createTable: note(view: action.name, nil)
      default: break
      }
    }
  }

  /// The view that was not created and that a statement reads, so that nothing can be counted.
  func refusedView(in text: UnsafeBufferPointer<UInt8>) -> String? {
    guard !refused.isEmpty else { return nil }
    return Counting(text, known: [:]).tables.first(where: refused.contains)
  }

  /// Reads the tokens of a statement once.
  private struct Counting {
    private let text: UnsafeBufferPointer<UInt8>
    private let tokens: [SQLToken]
    private var known: [String: Int]

    /// The open common table expressions: the count before each, and its depth.
    private var open: [(name: String, before: Int, depth: Int)] = []
    private var parentheses: [Int] = []
    /// The start of the parenthesis that was closed last.
    private var lastClosed = 0

    init(_ text: UnsafeBufferPointer<UInt8>, known: [String: Int]) {
      self.text = text
      self.known = known
      tokens = SQLToken.all(in: text)
    }

    mutating func count() -> Int {
      var count = 1
      for index in tokens.indices {
        switch tokens[index].kind {
        case .leftParenthesis:
          if let name = nameGiven(at: index) {
            open.append((name, count, parentheses.count))
            // A recursive query reads itself, but is not expanded again.
            known[name] = 1
            count = 1
          }
          parentheses.append(index)
        case .rightParenthesis:
          guard let start = parentheses.popLast() else { break }
          lastClosed = start
          guard let given = open.last, given.depth == parentheses.count else { break }
          open.removeLast()
          known[given.name] = count
          count = given.before
        case .word, .quotedName:
          guard isTable(index), let queries = known[name(index)] else { break }
          count = min(count + queries, QueryExpansion.limit + 1)
        default: break
        }
      }
      return count
    }

    /// The names in positions where table names may occur.
    var tables: [String] { tokens.indices.filter(isTable).map(name) }

    /// The view that the statement creates.
    var madeView: String? {
      guard name(0) == "create",
        var index = tokens.indices.prefix(4).first(where: { name($0) == "view" }).map({ $0 + 1 })
      else { return nil }
      if name(index) == "if" { index += 3 }
      if tokens.indices.contains(index + 1), tokens[index + 1].kind == .dot { index += 2 }
      return name(index)
    }

    /// The name of the common table expression in this parenthesis.
    private func nameGiven(at index: Int) -> String? {
      guard ["select", "with", "values"].contains(name(index + 1)) else { return nil }
      var place = index - 1
      if name(place) == "materialized" { place -= name(place - 1) == "not" ? 2 : 1 }
      guard name(place) == "as", place > 0 else { return nil }
      place -= 1
      if tokens[place].kind == .rightParenthesis { place = lastClosed - 1 }
      let name = name(place)
      return name.isEmpty ? nil : name
    }

    /// Whether a name is in a position where a table name may occur.
    private func isTable(_ index: Int) -> Bool {
      var before = index - 1
      if before > 0, tokens[before].kind == .dot { before -= 2 }
      guard before >= 0 else { return false }
      switch tokens[before].kind {
      case .comma, .leftParenthesis: break
      case .word: if !["from", "join"].contains(name(before)) { return false }
      default: return false
      }
      let next = index + 1
      return next == tokens.count
        || (tokens[next].kind != .dot && tokens[next].kind != .leftParenthesis)
    }

    private func name(_ index: Int) -> String {
      guard tokens.indices.contains(index) else { return "" }
      let text = String(decoding: text[tokens[index].range], as: UTF8.self)
      switch tokens[index].kind {
      case .word: return text.asciiLowercased
      case .quotedName: return SQLName(quoted: text).folded
      default: return ""
      }
    }
  }
}
