import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import Testing

@testable import SQLScriptsAuthoring

/// Every kind of column with every change, on a database with rows.
struct FormRandomTests {
  private static let definitions = [
    "TEXT", "VARCHAR(20) COLLATE NOCASE", "INTEGER NOT NULL DEFAULT 0", "REAL DEFAULT 1.5",
    "BOOLEAN NOT NULL DEFAULT FALSE", "DATETIME DEFAULT CURRENT_TIMESTAMP", "DATE", "BLOB", "",
    "JSON",
    "TEXT UNIQUE", "INT CONSTRAINT u UNIQUE", "TEXT /* , */ CHECK (1) DEFAULT ('a' || 'b')",
    "INTEGER REFERENCES parent (id) ON DELETE CASCADE", "INTEGER CONSTRAINT r REFERENCES parent",
    "NUMERIC NULL -- a, b\n", "TEXT NOT NULL ON CONFLICT ABORT DEFAULT '' COLLATE RTRIM",
  ]

  private static let names = ["a", "b 1", "order", "中文", "d\"e", "F"]

  @Test(arguments: UInt64(1)...24)
  func `the statements lead to what the form says, and rows keep their values`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(state: seed)
    let columns = Self.names.prefix(Int.random(in: 2...6, using: &random)).map { name in
      "\(name.quotedName) \(Self.definitions.randomElement(using: &random) ?? "")"
    }
    let bench = try FormBench(
      "CREATE TABLE parent (id INTEGER PRIMARY KEY)", "INSERT INTO parent VALUES (1), (2)",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns.joined(separator: ",\n  ")))",
      "CREATE INDEX i ON t (a)", "CREATE VIEW v AS SELECT id FROM t",
      "CREATE TRIGGER g AFTER DELETE ON t BEGIN SELECT old.id; END",
      "INSERT INTO t (id) VALUES (4), (9)")
    for _ in 0..<6 {
      var form = try bench.columns("t")
      edit(&form, &random)
      let name = "t"
      let change = FormChange.changeTable("t", name: name, columns: form)
      let kept = form.filter { $0.was != nil }
      let old = kept.map { ($0.was ?? "").quotedName }.joined(separator: ", ")
      let new = kept.map { $0.name.quotedName }.joined(separator: ", ")
      let before = try bench.rows("SELECT \(old) FROM t ORDER BY id")
      var answers: [FormAnswer] = []
      var result: FormResult
      do {
        result = try bench.result(change)
        while let question = result.questions.first(where: { question in
          !answers.contains { $0.question == question.id }
        }) {
          // Stop if there are such rows, or fill a new column.
          let isNew = question.id.hasPrefix("missingValue")
          let index = isNew ? 0 : question.answers.firstIndex { !$0.needsExpression } ?? 0
          answers.append(
            FormAnswer(question: question.id, answer: index, sql: isNew ? "id" : nil))
          result = try bench.result(change, answers)
        }
      } catch let refusal as FormRefusal {
        #expect(!refusal.message.isEmpty)
        continue
      }
      #expect(result.questions == [], "\(seed)")
      if try result.require.contains(where: { try !bench.rows($0).isEmpty }) { continue }
      let fillsOld = answers.contains { answer in
        kept.contains { answer.question == "missingValue \(SchemaPlace("t", $0.name).text)" }
      }
      for statement in result.statements { try bench.connection.execute(statement) }
      let after = try bench.rows("SELECT \(new) FROM t ORDER BY id")
      if !fillsOld { #expect(after == before, "\(seed) \(result.statements)") }
      let wanted = form.map { Self.plain($0) }.sorted { $0.name < $1.name }
      let present = try bench.columns("t").map { Self.plain($0) }.sorted { $0.name < $1.name }
      #expect(present == wanted, "\(seed) \(result.statements)")
      // What the page shows afterwards changes nothing.
      #expect(try bench.result(bench.change("t")) == FormResult(), "\(seed)")
      #expect(try bench.schema["v"] != nil)
      #expect(try bench.table("t").triggers.map(\.name) == ["g"])
    }
  }

  /// Without what the same state may be called.
  private static func plain(_ column: FormColumn) -> FormColumn {
    var column = column
    column.was = nil
    if column.isKey { column.isRequired = false }
    if column.type != .other { column.sqlType = nil }
    if let value = column.default {
      let sql = (try? value.sql(for: column.type, "", field: "")) ?? ""
      let tokens = CanonicalSQL(sql).unwrapped.tokens
      column.default = tokens == ["null"] ? nil : .sql(tokens.joined(separator: " "))
    }
    return column
  }

  private func edit(_ columns: inout [FormColumn], _ random: inout SeededGenerator) {
    let index = Int.random(in: 1..<max(2, columns.count), using: &random)
    guard columns.indices.contains(index) else { return }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: columns[index].isRequired.toggle()
    case 1: columns[index].isUnique.toggle()
    case 2:
      columns[index].type = [.text, .whole, .any, .datetime].randomElement(using: &random) ?? .text
    case 3:
      columns[index].default =
        [nil, .value("5"), .sql("(1 + 1)")].randomElement(using: &random) ?? nil
    case 4:
      columns[index].belongsTo =
        columns[index].belongsTo == nil
        ? FormReference(table: "parent", onDelete: .clear) : nil
    case 5: columns[index].name += "x"
    case 6: columns.remove(at: index)
    case 7: columns.swapAt(index, columns.count - 1)
    default:
      columns.append(
        FormColumn(
          name: "new \(columns.count)\(Int.random(in: 0..<1000, using: &random))", type: .whole,
          isRequired: Bool.random(using: &random), isUnique: Bool.random(using: &random)))
    }
    if let reference = columns.indices.contains(index) ? columns[index].belongsTo : nil,
      Bool.random(using: &random)
    {
      columns[index].belongsTo = FormReference(
        table: reference.table, onDelete: reference.onDelete == .delete ? .refuse : .delete)
    }
  }
}
