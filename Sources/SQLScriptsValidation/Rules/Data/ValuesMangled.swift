import SQLScriptsSQL
import SQLScriptsSchema

/// A copy or an update that changes values without meaning to.
package struct ValuesMangled: Rule {
  private static let item = [
    "CREATE TABLE item (id INTEGER PRIMARY KEY, code TEXT, phone TEXT, weight REAL, grams INTEGER, photo BLOB)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A statement stores values in a form that loses a part of them.", severity: .warning,
    why: "The values cannot be recovered: '007' becomes 7, 102.5 becomes 102.",
    wrong: [
      .init(
        before: item, "CREATE TABLE new_item (id INTEGER PRIMARY KEY, code INTEGER)",
        "INSERT INTO new_item (id, code) SELECT id, «code» FROM item", "DROP TABLE item",
        "ALTER TABLE new_item RENAME TO item"),
      .init(before: item, "UPDATE item SET grams = «CAST(weight AS INTEGER)» * 1000 WHERE id = 7"),
      .init(before: item, "UPDATE item SET grams = «CAST(weight * 1000 AS INTEGER)» WHERE id = 7"),
      .init(before: item, "UPDATE item SET code = «CAST(photo AS TEXT)» WHERE id = 7"),
      .init(before: item, "UPDATE item SET phone = «CAST(phone AS INTEGER)» WHERE id = 7"),
      .init(before: item, "UPDATE item SET code = «substr(code, 1, 20)» WHERE id = 7"),
      .init(before: item, "UPDATE item SET weight = «id» WHERE id = 7"),
      .init(
        before: item, "CREATE TABLE new_item (id INTEGER PRIMARY KEY, code TEXT)",
        "INSERT INTO new_item (id, code) SELECT id, «NULL» FROM item", "DROP TABLE item",
        "ALTER TABLE new_item RENAME TO item"),
    ],
    right: [
      .init(
        before: item, "CREATE TABLE new_item (id INTEGER PRIMARY KEY, code TEXT NOT NULL)",
        "INSERT INTO new_item (id, code) SELECT id, coalesce(code, '') FROM item",
        "DROP TABLE item",
        "ALTER TABLE new_item RENAME TO item"),
      .init(
        before: item, "UPDATE item SET grams = CAST(round(weight * 1000) AS INTEGER) WHERE id = 7"),
      .init(before: item, "UPDATE item SET grams = CAST(code AS INTEGER) WHERE id = 7"),
      .init(
        before: item, "UPDATE item SET code = substr(code, 1, 20) WHERE length(code) > 20"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, !statement.isQuery else { return }
    for (column, value) in statement.storedValues {
      checkLength(of: column, value, statement, &findings)
      checkKey(column, value, statement, &findings)
      for index in value where statement.has("CAST", "(", at: index) {
        let end = statement.end(ofParenthesis: index + 1)
        let inside = index + 2..<max(index + 2, end)
        guard
          !inside.contains(where: {
            ["ROUND", "CEIL", "FLOOR", "SELECT"].contains(statement.word($0))
          })
        else { continue }
        let types = Set(
          inside.filter(statement.isName).flatMap { at in
            statement.readColumns(named: statement.name(at)).map { Affinity($0.type) }
          })
        let target = statement.word(end - 1)
        let source = statement.text(ofTokens: index + 2..<max(index + 3, end - 2))
        if ["INTEGER", "INT"].contains(target), types.contains(.real) {
          findings.report(
            "CAST cuts the decimals off: 102.9 becomes 102", at: statement.span(index...end),
            help: "Write CAST(round(\(source)) AS INTEGER).")
        } else if ["INTEGER", "INT", "REAL", "NUMERIC"].contains(target), types == [.text],
          case let isCompared = statement.comparesConversion(of: source),
          let name = inside.first(where: {
            statement.isName($0)
              && Self.isCode(
                statement.name($0), amounts: ["INTEGER", "INT"].contains(target) && !isCompared)
          }), inside.count == 3, !statement.mentionsPattern
        {
          let example = isCompared ? "" : ", '1:30' becomes 1"
          findings.report(
            "CAST reads the number at the start of “\(statement.name(name))”: '007' becomes 7\(example)",
            at: statement.span(index...end), help: "Keep it as TEXT.")
        } else if target == "TEXT", types == [.blob], inside.count == 3 {
          findings.report(
            "CAST makes a text of bytes, which ends at the first zero byte",
            at: statement.span(index...end), help: "Write \(source), and keep the type BLOB.")
        }
      }
    }
  }

  private static let codes = [
    "phone", "mobile", "fax", "zip", "plz", "postal", "postcode", "isbn", "barcode", "gtin", "iban",
    "sku", "duration", "version",
  ]
  private static let amounts = ["amount", "price", "cost", "balance", "weight", "height"]

  /// Whether a column with such a name often holds digits that are not a number.
  private static func isCode(_ column: String, amounts: Bool) -> Bool {
    (codes + (amounts ? self.amounts : [])).contains { SQLiteMeaning.mentions($0, in: column) }
  }

  /// A key that becomes a floating-point number: `SET remote = server_id`
  private func checkKey(
    _ column: String, _ value: Range<Int>, _ statement: RehearsedStatement,
    _ findings: inout Findings
  ) {
    let index = value.lowerBound
    guard value.count == 1, statement.isName(index), statement.word(0) == "UPDATE",
      let table = statement.writtenTable.flatMap({ statement.before[$0] }),
      let source = table.column(statement.name(index)), let target = table.column(column),
      Affinity(source.type) == .integer, Affinity(target.type) == .real,
      source.primaryKeyPosition > 0 || table.isUnique(source.name)
        || SQLiteMeaning.mentions("_id", in: source.name)
    else { return }
    findings.report(
      "“\(target.name)” is \(target.type), so 9007199254740993 becomes 9007199254740992.0",
      at: statement.span(index...index), help: "Give “\(target.name)” the type INTEGER.")
  }

  /// A text that is cut off: `substr(title, 1, 20)` in the same column.
  private func checkLength(
    of column: String, _ value: Range<Int>, _ statement: RehearsedStatement,
    _ findings: inout Findings
  ) {
    let first = value.lowerBound
    guard ["SUBSTR", "SUBSTRING"].contains(statement.word(first)),
      statement.kind(first + 1) == .leftParenthesis,
      statement.end(ofParenthesis: first + 1) == value.upperBound - 1
    else { return }
    let arguments = statement.arguments(first + 1)
    guard arguments.count == 3, arguments.allSatisfy({ $0.count == 1 }),
      statement.name(arguments[0].lowerBound).isSameName(as: column),
      statement.word(arguments[1].lowerBound) == "1",
      let length = Int(statement.word(arguments[2].lowerBound)),
      // A condition shows that the longer texts are meant. Ten characters of a time are its day.
      !statement.indices.contains(where: { statement.has("LENGTH", "(", at: $0) }),
      ![10, 13, 16, 19, 23].contains(length)
    else { return }
    findings.report(
      "this cuts off texts in “\(column)” that are longer than \(length) character\(length == 1 ? "" : "s")",
      at: statement.span(first...value.upperBound - 1),
      help: "Write \(column.quotedIfNeeded), or " + Suppressions.howTo("values-mangled"))
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    for lineage in script.lineages where lineage.kind == .rebuilt && lineage.copies.count == 1 {
      guard let after = lineage.after, let place = lineage.copies.first else { continue }
      let copy = script.statements[place]
      for (column, value) in copy.storedValues where value.count == 1 {
        let index = value.lowerBound
        guard let old = lineage.before.column(column), !old.isGenerated,
          let new = after.column(column)
        else { continue }
        let isKey = old.primaryKeyPosition > 0 || SQLiteMeaning.mentions("_id", in: old.name)
        if isText(old), [.integer, .real, .numeric].contains(Affinity(new.type)),
          copy.isName(index), copy.name(index).isSameName(as: old.name)
        {
          findings.report(
            "“\(old.name)” was \(old.type) and becomes \(new.type), so '007' becomes 7",
            at: copy.span(index...index), help: "Keep the type \(old.type).")
        } else if isKey, Affinity(old.type) == .integer,
          Affinity(new.type) == .real, copy.name(index).isSameName(as: old.name)
        {
          findings.report(
            "“\(old.name)” was \(old.type) and becomes \(new.type), so 9007199254740993 becomes 9007199254740992.0",
            at: copy.span(index...index), help: "Keep the type \(old.type).")
        } else if old.primaryKeyPosition == 0, isLiteral(index, copy),
          !wasConstant(old, in: script, of: lineage)
        {
          findings.report(
            "every row gets this value, and the values of “\(old.name)” are lost",
            at: copy.span(index...index), help: "Write \(old.name.quotedIfNeeded).")
        }
      }
    }
  }

  private func isText(_ column: SchemaColumn) -> Bool { Affinity(column.type) == .text }

  private func isLiteral(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    [.string, .integer, .float, .blob].contains(statement.kind(index))
      || statement.word(index) == "NULL"
  }

  /// Whether all rows already have the same value in the rehearsal, so that nothing is lost.
  private func wasConstant(
    _ column: SchemaColumn, in script: RehearsedScript, of lineage: TableLineage
  ) -> Bool {
    guard
      let values = script.rows[SQLName(lineage.before.name)]?.valuesBefore[SQLName(column.name)]
    else { return true }
    return values.isEmpty || values.allSatisfy { $0 == .null }
  }
}

extension RehearsedStatement {
  /// Whether a condition looks at the form of texts.
  fileprivate var mentionsPattern: Bool {
    indices.contains { ["GLOB", "LIKE", "TYPEOF", "REGEXP"].contains(word($0)) }
  }

  /// Whether a condition compares a value with the number that it becomes, so that other texts are not converted:
  /// `CAST(a AS INTEGER) <> a`
  fileprivate func comparesConversion(of source: String) -> Bool {
    indices.contains { index in
      ["=", "==", "<>", "!="].contains(word(index)) && isName(index + 1)
        && text(ofTokens: index + 1..<index + 2) == source && kind(index - 1) == .rightParenthesis
        && word(index - 3) == "AS" && isName(index - 4)
        && text(ofTokens: index - 4..<index - 3) == source && has("CAST", "(", at: index - 6)
    }
  }
}
