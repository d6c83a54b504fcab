/// `INSERT INTO a (x, y) SELECT x, f(y) FROM b …`: a statement that makes at most one row of each row of another table.
package struct RowCopy: Equatable {
  package private(set) var source: SQLName = ""
  package private(set) var target: SQLName = ""

  /// The columns that are written; nil if the statement does not list them.
  package private(set) var targets: [SQLName]?

  /// For each column that is written, the column of the source that it gets as it is; nil for an expression. Nil for `*`.
  package private(set) var columns: [SQLName?]? = []

  /// Nil for any other statement. A join, a WITH or a compound SELECT could make several rows of one.
  package init?(_ text: StatementText) {
    guard let copy = text.withBytes(Self.init(bytes:)) else { return nil }
    self = copy
  }

  private init?(bytes: UnsafeBufferPointer<UInt8>) {
    var reader = Reader(bytes)
    guard reader.take("insert") else { return nil }
    if reader.take("or") { reader.advance() }
    guard reader.take("into"), let target = reader.takeTable() else { return nil }
    self.target = target
    if reader.take(.leftParenthesis) {
      var targets: [SQLName] = []
      repeat {
        guard let name = reader.takeName() else { return nil }
        targets.append(name)
      } while reader.take(.comma)
      guard reader.take(.rightParenthesis), Set(targets).count == targets.count else { return nil }
      self.targets = targets
    }
    guard reader.take("select"), let columns = reader.takeColumns() else { return nil }
    self.columns = columns == [.star] ? nil : columns.map(\.name)
    guard reader.take("from"), let source = reader.takeTable(), reader.endsRows() else {
      return nil
    }
    self.source = source
  }
}

/// Reads the tokens of a copy.
private struct Reader {
  enum Column: Equatable {
    case star, expression
    /// It ends with a dot so far.
    case qualifier
    case plain(SQLName)

    var name: SQLName? { if case .plain(let name) = self { name } else { nil } }
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var scanner: SQLScanner
  private var token: SQLToken?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    scanner = SQLScanner(bytes)
    token = scanner.nextSignificant()
  }

  private var text: String { token.map { String(decoding: bytes[$0.range], as: UTF8.self) } ?? "" }

  /// A keyword, in lower case.
  private var word: String { token?.kind == .word ? text.asciiLowercased : "" }

  mutating func advance() { token = scanner.nextSignificant() }

  mutating func take(_ kind: SQLToken.Kind) -> Bool {
    guard token?.kind == kind else { return false }
    advance()
    return true
  }

  mutating func take(_ keyword: String) -> Bool {
    guard word == keyword else { return false }
    advance()
    return true
  }

  mutating func takeName() -> SQLName? {
    let name: SQLName? =
      switch token?.kind {
      case .quotedName: SQLName(quoted: text)
      // The others are values, not names.
      case .word
      where !ReservedKeywords.all.contains(text.uppercased()) && !word.hasPrefix("current_"):
        SQLName(text)
      default: nil
      }
    if name != nil { advance() }
    return name
  }

  /// A table of the main database.
  mutating func takeTable() -> SQLName? {
    guard let name = takeName() else { return nil }
    guard take(.dot) else { return name }
    return name == "main" ? takeName() : nil
  }

  /// The columns of a SELECT before its FROM.
  mutating func takeColumns() -> [Column]? {
    var columns: [Column] = []
    repeat {
      var column: Column?
      while let next = token, next.depth > 0 || next.kind != .comma && word != "from" {
        // `IS DISTINCT FROM` has a FROM of its own.
        if next.kind == .semicolon || next.depth == 0 && ["is", "distinct"].contains(word) {
          return nil
        }
        if column != nil {
          // `b.*`
          if next.depth == 0, text == "*", column == .qualifier { return nil }
          column = next.kind == .dot ? .qualifier : .expression
          advance()
        } else if let name = takeName() {
          column = .plain(name)
        } else {
          column = text == "*" ? .star : .expression
          advance()
        }
      }
      guard let column else { return nil }
      columns.append(column)
    } while take(.comma)
    return columns.count > 1 && columns.contains(.star) ? nil : columns
  }

  /// Whether the rest only chooses and orders rows.
  mutating func endsRows() -> Bool {
    guard ["", "where", "group", "order", "limit"].contains(word) else { return false }
    if word.isEmpty, token != nil, token?.kind != .semicolon { return false }
    while let next = token {
      if next.kind == .semicolon {
        advance()
        return token == nil
      }
      if ["union", "intersect", "except"].contains(word) { return false }
      advance()
    }
    return true
  }
}
