import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsDescription
import SQLScriptsSQL
import SQLScriptsSchema

extension FormChange {
  /// The values that the change deletes or changes, in words.
  ///
  /// - Parameters:
  ///   - samples: the rows before and after the script with the change.
  ///   - schema: the tables before the change.
  ///   - start: those before the script. What the script itself has made has no values on any device.
  func losses(
    in samples: [SampleTable], from schema: SchemaSnapshot, start: SchemaSnapshot
  ) -> [String] {
    switch self {
    case .dropTable(let table):
      let sample = samples.first {
        $0.after == nil && $0.before.map { SQLName($0.name) } == SQLName(table)
      }
      guard sample != nil || start[table] != nil else { return [] }
      let known = sample?.unread == 0 ? sample : nil
      let count = known?.rows.count { $0.before != nil }
      return ["all rows of “\(table)” are lost\(count.map { " (\(Self.sampleRows($0)))" } ?? "")"]
    case .changeTable(let table, let name, let columns):
      guard let old = schema[table] else { return [] }
      let sample = samples.first { $0.after.map { SQLName($0.name) } == SQLName(name) }
      return Self.dropped(columns, of: old, in: sample, isKnown: start[table] != nil)
        + (sample.map { Self.misfits(columns, of: old, in: $0) } ?? [])
    default: return []
    }
  }

  private static func sampleRows(_ count: Int) -> String {
    "\(count) sample \(count == 1 ? "row" : "rows")"
  }

  /// What is lost with the columns that the form leaves out.
  private static func dropped(
    _ columns: [FormColumn], of old: SchemaTable, in sample: SampleTable?, isKnown: Bool
  ) -> [String] {
    let dropped = old.columns.filter { column in
      !columns.contains { $0.was.map { SQLName($0) } == SQLName(column.name) }
    }
    return dropped.compactMap { column in
      let words = "the values of “\(column.name)” are lost"
      guard let sample else { return isKnown ? words : nil }
      let place = sample.columns.firstIndex {
        $0.state == .removed && SQLName($0.name) == SQLName(column.name)
      }
      guard let place else { return nil }
      guard sample.unread == 0 else { return words }
      let rows = sample.rows.compactMap { $0.before?[place] }
      let filled = rows.count { $0 != .null }
      return "\(words) (in \(filled) of \(sampleRows(rows.count)))"
    }
  }

  /// What new types do to the values that do not fit them.
  private static func misfits(
    _ columns: [FormColumn], of old: SchemaTable, in sample: SampleTable
  ) -> [String] {
    return columns.compactMap { column in
      guard let was = column.was, let before = old.column(was),
        FormType(sql: before.type) != column.type,
        let place = sample.columns.firstIndex(where: { SQLName($0.name) == SQLName(column.name) })
      else { return nil }
      let values = sample.rows.compactMap { row -> (SQLiteValue, SQLiteValue)? in
        guard let old = row.before?[place], let new = row.after?[place], old != .null else {
          return nil
        }
        return (old, new)
      }
      let lost = values.filter { !$0.means($1) }
      guard let first = lost.first else { return nil }
      let count = "\(lost.count) of \(values.count) sample values of “\(column.name)”"
      let isOne = lost.count == 1
      guard lost.allSatisfy({ $0.1 == first.1 }) else {
        return "\(count) \(isOne ? "changes" : "change"): \(first.0) becomes \(first.1)"
      }
      let fate = first.1 == .null ? isOne ? "is cleared" : "are cleared" : nil
      let outcome = fate ?? "\(isOne ? "becomes" : "become") \(first.1)"
      return "\(count) \(column.type.misfit(isOne)) and \(outcome)"
    }
  }
}

extension FormType {
  /// What is wrong with values that do not fit.
  fileprivate func misfit(_ isOne: Bool) -> String {
    switch self {
    case .whole: isOne ? "is not a whole number" : "are not whole numbers"
    case .number: isOne ? "is not a number" : "are not numbers"
    default: isOne ? "does not fit" : "do not fit"
    }
  }
}

extension SQLiteValue {
  /// Whether another value of another type is the same to people, such as the number 12 for the text 12.
  fileprivate func means(_ other: SQLiteValue) -> Bool {
    if self == other { return true }
    if let number, let otherNumber = other.number { return number == otherNumber }
    return bytes == other.bytes
  }

  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .text(let text): Double(text)
    case .null, .blob, .invalidText: nil
    }
  }

  private var bytes: [UInt8]? {
    switch self {
    case .text(let text): Array(text.utf8)
    case .blob(let bytes), .invalidText(let bytes): Array(bytes)
    case .integer(let value): Array("\(value)".utf8)
    case .real(let value): Array("\(value)".utf8)
    case .null: nil
    }
  }
}
