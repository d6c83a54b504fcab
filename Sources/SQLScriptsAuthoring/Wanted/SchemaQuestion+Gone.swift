import SQLScripts
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension SchemaQuestion {
  /// Whether a table was renamed or dropped.
  ///
  /// - Parameter candidates: the tables that only the wanted schema has.
  static func gone(_ table: SchemaTable, among candidates: [SchemaTable]) -> SchemaQuestion {
    let place = SchemaPlace(table.name)
    let columns = Set(table.columns.map { SQLName($0.name) })
    let likely = candidates.map { candidate in
      let own = Set(candidate.columns.map { SQLName($0.name) })
      return (
        candidate.name,
        Double(columns.intersection(own).count) / Double(max(columns.count, own.count, 1))
      )
    }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    let renames = likely.prefix(5).map { name, _ in
      Answer(
        choice: .renamedTable(to: name), words: "it was renamed to “\(name)”",
        option: "--rename-table \(place.text)=\(SchemaPlace(name).text)")
    }
    let drop = Answer(
      choice: .drop, words: "it is dropped with all its rows", option: "--drop \(place.text)")
    let isLikely = (likely.first?.1 ?? 0) >= 0.5
    return SchemaQuestion(
      kind: .goneTable, place: place,
      text: "What happens to the table “\(table.name)”, which is not in the wanted schema?",
      answers: isLikely ? renames + [drop] : [drop] + renames)
  }

  /// Whether a virtual table may be made again.
  static func changed(virtualTable table: SchemaTable) -> SchemaQuestion {
    let place = SchemaPlace(table.name)
    return SchemaQuestion(
      kind: .virtualTable, place: place,
      text:
        "The virtual table “\(table.name)” changes, and SQLite cannot alter it. May it be made again?",
      answers: [
        Answer(
          choice: .drop, words: "it is dropped, created and filled again",
          option: "--drop \(place.text)")
      ])
  }

  /// Whether a column was renamed or dropped.
  ///
  /// - Parameter candidates: the columns that only the wanted table has.
  static func gone(
    _ column: SchemaColumn, of table: SchemaTable, among candidates: [SchemaColumn]
  ) -> SchemaQuestion {
    let place = SchemaPlace(table.name, column.name)
    let index = table.columns.firstIndex { $0.name.isSameName(as: column.name) }
    let position = index.map { table.columns.distance(from: table.columns.startIndex, to: $0) } ?? 0
    // The same type speaks for a rename, and so does a similar name.
    let likely = candidates.enumerated().map { offset, candidate in
      let isSimilar = Spelling.closest(to: column.name, among: [candidate.name]) != nil
      let score =
        (candidate.type.uppercased() == column.type.uppercased() ? 2 : 0)
        + (isSimilar || candidate.name.shares(column.name) ? 3 : 0)
        + (offset == position ? 1 : 0)
      return (candidate.name, score)
    }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    let renames = likely.prefix(5).map { name, _ in
      Answer(
        choice: .renamedColumn(to: name), words: "it was renamed to “\(name)”",
        option: "--rename \(place.text)=\(SchemaPlace(name).text)")
    }
    let drop = Answer(
      choice: .drop, words: "it is dropped with all its values", option: "--drop \(place.text)")
    return SchemaQuestion(
      kind: .goneColumn, place: place,
      text:
        "What happens to the column “\(column.name)” of “\(table.name)”, which is not in the wanted schema?",
      answers: (likely.first?.1 ?? 0) >= 2 ? renames + [drop] : [drop] + renames)
  }
}

extension String {
  /// Whether one name contains the other: nick and nickname.
  fileprivate func shares(_ other: String) -> Bool {
    let (left, right) = (asciiLowercased, other.asciiLowercased)
    return left.contains(right) || right.contains(left)
  }
}
