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
    return gone(
      .goneTable, place, "table “\(table.name)”", "rows", isLikely: (likely.first?.1 ?? 0) >= 0.5,
      likely.map { name, _ in
        renamed(.renamedTable(to: name), to: name, "--rename-table", place)
      })
  }

  /// Whether a virtual table may be made again.
  static func changed(_ copy: VirtualTableCopy) -> SchemaQuestion {
    let place = SchemaPlace(copy.formerName)
    return SchemaQuestion(
      kind: .virtualTable, place: place,
      text:
        "The virtual table “\(copy.formerName)” changes, and \(copy.reason). May it be made again?",
      answers: [Answer(.drop, copy.words, "--drop", place.text)])
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
    return gone(
      .goneColumn, place, "column “\(column.name)” of “\(table.name)”", "values",
      isLikely: (likely.first?.1 ?? 0) >= 2,
      likely.map { name, _ in renamed(.renamedColumn(to: name), to: name, "--rename", place) })
  }

  /// Whether an index, a trigger or a view is dropped.
  static func gone(_ kind: Kind, _ name: String, _ words: String) -> SchemaQuestion {
    let place = SchemaPlace(name)
    return SchemaQuestion(
      kind: kind, place: place,
      text: "What happens to the \(words), which is not in the wanted schema?",
      answers: [Answer(.drop, "it is dropped", "--drop", place.text)])
  }

  private static func renamed(
    _ choice: Answer.Choice, to name: String, _ option: String, _ place: SchemaPlace
  ) -> Answer {
    Answer(
      choice, "it was renamed to “\(name)”", option, "\(place.text)=\(SchemaPlace(name).text)")
  }

  /// The question about a table or column that is not in the wanted schema.
  private static func gone(
    _ kind: Kind, _ place: SchemaPlace, _ name: String, _ contents: String, isLikely: Bool,
    _ renames: [Answer]
  ) -> SchemaQuestion {
    let drop = Answer(.drop, "it is dropped with all its \(contents)", "--drop", place.text)
    let renames = Array(renames.prefix(5))
    return SchemaQuestion(
      kind: kind, place: place,
      text: "What happens to the \(name), which is not in the wanted schema?",
      answers: isLikely ? renames + [drop] : [drop] + renames)
  }
}

extension String {
  /// Whether one name contains the other: nick and nickname.
  fileprivate func shares(_ other: String) -> Bool {
    let (left, right) = (asciiLowercased, other.asciiLowercased)
    return left.contains(right) || right.contains(left)
  }
}
