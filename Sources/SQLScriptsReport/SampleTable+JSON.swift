import SQLScriptsDatabase
import SQLScriptsDescription
import SQLScriptsReporting
import SQLScriptsSQL

extension SampleTable {
  /// Rows that are shown of a table. More teach nothing, and a report has hundreds of tables.
  private static let mostRows = 8

  /// The rows as JSON; nil if the table has none.
  var json: JSONText? {
    guard !rows.isEmpty, let name = (after ?? before)?.name else { return nil }
    let was = before.flatMap { SQLName($0.name) == SQLName(name) ? nil : $0.name }
    let shown = shownRows
    return .object([
      .init("table", .string(name)), .init("was", .string(was)),
      .init("columns", .array(columns.map { .column($0.name, $0.state.rawValue, was: $0.was) })),
      .init("rows", .array(shown.map(\.json))),
      .init("hidden", .int(rows.count - shown.count + unread)),
    ])
  }

  /// The first rows, but rather those that something happened to.
  private var shownRows: [Row] {
    if rows.count <= Self.mostRows { return rows }
    let touched = rows.indices.filter { rows[$0].state != .kept }
    let kept = rows.indices.filter { rows[$0].state == .kept }
    return (touched + kept).prefix(Self.mostRows).sorted().map { rows[$0] }
  }
}

extension SampleTable.Row {
  fileprivate var json: JSONText {
    let values = { (row: [SQLiteValue?]?) in
      row.map { JSONText.array($0.map { $0.map(\.json) ?? [:] }) } ?? .null
    }
    return .object([
      .init("state", .string(state.rawValue)), .init("before", values(before)),
      .init("after", values(after)),
    ])
  }
}

extension SQLiteValue {
  private static let longText = 80
  /// JavaScript cannot represent larger integers exactly.
  private static let largestInteger: Int64 = 1 << 53

  fileprivate var json: JSONText {
    switch self {
    case .null: .null
    case .integer(let value) where value.magnitude <= Self.largestInteger.magnitude: .integer(value)
    case .integer(let value): ["integer": .string("\(value)")]
    case .real(let value) where value.isFinite: .double(value)
    case .real(let value): .string("\(value)")
    case .text(let text):
      .string(text.count > Self.longText ? text.prefix(Self.longText) + "…" : text)
    case .invalidText(let bytes), .blob(let bytes): ["blob": .int(bytes.count)]
    }
  }
}

extension JSONText {
  static func column(_ name: String, _ state: String, was: String?) -> JSONText {
    .object([
      .init("name", .string(name)), .init("state", .string(state)), .init("was", .string(was)),
    ])
  }
}
