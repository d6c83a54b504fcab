import SQLScriptsSQL
import SQLScriptsSchema

/// A counter that a trigger raises for a new row, and another one raises for a deleted row, too.
package struct TriggerCountsWrongWay: Rule {
  private static let tables = [
    "CREATE TABLE folder (id INTEGER PRIMARY KEY, n INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE doc (id INTEGER PRIMARY KEY, folder INTEGER REFERENCES folder (id), size INTEGER)",
    "CREATE TRIGGER doc_ai AFTER INSERT ON doc BEGIN UPDATE folder SET n = n + 1 WHERE id = NEW.folder; END",
  ]
  private static let stock = [
    "CREATE TABLE ware (id INTEGER PRIMARY KEY, stock INTEGER NOT NULL)",
    "CREATE TABLE sale (id INTEGER PRIMARY KEY, ware INTEGER, qty INTEGER)",
    "CREATE TRIGGER sale_ai AFTER INSERT ON sale BEGIN UPDATE ware SET stock = stock - NEW.qty WHERE id = NEW.ware; END",
  ]

  package static let documentation = RuleDocumentation(
    summary: "The triggers for new and deleted rows change a counter in the same direction.",
    severity: .warning,
    why: "The counter is wrong after the first deletion, by twice the value of the row.",
    wrong: [
      .init(
        before: tables,
        "CREATE TRIGGER doc_ad AFTER DELETE ON doc BEGIN UPDATE folder SET n = «n + 1» WHERE id = OLD.folder; END"
      ),
      .init(
        before: stock,
        "CREATE TRIGGER sale_ad AFTER DELETE ON sale BEGIN UPDATE ware SET stock = «stock - OLD.qty» WHERE id = OLD.ware; END"
      ),
    ],
    right: [
      .init(
        before: tables,
        "CREATE TRIGGER doc_ad AFTER DELETE ON doc BEGIN UPDATE folder SET n = n - 1 WHERE id = OLD.folder; END"
      ),
      .init(
        before: stock,
        "CREATE TRIGGER sale_ad AFTER DELETE ON sale BEGIN UPDATE ware SET stock = stock + OLD.qty WHERE id = OLD.ware; END"
      ),
      // A version, not a counter.
      .init(
        before: [
          "CREATE TABLE state (id INTEGER PRIMARY KEY, version INTEGER)",
          "CREATE TABLE doc (id INTEGER PRIMARY KEY)",
          "CREATE TRIGGER doc_ai AFTER INSERT ON doc BEGIN UPDATE state SET version = version + 1; END",
        ],
        "CREATE TRIGGER doc_ad AFTER DELETE ON doc BEGIN UPDATE state SET version = version + 1; END"
      ),
    ])

  package init() {}

  /// Each is compared with each.
  private static let manyTriggers = 20
  private static let manyChanges = 50

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    var made: [SQLName: (RehearsedStatement, TriggerText)] = [:]
    for statement in script.statements
    where statement.succeeded && statement.created?.kind == .trigger {
      guard let trigger = TriggerText(statement.text) else { continue }
      made[SQLName(trigger.name)] = (statement, trigger)
    }
    var reported: Set<SQLName> = []
    for (name, (_, trigger)) in made.sorted(by: { $0.key < $1.key }) {
      guard let table = script.after[trigger.table],
        table.triggers.contains(where: { SQLName($0.name) == name }),
        reported.insert(SQLName(table.name)).inserted
      else { continue }
      check(table, made, &findings)
    }
  }

  private func check(
    _ table: SchemaTable, _ made: [SQLName: (RehearsedStatement, TriggerText)],
    _ findings: inout Findings
  ) {
    let triggers = table.triggers.prefix(Self.manyTriggers).compactMap { TriggerText($0) }
    let changes = triggers.map { ($0, Adjustment.all(in: $0).prefix(Self.manyChanges)) }
    let inserts = changes.filter { $0.0.event == "INSERT" }
    let updates = changes.filter { $0.0.event == "UPDATE" }.flatMap(\.1)
    for (delete, lowered) in changes where delete.event == "DELETE" {
      for (insert, raised) in inserts where insert.words == delete.words {
        for (mine, other) in lowered.flatMap({ a in raised.map { (a, $0) } }) {
          guard mine == other, mine.isCounter || !mine.isOne,
            // What counts changes counts updates, too.
            !mine.isOne || !updates.contains(mine)
          else { continue }
          let (wrong, at, right) =
            made[SQLName(delete.name)] != nil
            ? (delete, mine, insert) : (insert, other, delete)
          guard let (statement, _) = made[SQLName(wrong.name)],
            statement.bodyParts.indices.contains(at.part)
          else { continue }
          let offset = statement.bodyParts[at.part].lowerBound
          let value = at.value.lowerBound + offset..<at.value.upperBound + offset
          let verb = at.sign == "+" ? "adds to" : "subtracts from"
          findings.report(
            "“\(wrong.name)” \(verb) “\(at.column.text)” when a row is \(wrong.change), as “\(right.name)” does when one is \(right.change)",
            at: statement.span(value.lowerBound...value.upperBound - 1),
            help: "Write \(at.sign == "+" ? "-" : "+") instead of \(at.sign).")
          return
        }
      }
    }
  }
}

/// `SET n = n + 1` in a trigger.
private struct Adjustment: Equatable {
  let table: SQLName
  let column: SQLName
  let sign: String
  /// What is added, and for which rows, without the difference of OLD and NEW.
  let operand: [String]
  let condition: [String]
  /// The statement of the body, and the value in it.
  let part: Int
  let value: Range<Int>

  static func == (one: Adjustment, other: Adjustment) -> Bool {
    one.table == other.table && one.column == other.column && one.sign == other.sign
      && one.operand == other.operand && one.condition == other.condition
  }

  var isOne: Bool { operand == ["1"] }

  /// Whether it belongs to single rows, and its name is not that of a version.
  var isCounter: Bool {
    let name = column.text.asciiLowercased
    return condition.contains("ROW")
      && !["version", "revision", "change", "seq", "generation", "modif", "edit", "dirty", "event"]
        .contains(where: name.contains)
      && !name.hasPrefix("rev") && name != "ver"
  }

  static func all(in trigger: TriggerText) -> [Adjustment] {
    trigger.statements.enumerated().flatMap { part, sql -> [Adjustment] in
      guard sql.word(0) == "UPDATE", let name = sql.writtenName else { return [] }
      let condition =
        sql.outerIndex(of: "WHERE").map { sql.neutral($0 + 1..<sql.tokens.count) } ?? []
      return sql.assignments.compactMap { assignment in
        let column = SQLName(sql.name(assignment.column))
        let signs = assignment.value.filter { ["+", "-", "*", "/"].contains(sql.word($0)) }
        guard signs.count == 1, let sign = signs.first, sql.word(sign).count == 1,
          ["+", "-"].contains(sql.word(sign)),
          assignment.value.contains(where: { SQLName(sql.name($0)) == column })
        else { return nil }
        let end =
          (sign + 1..<assignment.value.upperBound).first { index in
            sql.depth(index) < sql.depth(sign) || sql.kind(index) == .comma
              || sql.kind(index) == .rightParenthesis && sql.depth(index) < sql.depth(sign)
          } ?? assignment.value.upperBound
        var operand = sql.neutral(sign + 1..<end)
        if operand.count == 1, SQLName(sql.name(sign + 1)) == column, sql.word(sign) == "+" {
          operand = sql.neutral(assignment.value.lowerBound..<sign)
        }
        return Adjustment(
          table: SQLName(name), column: column, sign: sql.word(sign), operand: operand,
          condition: condition, part: part, value: assignment.value)
      }
    }
  }
}

extension SQLText {
  /// The words of a range, with one word for NEW and OLD.
  fileprivate func neutral(_ range: Range<Int>) -> [String] {
    range.filter { kind($0) != .semicolon }.map { index in
      ["NEW", "OLD"].contains(word(index)) && kind(index + 1) == .dot ? "ROW" : word(index)
    }
  }
}

extension TriggerText {
  /// Its WHEN, with one word for NEW and OLD.
  fileprivate var words: [String] { condition.neutral(condition.indices) }

  fileprivate var change: String { event == "INSERT" ? "inserted" : "deleted" }
}
