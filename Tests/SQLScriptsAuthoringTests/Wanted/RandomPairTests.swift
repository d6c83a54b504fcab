import Foundation
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import Testing

@testable import SQLScriptsAuthoring

/// Random pairs of schemas whose rows have a known result.
@Suite struct RandomPairTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["SQLSCRIPTS_PAIR_SEED"].flatMap { UInt64($0) } ?? 1
  private static let count = environment["SQLSCRIPTS_PAIRS"].flatMap { UInt64($0) } ?? 2400

  private enum Outcome { case unusable, same, updated, stopped, refused(String) }

  private static func database(_ schema: RandomSchema) throws -> Connection? {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for statement in schema.statements {
      do throws(SQLiteError) {
        try connection.execute(statement)
      } catch {
        return nil
      }
    }
    return connection
  }

  private static func fill(_ connection: Connection, _ schema: inout RandomSchema) throws {
    var number = 0
    for table in schema.tables {
      for row in 0..<Int.random(in: 0...4, using: &schema.random) {
        number += 1
        var names = [RandomSchema.Table.rowName]
        var values: [SQLiteValue] = [.integer(Int64(number))]
        if [.text, .withoutRowID].contains(table.key) {
          names.append("k")
          values.append(.text("k\(number)"))
        } else if table.key == .alias || table.key == .autoincrement {
          names.append("id")
          values.append(.integer(Int64(row * 3 + 1)))
        }
        for column in table.columns where column.formula == nil {
          if column.defaultValue != nil, schema.chance(20) { continue }
          names.append(column.name)
          let isNull = !column.isNotNull && schema.chance(20)
          values.append(isNull ? .null : value(of: column, number))
        }
        let list = names.map(\.quotedName).joined(separator: ", ")
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        let statement = try connection.prepare(
          "INSERT OR IGNORE INTO \(table.name.quotedName) (\(list)) VALUES (\(marks))")
        try? statement.execute(values)
      }
    }
  }

  private static func value(of column: RandomSchema.Column, _ number: Int) -> SQLiteValue {
    if column.parent != nil { return .integer(1) }
    switch column.type {
    case "INTEGER", "NUMERIC": return .integer(Int64(number * 7))
    case "REAL": return .real(Double(number) + 0.5)
    case "BLOB": return .blob([0, UInt8(number % 256)])
    default: return .text(["Ab\(number)", "it's", "", "007", "名"][number % 5] + "\(number)")
    }
  }

  /// The rows by their own number: the rowid, and the values by the columns' identities.
  private static func rows(
    of table: RandomSchema.Table, in connection: Connection
  ) throws -> [Int64: [Int: SQLiteValue]] {
    let columns = table.columns.filter { $0.formula == nil }
    let key: [String] =
      switch table.key {
      case .alias, .autoincrement, .composite, .none: ["_rowid_"]
      case .text, .withoutRowID: ["k"]
      }
    let names = [RandomSchema.Table.rowName] + key + columns.map(\.name)
    let list = names.map { $0 == "_rowid_" ? $0 : $0.quotedName }.joined(separator: ", ")
    var found: [Int64: [Int: SQLiteValue]] = [:]
    for row in try connection.rows("SELECT \(list) FROM \(table.name.quotedName) NOT INDEXED") {
      var values = [0: row[1]]
      for (column, value) in zip(columns, row.dropFirst(2)) { values[column.id] = value }
      found[row[0].int64 ?? 0] = values
    }
    return found
  }

  private static func check(_ seed: UInt64) throws -> Outcome {
    var old = RandomSchema(seed: seed)
    guard let before = try database(old) else { return .unusable }
    try fill(before, &old)
    var new = old
    for _ in 0..<Int.random(in: 1...10, using: &new.random) { new.edit() }
    guard let wanted = try database(new) else { return .unusable }
    let (from, to) = (try WantedUpdate.snapshot(of: before), try WantedUpdate.snapshot(of: wanted))
    var answers = new.answers(from: old)
    var update: SchemaUpdate
    do {
      update = try SchemaUpdate.make(from: from, to: to, answers: answers)
      if case .questions(let questions) = update {
        let objects = questions.filter { [.goneIndex, .goneTrigger, .goneView].contains($0.kind) }
        for question in objects { answers.dropped.insert(question.place) }
        update = try SchemaUpdate.make(from: from, to: to, answers: answers)
      }
    } catch let refusal as SchemaRefusal {
      return .refused("\(refusal)")
    }
    let statements: UpdateStatements
    switch update {
    case .none: return .same
    case .questions(let questions): return .refused(questions.map(\.text).joined(separator: " "))
    case .statements(let found): statements = found
    }
    for query in statements.guards where try !before.rows(query).isEmpty { return .stopped }
    let expected = try Dictionary(
      uniqueKeysWithValues: old.tables.map { ($0.id, try rows(of: $0, in: before)) })
    let orphansBefore = try before.rows("PRAGMA foreign_key_check").count
    try before.execute("PRAGMA foreign_keys = OFF")
    try before.execute("BEGIN")
    for statement in statements.statements {
      do throws(SQLiteError) {
        try before.execute(statement)
      } catch {
        throw Wrong(words: "\(error.message) in \(statement)", statements: statements.statements)
      }
    }
    try before.execute("COMMIT")
    let after = try WantedUpdate.snapshot(of: before)
    var words = SchemaDifference(from: after, to: to).changes.map(\.description)
    let integrity = try before.rows("PRAGMA integrity_check")
    if integrity != [[.text("ok")]] { words.append("\(integrity)") }
    let orphans = try before.rows("PRAGMA foreign_key_check").count
    if orphans > orphansBefore { words.append("\(orphans) rows refer to none") }
    for table in new.tables {
      guard let known = expected[table.id], let former = old.table(table.id) else { continue }
      let found = try rows(of: table, in: before)
      if found.count != known.count {
        words.append("\(table.name): \(known.count) rows, then \(found.count)")
      }
      for (number, values) in known {
        for (id, value) in values {
          let column = table.columns.first { $0.id == id }
          guard id == 0 || column != nil else { continue }
          let now = found[number]?[id] ?? .null
          let isFilled =
            column.map { answers.fills[SchemaPlace(table.name, $0.name)] != nil } ?? false
          let isSame =
            value == now || isFilled && value == .null && now != .null
            || former.columns.first { $0.id == id }?.type != column?.type
              && same("\(value)", "\(now)")
          if !isSame {
            words.append("\(table.name).\(column?.name ?? "rowid"): \(value), then \(now)")
          }
        }
      }
    }
    if case .none = try SchemaUpdate.make(from: after, to: to) {
    } else {
      words.append("a second run finds something to do")
    }
    guard words.isEmpty else {
      throw Wrong(words: words.joined(separator: "; "), statements: statements.statements)
    }
    return .updated
  }

  private static func same(_ left: String, _ right: String) -> Bool {
    left == right || Double(left) != nil && Double(left) == Double(right)
  }

  private struct Wrong: Error, CustomStringConvertible {
    let words: String
    let statements: [String]
    var description: String { words + "\n  " + statements.joined(separator: ";\n  ") }
  }

  @Test(arguments: 0..<8) func `each pair ends at the wanted schema with every row`(part: UInt64)
    throws
  {
    var counts: [String: Int] = [:]
    for seed in Self.first..<Self.first + Self.count where seed % 8 == part {
      do {
        let outcome = try Self.check(seed)
        let name = "\(outcome)".split(separator: "(").first.map(String.init) ?? ""
        counts[name, default: 0] += 1
        if case .refused(let words) = outcome, Self.environment["SQLSCRIPTS_PAIR_WORDS"] != nil {
          print("seed \(seed) refused: \(words)")
        }
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
    print("pairs", counts)
    let usable = counts.filter { $0.key != "unusable" }.values.reduce(0, +)
    #expect(counts["updated", default: 0] * 2 > usable)
    #expect(counts["refused", default: 0] * 50 <= usable, "\(counts)")
  }
}
