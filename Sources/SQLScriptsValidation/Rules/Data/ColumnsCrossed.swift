import SQLScriptsSQL
import SQLScriptsSchema

/// `INSERT INTO box (min_lon, max_lon, min_lat, max_lat) SELECT lat, lat, lon, lon FROM cafe`
package struct ColumnsCrossed: Rule {
  private static let cafe = [
    "CREATE TABLE cafe (id INTEGER PRIMARY KEY, lat REAL NOT NULL, lon REAL NOT NULL)",
    "CREATE VIRTUAL TABLE box USING rtree (id, min_lon, max_lon, min_lat, max_lat)",
    "CREATE TABLE place (id INTEGER PRIMARY KEY, lat REAL NOT NULL, lon REAL NOT NULL)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "An INSERT puts two values into each other's columns.", severity: .warning,
    why: "SQLite assigns the values in the order of the columns and ignores their names.",
    wrong: [
      .init(before: cafe, "INSERT INTO box SELECT id, «lat», lat, lon, lon FROM cafe"),
      .init(before: cafe, "INSERT INTO place (lat, lon) SELECT «lon», lat FROM cafe"),
      .init(
        before: cafe,
        "CREATE TRIGGER t AFTER INSERT ON cafe BEGIN INSERT INTO box VALUES (NEW.id, «NEW.lat», NEW.lat, NEW.lon, NEW.lon); END"
      ),
    ],
    right: [
      .init(before: cafe, "INSERT INTO box SELECT id, lon, lon, lat, lat FROM cafe"),
      .init(before: cafe, "INSERT INTO place (lat, lon) SELECT lat, lon FROM cafe"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    if statement.created?.kind == .trigger {
      for part in statement.bodyParts
      where ["INSERT", "REPLACE"].contains(statement.word(part.lowerBound)) {
        let text = statement.part(part)
        guard let name = text.writtenName, let table = statement.after[name],
          let row = text.valueRows.first
        else { continue }
        let columns = text.columnList ?? table.columns.filter { !$0.isGenerated }.map(\.name)
        let values = text.arguments(row).map {
          $0.lowerBound + part.lowerBound..<$0.upperBound + part.lowerBound
        }
        guard values.count == columns.count else { continue }
        check(Array(zip(columns, values)), statement, &findings)
      }
      return
    }
    guard let verb = statement.verb, statement.word(verb) != "UPDATE",
      statement.outerIndex(of: "SELECT", from: verb) != nil
    else { return }
    check(statement.storedValues, statement, &findings)
  }

  private func check(
    _ pairs: [(column: String, value: Range<Int>)], _ statement: RehearsedStatement,
    _ findings: inout Findings
  ) {
    var sources: [SQLName: SQLName] = [:]
    let readsItself =
      statement.writtenTable.map { written in
        statement.actions.contains { $0.kind == .read && SQLName($0.name) == written }
      } ?? false
    let plain = pairs.compactMap { pair -> (column: SQLName, value: SQLName, place: Range<Int>)? in
      guard let last = pair.value.last, statement.isName(last),
        pair.value.lowerBound == statement.start(ofName: last)
      else { return nil }
      let value = SQLName(statement.name(last))
      sources[SQLName(pair.column)] = value
      return (SQLName(pair.column), value, pair.value)
    }
    for (column, value) in pairs where value.count > 3 {
      let axes = Set(value.filter(statement.isName).compactMap { Axis(statement.name($0)) })
      guard let axis = Axis(column), axes.count == 1, !axes.contains(axis) else { continue }
      findings.report(
        "“\(column)” gets a \(axis == .latitude ? "longitude" : "latitude")",
        at: statement.span(value.lowerBound...value.upperBound - 1),
        help: "Write the values in the order of the columns: "
          + pairs.map(\.column).joined(separator: ", ") + ".")
      return
    }
    for (column, value, place) in plain where column != value {
      // A table of pairs may get each pair the other way round.
      let isSwapped = sources[value] == column && !readsItself
      let axes = (Axis(column.text), Axis(value.text))
      guard isSwapped || axes.0 != nil && axes.1 != nil && axes.0 != axes.1 else { continue }
      let order = pairs.map(\.column).joined(separator: ", ")
      findings.report(
        "“\(column.text)” gets the value of “\(value.text)”",
        at: statement.span(place.lowerBound...place.upperBound - 1),
        help: "Write the values in the order of the columns: \(order).")
      return
    }
  }
}

/// The direction that the name of a column stands for.
private enum Axis {
  case latitude, longitude

  init?(_ name: String) {
    let name = name.asciiLowercased
    let words = name.split(separator: "_").map(String.init)
    let plain = words.map { word in
      ["min", "max"].first(where: word.hasPrefix).map { String(word.dropFirst($0.count)) } ?? word
    }
    let isLatitude = plain.contains { ["lat", "latitude"].contains($0) }
    let isLongitude = plain.contains { ["lon", "lng", "long", "longitude"].contains($0) }
    guard isLatitude != isLongitude else { return nil }
    self = isLatitude ? .latitude : .longitude
  }
}
